"""The modules that need more than Python's own library. They are imported when they are needed; if
their library is missing or broken, the script ends with a line that says so."""
from .cli import unusable


def drawing():
    """The module that draws; it needs matplotlib."""
    try:
        from . import draw
    except Exception as error:  # a broken library may raise anything
        raise unusable(error, "matplotlib", "plots") from None
    return draw


def computing():
    """The module that computes what moves lose; it needs numpy and scipy."""
    try:
        from . import regret
    except Exception as error:
        raise unusable(error, "numpy or scipy", "claims") from None
    return regret
