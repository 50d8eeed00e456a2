"""Computes every figure of a score.csv with independent code, and compares them to 1e-9.

    python3 score_reference.py SCORE.csv --prices FILE... [--benchmark ^GSPC] --run FOLDER...

Reads theses.jsonl (and compares theses.csv with it) and the price files; shares no code with src/score. Statistics are
those of scipy, scikit-learn and statsmodels; intervals of dates are chosen by dynamic programming, not greedily.
"""

import argparse
import collections
import csv
import datetime as dt
import gzip
import itertools
import json
import math
import os
import re
import statistics
import sys

import numpy as np
from scipy import stats
from sklearn.metrics import brier_score_loss, roc_auc_score
from statsmodels.stats.proportion import proportion_confint

TOLERANCE = 1e-9
MAX_CLOSE_AGE = 5
MIN_NAMES = 5

Case = collections.namedtuple("Case", "ticker entry exit excess fell signal confidence score chance")
Bar = collections.namedtuple("Bar", "day close open low high volume")


# ------------------------------------------------------------------ prices
def read_prices(paths):
    """{(ticker, frequency, basis): [bar, ...]}; the first row of a day counts."""
    found = collections.defaultdict(dict)
    for path in paths:
        opened = gzip.open(path, "rt", newline="") if path.endswith(".gz") else open(path, newline="")
        with opened as file:
            rows = csv.DictReader(file)
            names = {re.sub("[^a-z]", "", name.lower()): name for name in rows.fieldnames}
            close, adjusted = names.get("close"), names.get("adjclose")
            stem = re.sub(r"\.csv(\.gz)?$", "", os.path.basename(path)).upper()
            for row in rows:
                day = row[names["date"]][:10]
                if close is None and adjusted is None:  # one column per ticker, with dividends except for an index
                    for ticker in rows.fieldnames[1:]:
                        basis = "price" if ticker.startswith("^") else "return"
                        add(found[ticker, basis], day, row[ticker])
                    continue
                ticker = row[names["ticker"]] if "ticker" in names else stem
                more = [row[names[name]] if name in names else "" for name in ("open", "low", "high", "volume")]
                if close is not None:
                    add(found[ticker, "price"], day, row[close], *more)
                if adjusted is not None:
                    add(found[ticker, "return"], day, row[adjusted], *more, traded=row[close or adjusted])
        for ticker, basis in list(found):
            days = sorted(found[ticker, basis])
            gaps = [(date(b) - date(a)).days for a, b in itertools.pairwise(days)]
            monthly = len(gaps) > 0 and statistics.median(gaps) > 20
            series = [found[ticker, basis][day] for day in days]
            SERIES.setdefault((ticker, "monthly" if monthly else "daily", basis), series)
        found.clear()
    believe()


SERIES = {}
DOUBTED = collections.defaultdict(set)  # by key of SERIES: days that no return from an earlier one crosses or reaches


def add(series, day, text, *more, traded=None):
    if text not in MISSING and day not in series:
        prices = [math.nan if cell in MISSING else float(cell) for cell in more] or [math.nan] * 4
        times = 1 if traded is None else float(text) / float(traded)
        series[day] = Bar(day, float(text), *(price * times for price in prices[:3]), prices[3])


MISSING = ("", "null", "nan", "NA")


# ------------------------------------------------------------------ which bars are believed
# "When bars carry no figure" of docs/measures.md, and src/data/metrics/bars.ts
HAIR = 1e-9
FACTORS = (1.5, 2, 3, 4, 5, 7, 8, 10, 15, 20, 100, 1000)


def believe():
    """Puts the bar before in the place of one that the next one undoes, and notes which days are doubted."""
    back = collections.defaultdict(set)
    for (ticker, frequency, basis), bars in SERIES.items():
        for one, two, three in zip(bars, bars[1:], bars[2:]):
            if frequency == "daily" and is_back(one, two, three, move=0.15, within=0.03):
                back[two.day].add(ticker)
    shared = {day for day, names in back.items() if len(names) >= 3}
    for key, bars in SERIES.items():
        daily = key[1] == "daily"
        kept = without_spikes(bars, shared) if daily else bars
        SERIES[key] = kept
        for at in range(1, len(kept)):
            if is_doubted(kept, at) if daily else times(kept[at].close, kept[at - 1].close) > 1.8 + HAIR:
                DOUBTED[key].add(kept[at].day)
        for at, (_, close, _, low, high, _) in enumerate(kept):
            if any(ratio > 1.1 + HAIR for ratio in (low / high, low / close, close / high)):
                DOUBTED[key].update(bar.day for bar in kept[at : at + 2])
    alike = collections.defaultdict(list)
    for key, bars in SERIES.items():
        alike[key[1:], tuple(bar[:2] for bar in bars[:60])].append(key)
    for key, other in (pair for keys in alike.values() for pair in itertools.permutations(keys, 2)):
        own, others = ([bar[:2] for bar in SERIES[one]] for one in (key, other))
        some = min(len(own), len(others))
        is_one = own[:some] == others[:some] and len({close for _, close in own[:some]}) >= 20
        if key[0] != other[0] and some >= 60 and abs(len(own) - len(others)) <= 5 and is_one:
            DOUBTED[key].update(day for day, _ in own)


def is_back(before, bar, after, move, within):
    return abs(bar.close / before.close - 1) > move + HAIR and abs(after.close / before.close - 1) <= within + HAIR


def without_spikes(bars, shared):
    kept = bars[:1]
    for at in range(1, len(bars) - 1):
        before, bar, after = kept[-1], bars[at], bars[at + 1]
        jumps = abs(bar.close / before.close - 1) > 0.4 + HAIR or abs(after.close / bar.close - 1) > 0.4 + HAIR
        alone = jumps and abs(after.close / before.close - 1) <= 0.1 + HAIR
        several = bar.day in shared and is_back(before, bar, after, move=0.15, within=0.03) and traded(bars, at) < 2 - HAIR
        again = before._replace(open=math.nan, low=math.nan, high=math.nan)
        kept.append(again if alone or several else bar)
    return kept + bars[max(1, len(bars) - 1) :]


def traded(bars, at):
    """Times the median of the 60 bars before, in shares or in money, whichever is less; 0 where it is not known."""
    if (date(bars[at].day) - date(bars[at - 1].day)).days > 7:
        return 0
    window = [bar for bar in bars[max(0, at - 60) : at] if bar.volume > 0]
    if len(window) < 20 or math.isnan(bars[at].volume):
        return 0
    shares = bars[at].volume / statistics.median(bar.volume for bar in window)
    money = bars[at].volume * bars[at].close / statistics.median(bar.volume * bar.close for bar in window)
    return min(shares, money)


def times(price, before):
    return max(price / before, before / price)


def is_like_split(ratio):
    return any(times(ratio, factor) <= 1.03 + HAIR for factor in FACTORS)


def is_doubted(bars, at):
    bar, before = bars[at], bars[at - 1].close
    ratio = times(bar.close, before)
    if ratio > 10 * 1.03 + HAIR:
        return True
    if math.isnan(bar.open):
        step = is_like_split(ratio)
    else:  # close and open on the same side of the close before
        opened = bar.open / before if bar.close > before else before / bar.open
        step = min(ratio, opened) >= 1.3 - HAIR
    return (step or abs(bar.close / before - 1) > 0.4 + HAIR) and traded(bars, at) < 5 - HAIR


def crosses(key, entry, end):
    return any(entry < day <= end for day in DOUBTED[key])


def date(day):
    return dt.date.fromisoformat(day)


def near(series, day):
    """The index of the last close on or before a day."""
    at = None
    low, high = 0, len(series)
    while low < high:
        middle = (low + high) // 2
        if series[middle][0] <= day:
            at, low = middle, middle + 1
        else:
            high = middle
    return at if at is not None and (date(day) - date(series[at][0])).days <= MAX_CLOSE_AGE else None


def candidates(ticker, benchmark):
    for frequency in ("daily", "monthly"):
        pairs = []
        for basis in ("price", "return"):
            own = (ticker, frequency, basis)
            same, cross = ((benchmark, frequency, b) for b in (basis, "return" if basis == "price" else "price"))
            if own in SERIES:
                pairs.append((same not in SERIES, own, same if same in SERIES else cross if cross in SERIES else None))
        for _, own, market in sorted(pairs, key=lambda pair: pair[0]):
            yield frequency, own, market


def outcome(ticker, day, horizon, benchmark):
    """Entry, exit, excess and whether it fell; or why there is none. A fall of a name that ended has no excess."""
    found, ended = None, False
    for frequency, key, market_key in candidates(ticker, benchmark):
        own, market = SERIES[key], SERIES.get(market_key)
        bars = horizon if frequency == "daily" else horizon / 21
        start = near(own, day)
        if start is None or bars != int(bars):
            continue
        stretch = own[start : start + int(bars) + 1]
        is_whole = len(stretch) == int(bars) + 1
        entry, first = stretch[0][:2]
        end = stretch[-1].day if is_whole else passed(market, entry, int(bars))
        if end is None:
            continue
        if crosses(key, entry, end):
            return "doubted"
        closes = np.array([bar.close for bar in stretch])
        fell = bool((closes / np.maximum.accumulate(closes) - 1).min() <= -0.15)
        if not is_whole:
            ended = True
            found = found or (entry, end, None, fell) if fell else found
            continue
        excess = stretch[-1].close / first - 1
        if benchmark is not None:
            if market is None:
                continue
            a, b = near(market, entry), near(market, end)
            if a is None or b is None:
                continue
            if crosses(market_key, entry, end):
                return "doubted"
            excess -= market[b].close / market[a].close - 1
        return entry, end, excess, fell
    return found or ("ended" if ended else None)


def passed(market, entry, bars):
    """The day so many sessions later, if the market has come to it: that of the benchmark, else of all daily names."""
    days = [bar.day for bar in market] if market else DAILY
    at = len([day for day in days if day <= entry]) - 1
    return days[at + bars] if at >= 0 and at + bars < len(days) else None


DAILY = []


# ------------------------------------------------------------------ theses
def read_theses(folders, benchmark):
    first = {}
    for folder in folders:
        with open(f"{folder}/theses.jsonl") as lines, open(f"{folder}/theses.csv", newline="") as table:
            for line, cells in itertools.zip_longest(map(json.loads, lines), csv.DictReader(table)):
                check_row(line, cells)
                thesis = read_thesis(line)
                if thesis is None:
                    continue
                ticker, day, asked = thesis["ticker"], thesis["day"], thesis["asked"] or "~"
                own = [SERIES[key] for _, key, _ in candidates(ticker, benchmark)]
                starts = (series[near(series, day)].day for series in own if near(series, day) is not None)
                key = (ticker, next(starts, day))
                if key not in first or asked < first[key]["asked_or"]:
                    first[key] = {**thesis, "asked_or": asked}
    return list(first.values())


def read_thesis(line):
    result = line.get("result")
    if not result:
        return None
    metadata = result.get("metadata") or {}
    thesis = result["agent_thesis"]
    days = (metadata.get("as_of"), (line.get("request", {}).get("metadata") or {}).get("as_of"), line.get("started_at"))
    day = next((text[:10] for text in days if text and re.match(r"\d{4}-\d\d-\d\d", text)), None)
    if day is None:
        return None
    return {
        "ticker": line["ticker"].upper(),
        "day": day,
        "asked": line.get("started_at"),
        "signal": thesis["signal"],
        "confidence": thesis["confidence"],
        "score": metadata.get("score"),
        "chance": metadata.get("drawdown_probability"),
    }


def check_row(line, cells):
    """Checks theses.csv against theses.jsonl."""
    thesis = read_thesis(line)
    if thesis is None:
        return
    for name, value in (("confidence", thesis["confidence"]), ("score", thesis["score"]), ("drawdown_probability", thesis["chance"])):
        said = float(cells[name]) if cells[name] != "" else None
        assert said == value, f"row {line['row']}: {name} is {said} in theses.csv and {value} in theses.jsonl"
    assert cells["signal"] == thesis["signal"], f"row {line['row']}: signals differ"


# ------------------------------------------------------------------ figures
def independent(stretches):
    """The most entries whose periods do not overlap, by dynamic programming from the last; sparse dates are skipped."""
    exits = collections.defaultdict(collections.Counter)
    for entry, end in stretches:
        exits[entry][end] += 1
    fullest = max((counts.total() for counts in exits.values()), default=0)
    usual = {
        entry: max(counts, key=lambda end: (counts[end], end))
        for entry, counts in exits.items()
        if 10 * counts.total() >= fullest
    }
    best, entries = {}, sorted(usual)
    for entry in reversed(entries):
        after = next((later for later in entries if later > entry and later >= usual[entry]), None)
        best[entry] = [entry] + (best[after] if after else [])
    longest = max((len(chain) for chain in best.values()), default=0)
    first = best[entries[0]] if entries else []
    assert len(first) == longest, "beginning with the first date finds fewer than there are"
    return first


class Figures:
    def __init__(self):
        self.rows = {}

    def put(self, horizon, measure, value, cases, bin="", low=None, high=None, counts=None):
        n = len(cases)
        dates = len({case.entry for case in cases})
        apart = len(independent((case.entry, case.exit) for case in cases))
        self.rows[str(horizon), measure, str(bin)] = (value, low, high, *(counts or (n, dates, apart)))

    def share(self, horizon, measure, successes, cases, bin=""):
        low, high = proportion_confint(successes, len(cases), alpha=0.05, method="wilson")
        self.put(horizon, measure, successes / len(cases), cases, bin, low, high)

    def over_dates(self, horizon, measure, cases, figure_of):
        groups = collections.defaultdict(list)
        for case in cases:
            groups[case.entry].append(case)
        values = {day: figure_of(groups[day]) for day in sorted(groups)}
        values = {day: value for day, value in values.items() if value is not None}
        used = [case for day in values for case in groups[day]]
        apart = independent((case.entry, case.exit) for case in used)
        counts = (len(used), len(values), len(apart))
        some = [values[day] for day in apart]
        t = stats.ttest_1samp(some, 0).statistic if len(some) >= 12 and np.ptp(some) > 1e-12 else None
        self.put(horizon, f"{measure}_mean", np.mean(list(values.values())) if values else None, used, counts=counts)
        self.put(horizon, f"{measure}_independent_mean", np.mean(some) if some else None, used, counts=counts)
        self.put(horizon, f"{measure}_independent_t", t, used, counts=counts)
        return values, groups

    def chances(self, horizon, name, cases, said, happened):
        p, o = np.array(said, dtype=float), np.array(happened, dtype=float)
        base = o.mean()
        self.share(horizon, f"{name}_happened", int(o.sum()), cases)
        one_class = len(set(happened)) < 2
        bins = 5 if len(p) < 1000 else 10
        ranks = stats.rankdata(p, method="average")
        of_bin = np.array([int(bins * (2 * rank - 1)) // (2 * len(p)) + 1 for rank in ranks])
        reliability = resolution = within = 0.0
        for number in sorted(set(of_bin)):
            inside = of_bin == number
            reliability += inside.mean() * (p[inside].mean() - o[inside].mean()) ** 2
            resolution += inside.mean() * (o[inside].mean() - base) ** 2
            within += inside.mean() * (p[inside].var() - 2 * np.cov(p[inside], o[inside], bias=True)[0, 1])
            some = [case for case, is_in in zip(cases, inside) if is_in]
            self.put(horizon, f"{name}_bin_said", p[inside].mean(), some, number, p[inside].min(), p[inside].max())
            self.share(horizon, f"{name}_bin_happened", int(o[inside].sum()), some, number)
        brier = brier_score_loss(o, p) if not one_class else float(np.mean((p - o) ** 2))
        figures = {
            "said": p.mean(),
            "brier": brier,
            "brier_base_rate": np.mean((base - o) ** 2),
            "brier_skill": None if one_class else 1 - brier / np.mean((base - o) ** 2),
            "brier_reliability": reliability,
            "brier_resolution": resolution,
            "brier_uncertainty": o.var(),
            "brier_within_bins": within,
            "auc": None if one_class else roc_auc_score(o, p),
        }
        assert abs(reliability - resolution + o.var() + within - brier) < 1e-12, "the parts do not add up"
        for measure, value in figures.items():
            self.put(horizon, f"{name}_{measure}", value, cases)
        position = {id(case): at for at, case in enumerate(cases)}

        def area(group):
            at = [position[id(case)] for case in group]
            return roc_auc_score(o[at], p[at]) - 0.5 if len(set(o[at])) == 2 else None

        def gain(group):
            at = [position[id(case)] for case in group]
            return np.mean((base - o[at]) ** 2 - (p[at] - o[at]) ** 2)

        self.over_dates(horizon, f"{name}_auc_less_half", cases, area)
        self.over_dates(horizon, f"{name}_brier_gain", cases, gain)


def is_chance(value):
    return value is not None and 0 <= value <= 1


def rank_correlation(group):
    score, excess = [case.score for case in group], [case.excess for case in group]
    if len(group) < MIN_NAMES or len(set(score)) == 1 or len(set(excess)) == 1:
        return None
    return stats.spearmanr(score, excess).statistic


def figures_of(theses, horizons, benchmark):
    figures = Figures()
    left_out = collections.Counter()
    for horizon in horizons:
        decided = []
        for thesis in theses:
            found = outcome(thesis["ticker"], thesis["day"], horizon, benchmark)
            if isinstance(found, tuple):
                decided.append(Case(thesis["ticker"], *found, *(thesis[k] for k in ("signal", "confidence", "score", "chance"))))
            left_out["doubted"] += found == "doubted"
            left_out["ended"] += found == "ended" or isinstance(found, tuple) and found[2] is None
        cases = [case for case in decided if case.excess is not None]
        figures.put(horizon, "theses", len(cases), cases)
        if cases:
            score_returns(figures, horizon, cases)
        falls = [case for case in decided if is_chance(case.chance)]
        if falls:
            figures.chances(horizon, "drawdown", falls, [c.chance for c in falls], [c.fell for c in falls])
    return figures.rows, left_out


def score_returns(figures, horizon, cases):
    figures.share(horizon, "positive", sum(case.excess > 0 for case in cases), cases)
    sided = [case for case in cases if case.signal in ("bullish", "bearish")]
    if sided:
        figures.share(horizon, "hit_rate", sum((c.signal == "bullish") == (c.excess > 0) for c in sided), sided)
    said = [(case, chance) for case in cases if (chance := stated(case)) is not None]
    if said:
        some, p = [case for case, _ in said], [chance for _, chance in said]
        happened = [case.excess > 0 for case in some]
        figures.chances(horizon, "direction", some, p, happened)
        against = 1 - np.mean((np.array(p) - np.array(happened)) ** 2) / 0.25
        figures.put(horizon, "direction_brier_skill_against_half", against, some)
    scored = [case for case in cases if case.score is not None]
    if scored:
        values, groups = figures.over_dates(horizon, "rank_correlation", scored, rank_correlation)
        for day, value in values.items():
            figures.put(horizon, "rank_correlation", value, groups[day], day)


def stated(case):
    if not is_chance(case.confidence) or case.signal not in ("bullish", "bearish", "neutral"):
        return None
    side = {"bullish": 1, "bearish": -1}.get(case.signal, np.sign(case.score or 0))
    return None if side == 0 else case.confidence if side > 0 else 1 - case.confidence


# ------------------------------------------------------------------ comparison
def number(cell):
    return None if cell == "" else float(cell)


def differs(said, expected):
    if said is None or expected is None:
        return (said is None) != (expected is None and True)
    return not math.isclose(said, expected, rel_tol=TOLERANCE, abs_tol=TOLERANCE)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("score")
    parser.add_argument("--run", nargs="+", required=True)
    parser.add_argument("--prices", nargs="+", required=True)
    parser.add_argument("--benchmark")
    options = parser.parse_args()
    read_prices(options.prices)
    with open(options.score, newline="") as file:
        said = {(row["horizon"], row["measure"], row["bin"]): row for row in csv.DictReader(file)}
    horizons = [int(horizon) for horizon in dict.fromkeys(key[0] for key in said)]
    theses = read_theses(options.run, options.benchmark)
    asked = {thesis["ticker"] for thesis in theses}
    DAILY.extend(sorted({bar.day for key, bars in SERIES.items() if key[1] == "daily" and key[0] in asked for bar in bars}))
    expected, left_out = figures_of(theses, horizons, options.benchmark)
    problems = [f"{key}: only in score.csv" for key in said.keys() - expected.keys()]
    problems += [f"{key}: missing from score.csv" for key in expected.keys() - said.keys()]
    figures = 0
    for key in said.keys() & expected.keys():
        for name, value in zip(("value", "low", "high", "n", "dates", "independent_dates"), expected[key]):
            figures += value is not None
            if differs(number(said[key][name]), None if value is None else float(value)):
                problems.append(f"{key} {name}: {said[key][name]!r} in score.csv, {value!r} by the reference")
    for problem in sorted(problems)[:20]:
        print(problem)
    print(f"left out: {left_out['doubted']} doubted, {left_out['ended']} ended")
    print(f"{len(theses)} theses, {len(said)} lines, {figures} figures, {len(problems)} differ")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
