"""Statements that belong together under one heading."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Theme:
    letter: str
    title: str
    makers: list  # each makes a Statement of Data

    def statements(self, data) -> list:
        return [make(data) for make in self.makers]
