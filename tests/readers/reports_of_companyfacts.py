"""What each periodic report of companyfacts files states, read by another program than ours.

Prints one JSON object for each report, in the order in which they were filed: number, form, day of filing, its lines.
Usage: reports_of_companyfacts.py FILE...
"""

import gzip
import json
import re
import sys


def reports_of(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
        taxonomies = json.load(file)["facts"]
    reports = {}
    for taxonomy, tags in taxonomies.items():
        for tag, served in tags.items():
            for unit, rows in served["units"].items():
                for row in rows:
                    if not re.fullmatch(r"(10-[KQ]|20-F)T?(/A)?", row["form"]):
                        continue
                    report = reports.setdefault(row["accn"], {
                        "file": path, "accession": row["accn"], "form": row["form"], "filed": row["filed"], "lines": [],
                    })
                    report["lines"].append({
                        "statement": "any", "order": len(report["lines"]), "tag": f"{taxonomy}/{tag}", "own": False,
                        "start": row.get("start"), "end": row["end"], "axes": [], "unit": unit, "value": row["val"],
                        "decimals": None, "label": "",
                    })
    return sorted(reports.values(), key=lambda one: (one["filed"], one["accession"]))


for path in sys.argv[1:]:
    for report in reports_of(path):
        print(json.dumps(report))
