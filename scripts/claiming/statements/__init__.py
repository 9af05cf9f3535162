"""The statements, by theme; the page has them in the order of the letters."""
from . import cores, depth, mtdf, ordering, parallel, published, selection, tables, windows

THEMES = [cores.A, windows.B, depth.C, windows.D, depth.E, mtdf.F, cores.G, ordering.H, mtdf.I, depth.J,
          mtdf.K, tables.L, cores.M, published.N, selection.O, parallel.P]
