"""The claims, by theme: each module adds its own to statement.CLAIMS."""
from . import cores, depth, mtdf, ordering, parallel, published, selection, tables, windows  # noqa: F401
