"""What the claims are made of: searches, rows, numbers, statements, the page."""
