"""Research on companies, each figure of it computed twice from your own files.

>>> import conviction
>>> conviction.ask("Analyse AAPL")["thesis"]["agent_thesis"]["signal"]
'neutral'
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deno import find_deno_bin

if TYPE_CHECKING:
    import pandas

__all__ = ["Refused", "ask", "screen"]

_NUMBERS = ["row", "confidence", "score", "rank", "drawdown_probability", "verification_confidence", "coverage"]
_TREE = Path(__file__).parent / "tree"


class Refused(Exception):
    """The program refused or failed; the text is its own line, ``status`` its exit status."""

    def __init__(self, line: str, status: int) -> None:
        super().__init__(line)
        self.status = status


def ask(
    question: str, *, data: str | os.PathLike[str] | None = None, as_of: str | None = None, fetch: bool = False
) -> dict[str, Any]:
    """Answers one question: ``text``, ``thesis``, ``files``, ``verification`` and what else ``ask --json`` prints.

    ``data`` is a folder of price files and filings; without one the sample that comes with the package answers, and
    what was fetched of other companies. ``fetch=True`` agrees to fetch from the SEC what is missing. ``as_of`` is a day
    like ``"2025-03-28"``, after which nothing is read.
    Raises ``Refused`` where there is no answer.

    >>> ask("What was AAPL's revenue in fiscal 2024?")["text"].splitlines()[0]
    "**Apple's revenue in the year to 28 Sep 2024 was $391.0bn.**"
    """
    consent = ["--fetch"] if fetch else []
    ended = _run("ask", question, "--json", *consent, *_flags(data=data, as_of=as_of))
    answer = json.loads(ended.stdout) if ended.stdout.strip() else {}
    if "thesis" in answer:
        return answer
    raise Refused(answer["text"], ended.returncode) if answer.get("text") else _refusal(ended)


def screen(
    tickers: Iterable[str] | os.PathLike[str],
    *,
    data: str | os.PathLike[str] | None = None,
    as_of: str | None = None,
    out: str | os.PathLike[str] | None = None,
) -> pandas.DataFrame:
    """Screens tickers, or the list in a CSV file: a row for each, with thesis, confidence and risk.

    ``out`` is the folder of the run, with its page and workbook; without one the run is not kept.
    Needs pandas: ``pip install 'conviction[pandas]'``. Raises ``Refused`` where nothing could be screened.

    >>> screen(["AAPL", "NA"])[["ticker", "status", "confidence"]].values.tolist()
    [['AAPL', 'done', 0.5033], ['NA', 'failed', nan]]
    """
    try:
        import pandas
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError("Cannot make a table: pandas is missing; pip install 'conviction[pandas]'") from error
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(tickers) if isinstance(tickers, os.PathLike) else Path(scratch, "tickers.csv")
        if not isinstance(tickers, os.PathLike):
            path.write_text("\n".join(["ticker", *tickers]) + "\n", encoding="utf-8")
        run = Path(out) if out is not None else Path(scratch, "run")
        kept = [] if out is not None else ["--files", "none", "--format", "csv"]
        given = ["--quiet", "--out", os.fspath(run), *kept, *_flags(data=data, as_of=as_of)]
        ended = _run("screen", os.fspath(path), *given)
        if ended.returncode > 1:  # with 1 some rows have no thesis, and say why
            raise _refusal(ended)
        # As texts, because "NA" is a bank and "0005" is not 5; an empty cell of numbers becomes NaN.
        table = pandas.read_csv(run / "theses.csv", dtype=str, keep_default_na=False)
        numbers = [name for name in _NUMBERS if name in table.columns]
        table[numbers] = table[numbers].apply(pandas.to_numeric)
        return table


def _flags(*, data: str | os.PathLike[str] | None, as_of: str | None) -> list[str]:
    given = {"--data": data, "--as-of": as_of}
    return [word for name, value in given.items() if value is not None for word in (name, os.fspath(value))]


def _run(*args: str) -> subprocess.CompletedProcess[str]:
    command, env = _command(args)
    return subprocess.run(command, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8")


def _refusal(ended: subprocess.CompletedProcess[str]) -> Refused:
    lines = [line for line in ended.stderr.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("error: ")]
    line = (errors or lines or [f"exit status {ended.returncode}"])[-1]
    return Refused(line.removeprefix("error: "), ended.returncode)


def _command(args: Iterable[str]) -> tuple[list[str], dict[str, str]]:
    """Deno with the command, and its environment."""
    deno = find_deno_bin()
    launch = json.loads((_TREE / "launch.json").read_text(encoding="utf-8"))
    own = [*launch["flags"], "--config", os.fspath(_TREE / "deno.json"), os.fspath(_TREE / "packages" / "npm" / "cli.js")]
    env = {
        **os.environ,
        "DENO_NO_UPDATE_CHECK": "1",
        "INIT_CWD": os.getcwd(),
        "PATH": os.pathsep.join([os.path.dirname(deno), os.environ.get("PATH", "")]),
        "CONVICTION_STARTED_BY": "conviction",
    }
    return [deno, "run", *own, *args], env


def main() -> None:
    """The command ``conviction``: becomes Deno."""
    if sys.stderr.isatty() and "--quiet" not in sys.argv:
        sys.stderr.write("… starting; the first time takes a few seconds")
        sys.stderr.flush()
    command, env = _command(sys.argv[1:])
    if os.name == "nt":
        sys.exit(subprocess.run(command, env=env).returncode)
    os.execve(command[0], command, env)
