"""What reports state in their primary statements, read by another program than ours: a tree of the whole document.

Prints one JSON object for each file: its cover, and the lines of its income statement, balance sheet and cash flow
statement with label, order and fact. An instance has no statements: all that it states of the whole company is printed.
Usage: face_of_reports.py FILE...
"""

import gzip
import json
import re
import sys
from datetime import date, timedelta
from decimal import Decimal
from xml.etree import ElementTree

XI = "{http://www.xbrl.org/2003/instance}"
IX = "{http://www.xbrl.org/2013/inlineXBRL}"
TAXONOMIES = ("us-gaap", "ifrs-full", "dei")
# What stands in one statement alone, and in no other table outside of the notes.
MARKS = {
    "cash": r"NetCashProvidedByUsedIn(Operating|Investing|Financing)Activities(ContinuingOperations)?$",
    "balance": r"(Assets|LiabilitiesAndStockholdersEquity|EquityAndLiabilities)$",
    "income": r"(IncomeTaxExpenseBenefit|IncomeTaxExpenseContinuingOperations|EarningsPerShare(Basic|Diluted|BasicAndDiluted))$",
}
DASHES = "-\u2013\u2014"


def local(element):
    return element.tag.rsplit("}", 1)[-1] if isinstance(element.tag, str) else ""


def contexts_of(root):
    found = {}
    for context in root.iter(XI + "context"):
        texts = {local(one): (one.text or "").strip() for one in context.iter()}
        parts = [one for one in context.iter() if local(one) in ("explicitMember", "typedMember")]
        end = texts.get("endDate") or texts.get("instant")
        if end and "T" in end:  # midnight, which ends the day before
            end = str(date.fromisoformat(end[:10]) - timedelta(days=1 if "T00" in end else 0))
        axes = [(one.get("dimension"), (one.text or "").strip()) for one in parts]
        found[context.get("id")] = (texts.get("startDate"), end, axes)
    return found


def units_of(root):
    return {
        unit.get("id"): "/".join((one.text or "").strip().split(":")[-1] for one in unit.iter(XI + "measure"))
        for unit in root.iter(XI + "unit")
    }


def number_of(element):
    """The value of an inline fact, `None` for one in words."""
    text = "".join(element.itertext()).strip()
    form = (element.get("format") or "").split(":")[-1]
    if re.fullmatch(r"fixed-?zero|zerodash|numdash", form) or (text and text in DASHES):
        return Decimal(0)
    text = re.sub(r"[,\s\u00a0]", "", text)
    if not re.fullmatch(r"\d*\.?\d+|\d+\.", text):
        return None
    value = Decimal(text).scaleb(int(element.get("scale") or 0))
    return -value if element.get("sign") == "-" else value


def label_of(row):
    """The first text of a row that is no number."""
    for cell in row:
        text = " ".join("".join(cell.itertext()).split())
        if re.search(r"[A-Za-z]{2}", text):
            return text
    return ""


class Tables:
    """The tables of a document outside of its notes, each with its facts in order."""

    def __init__(self, root):
        self.tables = []
        self.texts = {}
        self.walk(root, table=None, row=None)

    def walk(self, element, table, row):
        name = local(element)
        if element.tag in (IX + "nonNumeric", IX + "continuation"):
            tag = element.get("name") or ""
            if element.tag == IX + "continuation" or tag.endswith("TextBlock"):
                return
            self.texts.setdefault(tag, " ".join("".join(element.itertext()).split()))
        if name == "table":
            table = []
            self.tables.append(table)
        if name == "tr":
            row = element
        if element.tag == IX + "nonFraction" and table is not None:
            table.append((element, row))
        for child in element:
            self.walk(child, table, row)


def lines_of(table, contexts, units):
    lines = []
    for element, row in table:
        prefix, tag = element.get("name").split(":")
        start, end, axes = contexts[element.get("contextRef")]
        value = number_of(element)
        if element.get("{http://www.w3.org/2001/XMLSchema-instance}nil") == "true" or value is None:
            continue
        lines.append({
            "tag": f"{prefix}/{tag}", "own": prefix not in TAXONOMIES, "start": start, "end": end, "axes": axes,
            "unit": units.get(element.get("unitRef")), "value": float(value), "decimals": element.get("decimals"),
            "label": label_of(row) if row is not None else "",
        })
    return lines


def statement_of(lines):
    """Which statement a table is: a statement of equity has columns that are parts of equity."""
    whole = [one for one in lines if not one["axes"]]
    if any("StatementEquityComponentsAxis" in axis for one in lines for axis, _ in one["axes"]):
        return "equity"
    for name, mark in MARKS.items():
        if any(re.search("/" + mark, one["tag"]) for one in whole):
            return name
    return "other"


def read_inline(root):
    found = Tables(root)
    contexts, units = contexts_of(root), units_of(root)
    lines = []
    for table in found.tables:
        read = lines_of(table, contexts, units)
        statement = statement_of(read) if read else "other"
        lines += [{"statement": statement, "order": at, **one} for at, one in enumerate(read)]
    cover = {name: text for tag, text in found.texts.items() for name in [tag.split(":")[-1]]}
    return {"kind": "inline", "form": cover.get("DocumentType"), "lines": lines}


def read_instance(root):
    contexts, units = contexts_of(root), units_of(root)
    lines = []
    for element in root:
        reference = contexts.get(element.get("contextRef"))
        if reference is None or element.get("unitRef") is None or not (element.text or "").strip():
            continue
        namespace, tag = element.tag[1:].split("}")
        prefix = next((one for one in TAXONOMIES if re.search(rf"/{one}/", namespace)), None)
        start, end, axes = reference
        lines.append({
            "statement": "any", "order": len(lines), "tag": f"{prefix}/{tag}", "own": prefix is None, "start": start,
            "end": end, "axes": axes, "unit": units.get(element.get("unitRef")), "value": float(element.text),
            "decimals": element.get("decimals"), "label": "",
        })
    return {"kind": "instance", "lines": lines}


def main():
    sys.setrecursionlimit(100_000)
    for path in sys.argv[1:]:
        with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
            root = ElementTree.parse(file).getroot()
        read = read_instance if local(root) == "xbrl" else read_inline
        print(json.dumps({"file": path, **read(root)}))


main()
