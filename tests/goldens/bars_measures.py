"""What is remarkable about bars, by pandas: python bars_measures.py SAMPLE_FOLDER > bars_measures.json

Definitions are those of src/data/metrics/bars.ts. Each company has the bars of a rule that another language can repeat, but for
the changes that are written into the file.
"""
import json
import sys

import numpy as np
import pandas as pd

DAY = "2024-05-15"
CLOSED = """2023-01-16 2023-02-20 2023-04-07 2023-05-29 2023-06-19 2023-07-04 2023-09-04 2023-11-23 2023-12-25 2024-01-01 2024-01-15
2024-02-19 2024-03-29""".split()
COUNT, YEAR = 300, 252
FACTORS = [1.5, 2, 3, 4, 5, 7, 8, 10, 15, 20, 100, 1000]
SPANS = {252: (355, 390), 60: (80, 110), 21: (26, 48)}

# `FROM-TO FIELD *TIMES` or `FROM-TO FIELD =VALUE`, from one bar to before another; `FROM-TO left out`
CHANGES = {
    "CALM": [],
    "HALF": ["0-180 all *2"],
    "STEP": ["0-200 all *1.45"],
    "PLAIN": ["0-300 open =none", "0-220 close *1.5", "0-220 low *1.5", "0-220 high *1.5"],
    "BOUGHT": ["240-300 all *1.6", "240-241 volume =9000"],
    "SPUN": ["150-300 all *0.5", "230-300 all *1.7", "230-231 volume =7000"],
    "FAR": ["100-300 all *2000"],
    "SPIKE": ["250-251 all *1.7", "260-261 close *0.5"],
    "WRONG": ["255-256 low =90", "270-271 high =30"],
    "TWIN": ["0-300 as CALM"],
    "STILL": ["270-300 close =44", "271-300 volume =0"],
    "GAPPED": ["120-160 left out"],
    "LATELY": ["285-299 left out"],
    "OLDER": ["0-40 all *3"],
    **{name: [f"244-245 all *{1 + times}"] for name, times in [("SHAREA", 0.2), ("SHAREB", 0.25), ("SHAREC", 0.3)]},
    "SHARED": ["244-245 all *1.22", "244-245 volume =5000"],
}


def ruled(place):
    at = np.arange(COUNT)
    cents = 4000 + 37 * (at + 13 * place) % 101 * 3 + 2 * at + place
    days = pd.to_datetime(np.busday_offset(DAY, at - COUNT + 1, holidays=CLOSED))
    prices = {"open": cents - 20, "high": cents + 60, "low": cents - 50, "close": cents}
    return pd.DataFrame({name: values / 100 for name, values in prices.items()} | {"volume": 500.0 + 53 * at % 97}, index=days)


def made():
    every = {name: ruled(place) for place, name in enumerate(CHANGES)}
    for name, changes in CHANGES.items():
        bars, kept = every[name], np.ones(COUNT, dtype=bool)
        for change in changes:
            rows, field, *value = change.split()
            first, end = map(int, rows.split("-"))
            rows = bars.index[first:end]
            fields = ["open", "high", "low", "close"] if field == "all" else [field]
            if field == "left":
                kept[first:end] = False
            elif field == "as":
                bars = every[value[0]].copy()
            elif value[0].startswith("*"):
                bars.loc[rows, fields] *= float(value[0][1:])
            else:
                bars.loc[rows, fields] = np.nan if value[0] == "=none" else float(value[0][1:])
        every[name] = bars[kept]
    return every


def times_traded(bars, at):
    """Over the median of the 60 bars before, in shares or in money, whichever is less."""
    before = bars.iloc[max(0, at - 60):at]
    money = [part["volume"] * part["close"] for part in (bars.iloc[[at]], before)]
    return min(bars["volume"].iloc[at] / before["volume"].median(), money[0].iloc[0] / money[1].median())


def reversed_on(every):
    """Days on which at least three names move beyond 15% and are back within 3%."""
    found = []
    for bars in every.values():
        close = bars["close"]
        away, back = close / close.shift() - 1, close.shift(-1) / close.shift() - 1
        found.append((away.abs() > 0.15) & (back.abs() <= 0.03))
    count = pd.concat(found, axis=1).eq(True).sum(axis=1)
    return set(count.index[count >= 3])


def spikes_of(bars, shared):
    close, kept, found = bars["close"].to_numpy(), 0, []
    for at in range(1, len(close) - 1):
        there, back, left = close[at] / close[kept] - 1, close[at + 1] / close[at] - 1, close[at + 1] / close[kept] - 1
        is_far = max(abs(there), abs(back)) > 0.4 and abs(left) <= 0.1
        is_shared = bars.index[at] in shared and abs(there) > 0.15 and abs(left) <= 0.03 and times_traded(bars, at) < 2
        if is_far or is_shared:
            found.append(at)
        else:
            kept = at
    return found


def is_split(bars, at):
    before, bar = bars["close"].iloc[at - 1], bars.iloc[at]
    ratio = bar["close"] / before
    far = max(ratio, 1 / ratio)
    if far > 10.3:
        return True
    opened = bar["open"] / before
    opened_far = opened if ratio > 1 else 1 / opened
    is_step = min(far, opened_far) >= 1.3 if not np.isnan(opened) else any(max(far / one, one / far) <= 1.03 for one in FACTORS)
    return (abs(ratio - 1) > 0.4 or is_step) and times_traded(bars, at) < 5


def measures(name, every, shared):
    given = every[name]
    spikes = spikes_of(given, shared)
    bars = given.copy()
    bars.iloc[spikes] = np.nan
    bars["close"] = bars["close"].ffill()
    year = range(max(1, len(bars) - YEAR), len(bars))
    moves = bars["close"].pct_change()
    splits = [at for at in year if is_split(bars, at)]
    jumps = [at for at in year if abs(moves.iloc[at]) > 0.4 and at not in splits]
    is_wrong = (bars["close"] < bars["low"]) | (bars["close"] > bars["high"]) | (bars["low"] > bars["high"])
    wrong = [at for at in year if is_wrong.iloc[at]]
    days = (bars.index - pd.Timestamp(0)).days
    found = {}
    for metric, marks in [("split", splits), ("jump", jumps)]:
        if marks:
            found[f"{metric}_day"] = days[marks[-1]]
            if moves.iloc[marks[-1]] <= 1000:
                found[f"{metric}_move"] = moves.iloc[marks[-1]]
            else:
                found["far_day"] = days[marks[-1]]
    if [at for at in spikes if at in year]:
        found["spike_day"] = days[spikes[-1]]
    if wrong:
        found["wrong_day"] = days[wrong[-1]]
    if any(other != name and every[other]["close"].equals(given["close"]) for other in every):
        found["same_since"] = days[0]
    moved = np.flatnonzero((moves != 0) | (bars["volume"] > 0))[-1]
    if len(bars) - 1 - moved >= 20:
        found["still_since"] = days[moved]
    for bars_back, (least, most) in SPANS.items():
        span = days[-1] - days[-1 - bars_back]
        if not least <= span <= most:
            found |= {"gap_bars": bars_back, "gap_days": span}
            break
    return {metric: float(value) for metric, value in found.items()}


def main():
    every = made()
    shared = reversed_on(every)
    made_of = [{"of": name, "changes": CHANGES[name], "values": measures(name, every, shared)} for name in every]
    json.dump({"day": DAY, "made": made_of}, sys.stdout, indent=2)
    print()


main()
