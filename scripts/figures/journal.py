"""Files of lines that the same command continues."""
import fcntl
import os

from .cli import Die, is_device
from .text import cut


class Journal:
    """A file of lines: a head, which says what makes it, then a line for each result. The command
    that has the same head continues it; one process at a time writes it. `lines` are those it had
    after the head, without one that was half written."""

    def __init__(self, name: str, head: str):
        self.name = name
        try:
            if is_device(name):
                raise OSError(0, "it is no file")
            self.file = os.open(name, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        except OSError as error:
            raise self.failed(error) from None
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Die(2, f"{name} is being written by another command; wait until that ends, or write "
                         "another file") from None
        self.lines = self.read(head)

    def read(self, head: str) -> list[str]:
        try:
            with open(self.file, "rb", closefd=False) as file:
                text = file.read().decode()
            if head.startswith(text):  # not begun, or ended in the middle of the head
                os.ftruncate(self.file, 0)
                self.write(head)
                return []
            if not text.startswith(head):
                raise Die(2, f"{self.name} was made otherwise: {unlike(text, head)}")
            whole = text[:text.rfind("\n") + 1]
            os.ftruncate(self.file, len(whole.encode()))
            return whole.removeprefix(head).split("\n")[:-1]
        except OSError as error:
            raise self.failed(error) from None
        except UnicodeDecodeError:
            raise Die(2, f"{self.name} was made otherwise: it is no text") from None

    def add(self, line: str) -> None:
        self.write(line + "\n")

    def write(self, text: str) -> None:
        """In one write, unless the disk takes less."""
        data = text.encode()
        try:
            while data:
                data = data[os.write(self.file, data):]
        except OSError as error:
            raise self.failed(error) from None

    def failed(self, error: OSError) -> Die:
        return Die(2, f"{self.name} cannot be written: {error.strerror}")


def unlike(text: str, head: str) -> str:
    """Says where a file's head differs from the one that is wanted."""
    wanted = head.split("\n")[:-1]
    theirs = text.split("\n")[:len(wanted)]
    at = next((i for i, pair in enumerate(zip(theirs, wanted)) if pair[0] != pair[1]), len(theirs) - 1)
    first = next((i for i, pair in enumerate(zip(theirs[at], wanted[at])) if pair[0] != pair[1]), 0)
    start = max(0, first - 30)
    return f"line {at + 1} has '{cut(theirs[at][start:], 60)}', and this command '{cut(wanted[at][start:], 60)}'"
