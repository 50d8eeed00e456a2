"""Measures of texts by numpy: python text_measures.py SAMPLE_FOLDER > text_measures.json

Definitions are those of src/data/metrics/text.ts, words those of tone_words.ts beside it. Makes the texts of three companies,
which it writes into the file: of each the sentences and how often each of them stands there.
"""
import json
import pathlib
import re
import sys

import numpy as np
import pandas as pd

DAY = pd.Timestamp("2024-06-28")
PLAIN = """The table shows the quarter.|Société Générale and O’Brien’s team joined the call; the U.S. segment grew 12% in Q2.
We sell cloud services to 40 countries.|Operator, the next question please.""".replace("\n", "|").split("|")
MARKED = """Results were strong and margins improved.|We weren’t pleased, and it was not a good quarter.
Demand did not in any way get better.|STRONG-but-weak orders declined.|We may see risks; it could depend on rates.
Nothing was lost, and nobody didn't win.|An adverse ruling hurt us badly.|Never have we achieved more.
The outlook is uncertain, perhaps even more so than before.|Without excellent execution there is no progress""".replace("\n", "|").split("|")
RISKS = [f"{what} may harm {whom}." for what in ["Competition", "Inflation", "A new rule", "Litigation", "An outage"]
         for whom in ["our sales", "our reputation", "the supply of parts"]]


def lists(folder):
    source = (pathlib.Path(folder).parent / "metrics/tone_words.ts").read_text()
    found = re.findall(r"export const (\w+)_WORDS.*?listed\(`(.*?)`\)", source, re.S)
    return {name.lower(): set(words.split()) for name, words in found}


def words(text):
    return [one.lower().replace("’", "'") for one in re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)*", text)]


def spoken(text, listed):
    all_words = words(text)
    marks = {name: np.array([one in own for one in all_words]) for name, own in listed.items()}
    near = np.convolve(marks["turning"], [0, 1, 1, 1])[:len(all_words)] > 0
    turned = (marks["positive"] & near).sum()
    plus, minus = marks["positive"].sum() - turned, marks["negative"].sum() + turned
    return {"words": len(all_words), "plus": plus, "minus": minus, "unsure": marks["uncertain"].sum()}


def distance(one, other):
    counts = pd.concat([pd.Series(words(text)).value_counts() for text in (one, other)], axis=1).fillna(0)
    first, second = counts.to_numpy().T
    return 1 - first @ second / np.sqrt(first @ first * (second @ second))


def newest(texts, day, least, most):
    days = (day - texts["day"]).dt.days
    return texts[days.between(least, most)].sort_values(["day", "id"]).iloc[-1]


def of_calls(calls, listed):
    call = newest(calls, DAY, 0, 100)
    own = spoken(call["text"], listed)
    if own["words"] < 200:
        return {}
    tone = lambda one: (one["plus"] - one["minus"]) / (one["plus"] + one["minus"])
    found = {
        "tone": tone(own),
        "uncertainty": own["unsure"] / own["words"],
        "call_day": (call["day"] - pd.Timestamp(0)).days,
        "call_words": own["words"],
        "call_positive": own["plus"],
        "call_negative": own["minus"],
    }
    before = newest(calls, call["day"], 45, 200)
    other = spoken(before["text"], listed)
    if other["words"] >= 200:
        found |= {"tone_change": tone(own) - tone(other), "call_before": (before["day"] - pd.Timestamp(0)).days}
    return found


def of_risks(reports):
    report = newest(reports, DAY, 0, 400)
    before = newest(reports, report["day"], 300, 430)
    days = {name: (one["day"] - pd.Timestamp(0)).days for name, one in [("risks_day", report), ("risks_before", before)]}
    return {"filing_change": distance(report["risks"], before["risks"]), **days}


def of_news(news):
    ages = (DAY - news["known"]).dt.days
    if ages.min() > 14 or ages.max() < 60:
        return {}
    recent, usual = (ages < 5).sum(), (ages < 60).sum()
    return {"news_volume": (recent / 5) / (usual / 60), "news_recent": recent, "news_usual": usual}


def measures(texts, listed):
    parts = [{name: joined(part) for name, part in one["parts"].items()} for one in texts]
    table = pd.DataFrame([{**one, "text": " ".join(own.values()), "risks": own.get("Item 1A")} for one, own in zip(texts, parts)])
    table["day"], table["known"] = pd.to_datetime(table["day"]), pd.to_datetime(table["known"])
    table = table[table["known"] <= DAY]
    found = {}
    for kinds, of in [
        (["call"], lambda own: of_calls(own, listed)),
        (["10-K"], lambda own: of_risks(own[own["risks"].notna()])),
        (["news", "post"], of_news),
    ]:
        try:
            found |= of(table[table["kind"].isin(kinds)])
        except (LookupError, KeyError):
            pass
    return {metric: float(value) for metric, value in found.items()}


def joined(part):
    return " ".join(sentence for sentence, times in part.items() for _ in range(times))


def made_texts(random, calls, reports, news):
    """A day stands for a text, with when it became known behind it where that is later."""
    def text(kind, at, day, parts):
        day, known = [*day.split(), day][:2] if " " in day else [day, day]
        return {"id": f"{kind} {at}", "kind": kind, "day": day, "known": known, "parts": parts}

    def chosen(sentences, mean):
        counts = random.poisson(mean, len(sentences))
        return {one: int(count) for one, count in zip(sentences, counts) if count > 0}

    for at, day in enumerate(calls):
        parts = {"remarks": chosen(PLAIN, 6) | chosen(MARKED, 2), "questions": chosen(PLAIN + MARKED, 2)}
        yield text("call", at, day, parts)
    for at, day in enumerate(reports):
        risks = {} if day.endswith("no risks") else {"Item 1A": chosen(RISKS, 6)}
        yield text("10-K", at, day.removesuffix(" no risks"), {"Item 1": chosen(PLAIN, 5), **risks, "Item 7": chosen(MARKED, 3)})
    for at, day in enumerate(news):
        yield text("news" if at % 3 else "post", at, day, {"": {"Shares fell.": 1}})


def main(folder):
    random, listed = np.random.default_rng(8), lists(folder)
    made = [
        {"of": name, "texts": list(made_texts(random, *days))}
        for name, *days in [
            (
                "CALLS", ["2023-11-02", "2024-02-01", "2024-03-25", "2024-05-02", "2024-05-02", "2024-06-27 2024-07-01"],
                ["2023-02-20", "2023-03-01", "2024-02-28", "2024-04-30 no risks"],
                ["2024-04-28", "2024-04-29", "2024-04-30", "2024-06-21", "2024-06-23", "2024-06-24", "2024-06-20 2024-06-28", "2024-06-28 2024-07-01"],
            ),
            (
                "OLDER", ["2023-12-18", "2024-03-20"], ["2022-05-30", "2023-05-25"],
                ["2023-12-01", "2024-06-01", "2024-06-14"],
            ),
            ("STALE", ["2023-11-02", "2024-03-19"], ["2021-05-30", "2023-05-24"], ["2024-05-20", "2024-06-27"]),
        ]
    ]
    made = [{**one, "values": measures(one["texts"], listed)} for one in made]
    json.dump({"day": str(DAY.date()), "made": made}, sys.stdout, indent=2, ensure_ascii=False)
    print()


main(sys.argv[1])
