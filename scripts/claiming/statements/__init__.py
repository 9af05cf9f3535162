"""The claims, by theme: each module adds its own to statement.CLAIMS."""
from . import cores, engines, mtdf, ordering, published, selection, windows  # noqa: F401
