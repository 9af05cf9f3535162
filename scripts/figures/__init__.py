"""Figures and pages of reports: Python prepares, gnuplot draws."""
