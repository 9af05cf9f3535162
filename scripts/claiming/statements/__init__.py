"""The claims, by theme: each module adds its own to statement.CLAIMS."""
from . import cores, mtdf, ordering, published, selection, windows  # noqa: F401
