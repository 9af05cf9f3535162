"""opened.py -- opened("duel"): a script as a module, so that a test can call its functions."""
import contextlib
import importlib.machinery
import importlib.util
import io
import sys
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


def opened(name: str):
    sys.path.insert(0, str(SCRIPTS))
    sys.argv = [name, "--help"]  # what it does as it is imported
    loader = importlib.machinery.SourceFileLoader(name, str(SCRIPTS / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    sys.dont_write_bytecode = True
    with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO())), contextlib.suppress(SystemExit):
        loader.exec_module(module)
    return module
