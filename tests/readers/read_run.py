"""Reads every format of a run with every reader and compares it with theses.jsonl.

    python read_run.py RUN_FOLDER [MARKDOWN...]

Each python block of the Markdown files that mentions `theses.` is run in the run's folder too: it must assign
the rows to `theses`. Prints a line for each reader and file, and ends with 1 when a value differs.
"""

import ast
import csv
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata
from pathlib import Path
from urllib.parse import unquote

import duckdb
import openpyxl
import pandas as pd
import polars as pl
import pyarrow.parquet as pq

NUMBERS = ["confidence", "score", "rank", "drawdown_probability", "verification_confidence", "coverage"]
LISTS = ["warnings", "files", "key_drivers", "risks"]
TEXTS = ["ticker", "status", "signal", "top_driver", "top_risk", "horizon", "benchmark", "currency", "subject"]
TEXTS += ["reasoning", "error_code", "error"]
# Column names of the workbook, with those of theses.csv.
SHOWN = {"Signal": "signal", "Rank": "rank", "Drawdown risk": "drawdown_probability", "Score": "score"}
SHOWN |= {"Confidence": "confidence", "Main reason": "top_driver", "Main risk": "top_risk", "Reasoning": "reasoning"}
SHOWN |= {"As of": "as_of", "Row": "row"}
# LibreOffice: commas, quotes, UTF-8; each sheet into its own file, numbers unformatted.
TO_CSV = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1"

# More than any table of a run has.
MOST_COLUMNS = 80

failures = []
checks = 0


def main(folder, markdown):
    run = Path(folder)
    header = json.loads((run / "manifest.json").read_text())["header"]
    with open(run / "theses.jsonl", encoding="utf-8", newline="\n") as lines:  # splitlines() cuts at U+2028 too
        truth = [truth_of(json.loads(line)) for line in lines]
    rank(truth)
    read_csvs(run, truth, header)
    read_parquets(run, truth, header)
    read_jsonls(run, truth, header)
    read_workbooks(run, truth, header)
    for name in ("failures.csv", "changes.csv"):
        read_plain_csv(run / name)
    count = sum(run_blocks(run, Path(path), truth) for path in markdown)
    if markdown and count < 3:
        failures.append(f"{count} examples in {', '.join(markdown)}: at least 3 are expected")
    for failure in failures[:40]:
        print("DIFFERS", failure)
    print(f"{checks} values compared, {len(failures)} differ")
    return 1 if failures else 0


# The expected values: those of theses.jsonl, under the names of theses.csv.


def truth_of(line):
    result = line.get("result") or {}
    thesis, metadata = result.get("agent_thesis") or {}, result.get("metadata") or {}
    drivers, risks, error = result.get("key_drivers"), result.get("risks"), line.get("error") or {}
    row = {"row": line["row"], "ticker": line["ticker"] or None, "status": line["status"]}
    row |= {name: thesis.get(name) for name in ("signal", "confidence", "reasoning")}
    row |= {name: metadata.get(name) for name in ("score", "drawdown_probability", "as_of", "horizon", "benchmark")}
    row |= {name: metadata.get(name) for name in ("currency", "subject")}
    row["verification_confidence"] = (metadata.get("verification") or {}).get("confidence")
    row["coverage"] = (metadata.get("evidence") or {}).get("coverage")
    row |= {"key_drivers": drivers, "risks": risks, "top_driver": first(drivers), "top_risk": first(risks)}
    row["warnings"] = line["warnings"] if result else None
    row["files"] = [file["path"] for file in line.get("files", [])] if result else None
    row |= {"error_code": error.get("code"), "error": error.get("message")}
    return row | {f"in_{name}": cell for name, cell in line["input"].items()}


def rank(rows):
    scores = [row["score"] for row in rows if row["score"] is not None]
    for row in rows:
        row["rank"] = None if row["score"] is None else 1 + sum(other > row["score"] for other in scores)


def first(values):
    return values[0] if values else None


# CSV: lists are joined, our line breaks are spaces, and a text that could run as a formula has an apostrophe.


def read_csvs(run, truth, header):
    path = run / "theses.csv"
    expected = [flat_row(row, header) for row in truth]
    for name, read in {"csv": with_csv, "pandas": with_pandas, "Polars": with_polars, "DuckDB": with_duckdb}.items():
        rows = [{key: unguard(cell) for key, cell in row.items()} for row in read(path)]
        compare(f"{name} theses.csv", rows, expected)
    tables = {name: with_csv(run / f"{name}.csv") for name in ("failures", "changes") if (run / f"{name}.csv").exists()}
    tables["theses"] = [{key: "" if value is None else value for key, value in row.items()} for row in expected]
    for name, rows in with_libreoffice([run / f"{name}.csv" for name in tables]).items():
        one_break = [{key: lf(value if name == "theses" else unguard(value)) for key, value in row.items()}
                     for row in tables[name]]
        compare(f"LibreOffice {name}.csv", rows, one_break)


def flat_row(row, header):
    texts = {name: flat(row[name]) for name in TEXTS + ["as_of"]}
    lists = {name: " | ".join(flat(text) for text in row[name] or []) for name in LISTS}
    cells = {f"in_{name}": row[f"in_{name}"] for name in header}
    return {"row": row["row"]} | texts | lists | cells | {name: row[name] for name in NUMBERS}


def flat(text):
    # JavaScript's white space; Python's \s is not quite the same.
    return "" if text is None else re.sub(r"[\s\ufeff]*[\r\n\u2028\u2029]+[\s\ufeff]*", " ", text)


def lf(value):
    return re.sub(r"\r\n?", "\n", value) if isinstance(value, str) else value


def unguard(cell):
    return cell[1:] if isinstance(cell, str) and cell.startswith("'") else cell


def with_csv(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def with_pandas(path):
    return pd.read_csv(path, dtype=str, keep_default_na=False).to_dict("records")


def with_polars(path):
    return pl.read_csv(path, infer_schema=False).to_dicts()


def with_duckdb(path):
    table = duckdb.read_csv(str(path), all_varchar=True, header=True, quotechar='"', escapechar='"')
    return [dict(zip(table.columns, values)) for values in table.fetchall()]


def with_libreoffice(paths):
    """Every column is read as text, as in the dialog that opens a CSV."""
    formats = "/".join(f"{at + 1}/2" for at in range(MOST_COLUMNS))
    found = converted(paths, infilter=f"CSV:44,34,76,1,{formats},0,false,false")
    return {name.split("-")[0]: [{key: unguard(cell) for key, cell in row.items()} for row in rows]
            for name, rows in found.items()}


def converted(paths, infilter=None):
    """The sheets of files by name, as LibreOffice reads them."""
    with tempfile.TemporaryDirectory() as folder:
        # A separate profile lets two instances run at once.
        command = ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless"]
        command += ([f"--infilter={infilter}"] if infilter else []) + ["--convert-to", TO_CSV]
        command += ["--outdir", f"{folder}/out", *map(str, paths)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        found = {file.stem: with_csv(file) for file in sorted(Path(folder, "out").glob("*.csv"))}
        if done.returncode != 0 or not found:
            raise RuntimeError(f"LibreOffice cannot read {paths}: {done.stdout} {done.stderr}")
        return found


def read_plain_csv(path):
    if not path.exists():
        return print(f"{path.name} does not exist")
    expected = with_csv(path)
    for name, read in {"pandas": with_pandas, "Polars": with_polars, "DuckDB": with_duckdb}.items():
        compare(f"{name} {path.name}", read(path), expected)


# Parquet: types, lists as lists, texts unchanged.


def read_parquets(run, truth, header):
    path = str(run / "theses.parquet")
    names = ["row", *TEXTS, *NUMBERS, *LISTS, "as_of", *(f"in_{name}" for name in header)]
    expected = [{name: row[name] for name in names} for row in truth]
    table = duckdb.read_parquet(path)
    pandas = pd.read_parquet(path, dtype_backend="pyarrow")
    readers = {
        "pyarrow": pq.read_table(path).to_pylist(),
        "pandas": pandas.to_dict("records"),
        "Polars": pl.read_parquet(path).to_dicts(),
        "DuckDB": [dict(zip(table.columns, values)) for values in table.fetchall()],
    }
    for name, rows in readers.items():
        compare(f"{name} theses.parquet", [{k: plain(v) for k, v in row.items()} for row in rows], expected)
    types = {"row": "int32", "score": "double", "as_of": "date32[day]", "risks": "list<element: string not null>"}
    schema = pq.read_schema(path)
    compare("types of theses.parquet", [{name: str(schema.field(name).type) for name in types}], [types])
    manifest = json.loads((run / "manifest.json").read_text())
    words = {key.decode(): value.decode() for key, value in pq.read_metadata(path).metadata.items()}
    expected = {"run_id": manifest["run_id"], "service": manifest["service"]["name"]}
    compare("metadata of theses.parquet", [{key: words.get(key) for key in expected}], [expected])


def plain(value):
    """A day as text, an array as a list, and None for a missing value."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list):
        return value
    if value is None or value is pd.NA or (isinstance(value, float) and math.isnan(value)):
        return None
    return value.isoformat()[:10] if hasattr(value, "isoformat") else value


# JSON lines: the whole answers.


def read_jsonls(run, truth, header):
    path = str(run / "theses.jsonl")
    expected = [{name: row[name] for name in JSON_NAMES} | inputs(row, header) for row in truth]
    table = duckdb.sql(f"""select "row", ticker, status, result, input
        from read_json('{path}', format = 'newline_delimited', sample_size = -1)""")
    readers = {
        "pandas": pd.read_json(path, lines=True, dtype=False, precise_float=True).to_dict("records"),
        "Polars": pl.read_ndjson(path, infer_schema_length=None).to_dicts(),
        "DuckDB": [dict(zip(table.columns, values)) for values in table.fetchall()],
    }
    for name, rows in readers.items():
        compare(f"{name} theses.jsonl", [from_json(row, header) for row in rows], expected)


JSON_NAMES = ["row", "ticker", "status", "signal", "confidence", "reasoning", "score", "key_drivers", "risks"]


def from_json(row, header):
    result = row.get("result")
    result = result if isinstance(result, dict) else {}
    thesis, metadata = result.get("agent_thesis") or {}, result.get("metadata") or {}
    found = {"row": row["row"], "ticker": row["ticker"] or None, "status": row["status"], "score": metadata.get("score")}
    found |= {name: thesis.get(name) for name in ("signal", "confidence", "reasoning")}
    found |= {name: result.get(name) for name in ("key_drivers", "risks")}
    return found | {f"in_{name}": plain(row["input"][name]) for name in header}


def inputs(row, header):
    return {f"in_{name}": row[f"in_{name}"] for name in header}


# The workbook.


def read_workbooks(run, truth, header):
    path = run / "theses.xlsx"
    by_rank = sorted(truth, key=lambda row: math.inf if row["rank"] is None else row["rank"])
    by_risk = sorted(by_rank, key=lambda row: (row["signal"] is None, -(row["drawdown_probability"] or 0)))
    expected = [workbook_row(row, header) for row in by_risk]
    book = openpyxl.load_workbook(path)
    sums = re.compile(r"=-?\(?SUM(?:IF|SQ)?\([CD]")  # our own, over the positions of a portfolio
    formulas = [f"{sheet.title}!{cell.coordinate}" for sheet in book for line in sheet for cell in line
                if cell.data_type == "f" and not (sheet.title == "Portfolio" and sums.match(cell.value))]
    compare("formulas of theses.xlsx", [{"found": ", ".join(formulas)}], [{"found": ""}])
    targets = [cell.hyperlink.target for line in book["Theses"] for cell in line if cell.hyperlink]
    found = [{"link": target, "is_there": (run / unquote(target)).is_file()} for target in targets]
    compare("links of theses.xlsx", found, [{"link": target, "is_there": True} for target in targets])
    names, *lines = [[cell.value for cell in line] for line in book["Theses"]]
    sheets = {
        "openpyxl": [dict(zip(names, values)) for values in lines],
        "pandas": pd.read_excel(path, sheet_name="Theses", keep_default_na=False, dtype=object).to_dict("records"),
        "Polars": pl.read_excel(path, sheet_name="Theses", infer_schema_length=None).to_dicts(),
    }
    for name, rows in sheets.items():
        compare(f"{name} theses.xlsx", rows, expected)
    compare("LibreOffice theses.xlsx", converted([path])["theses-Theses"], [shortened(row) for row in expected])
    cells = book["Theses"][2]
    kinds = {name: cell.data_type for name, cell in zip(names, cells) if name in header and cell.value is not None}
    compare("types of theses.xlsx", [kinds], [kinds | {"ticker": "s", "id": "s"}] if "id" in kinds else [kinds])


def workbook_row(row, header):
    cells = {name: writable(row[f"in_{name}"]) for name in header}
    return cells | {title: writable(row[name]) for title, name in SHOWN.items()}


def shortened(row):
    """LibreOffice writes 15 digits into a CSV, and the percent sign if the cell shows one."""
    found = {name: float(f"{value:.15g}") if isinstance(value, float) else value for name, value in row.items()}
    chance = found["Drawdown risk"]
    return found | {"Drawdown risk": None if chance is None else f"{100 * chance:.15g}%"}


def writable(value):
    """Without the characters that no workbook can contain."""
    if not isinstance(value, str):
        return value
    text = lf(value).encode("utf-16", "surrogatepass").decode("utf-16", "ignore")
    return "".join(char for char in text if char in "\t\n" or not is_unwritable(char))


def is_unwritable(char):
    code = ord(char)
    return unicodedata.category(char) == "Cc" or code == 0xFFFD or code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF


# The examples of the documentation.


def run_blocks(run, path, truth):
    blocks = re.findall(r"```python\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)
    blocks = [block for block in blocks if "theses." in block]
    expected = sorted(row["ticker"] or "" for row in truth)
    before = os.getcwd()
    os.chdir(run)
    try:
        for at, block in enumerate(blocks):
            for count, theses in enumerate(read_by(block)):
                table = theses.fetchdf() if hasattr(theses, "fetchdf") else theses
                found = sorted(unguard(plain(value)) or "" for value in list(table["ticker"]))
                what = f"example {at + 1}.{count + 1} of {path.name}"
                compare(what, [{"ticker": value} for value in found], [{"ticker": value} for value in expected])
    finally:
        os.chdir(before)
    return len(blocks)


def read_by(block):
    """Every table that a block calls `theses`, in order."""
    scope, last = {}, None
    for statement in ast.parse(block).body:
        exec(compile(ast.Module([statement], []), "example", "exec"), scope)
        theses = scope.get("theses")
        if theses is not last:
            yield theses
        last = theses


# Comparing.


def compare(what, rows, expected):
    global checks
    before = len(failures)
    if len(rows) != len(expected):
        failures.append(f"{what}: {len(rows)} rows instead of {len(expected)}")
    for at, (row, truth) in enumerate(zip(rows, expected)):
        for name, value in truth.items():
            checks += 1
            found = row.get(name, "no such column")
            if not same(found, value):
                failures.append(f"{what}, row {at + 1}, {name}: {found!r} instead of {value!r}")
    print("ok     " if len(failures) == before else "DIFFERS", f"{what}, {len(rows)} rows")


def same(found, value):
    if value is None or value == "":
        return found is None or found == "" or (isinstance(found, float) and math.isnan(found))
    if isinstance(value, bool) or isinstance(value, list):
        return found == value
    if isinstance(value, (int, float)):
        return not isinstance(found, bool) and number(found) == value
    if isinstance(value, str) and isinstance(found, (int, float)) and not isinstance(found, bool):
        # A column of plain numbers is numeric in the workbook.
        return re.fullmatch(r"-?(0|[1-9]\d*)(\.\d+)?", value) is not None and float(value) == found
    return found == value


def number(value):
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


if __name__ == "__main__":
    if shutil.which("soffice") is None:
        sys.exit("Cannot read a run with every reader: there is no soffice")
    sys.exit(main(sys.argv[1], sys.argv[2:]))
