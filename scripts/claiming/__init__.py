"""The parts of scripts/claims: searches, rows, numbers, statements, the pages."""
