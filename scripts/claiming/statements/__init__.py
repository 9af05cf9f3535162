"""The claims, by theme: each module adds its own to statement.CLAIMS."""
from . import cores, mtdf, ordering, parallel, published, selection, windows  # noqa: F401
