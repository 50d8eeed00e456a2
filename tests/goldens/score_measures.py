"""Scores by pandas: python score_measures.py SAMPLE_FOLDER > score_measures.json

Definitions are those of the rows of scores in src/data/metrics. Makes what companies measure, with ties and what is missing, two
columns of own tables, and the months of three companies, too few to compare; it writes all of it into the file.
"""
import json
import sys

import numpy as np
import pandas as pd

from price_measures import measures

SIGNS = {
    "trend": {"momentum_12_1": 1, "trend_200d": 1, "close_to_52w_high": 1, "return_1m": -1},
    "risk": {"volatility": -1, "beta": -1},
    "quality": {"gross_profitability": 1, "f_score": 1, "accruals": -1, "asset_growth": -1, "net_issuance": -1},
    "value": {"earnings_yield": 1, "fcf_yield": 1, "book_to_market": 1},
    "events": {"sue": 1, "announcement_return": 1},
    "insider": {"net_purchases": 1, "buyers_30d": 1},
    "text": {"tone": 1, "uncertainty": -1, "filing_change": -1},
    "own": {"own_view": 1},
}
LEAST = {"trend": 1, "risk": 1, "own": 1}  # two of the others
WITHIN_SECTOR = ["quality", "value"]
OWN = {"own.liked": 1, "own.feared": -1}
PEERS, MONTHS = 8, 24


def percentile(value, values):
    return ((values < value).sum() + (values == value).sum() / 2) / len(values)


def places(column, sectors, by_sector):
    """The percentile of each company that has one."""
    found = {}
    known = column.dropna()
    for ticker, value in known.items():
        same = known[sectors[known.index] == sectors[ticker]]
        among = same if by_sector and len(same) >= PEERS else known
        if len(among) >= PEERS:
            found[ticker] = percentile(value, among)
    return pd.Series(found, dtype=float)


def scores(table, sectors):
    """Of each company, by domain."""
    found = {}
    for domain, signs in SIGNS.items():
        each = pd.DataFrame({
            metric: sign * (2 * places(table[metric], sectors, domain in WITHIN_SECTOR) - 1) for metric, sign in signs.items()
        }).reindex(table.index)
        found[f"score_{domain}"] = each.mean(axis=1).where(each.count(axis=1) >= LEAST.get(domain, 2))
    found = pd.DataFrame(found)
    found["score"] = found.mean(axis=1).where(found["score_trend"].notna())
    return found


def made(random, count):
    """Of which some have no value, and where there are few values many are alike."""
    names = [f"C{at:02}" for at in range(count)]
    table = pd.DataFrame(index=names)
    for metric in [metric for signs in SIGNS.values() for metric in signs if metric != "own_view"]:
        table[metric] = random.normal(0, 1, count).round(1)
        table.loc[random.random(count) < 0.25, metric] = np.nan
    sectors = pd.Series(["Energy" if at % 3 else "Materials" for at in range(count)], names)
    own = pd.DataFrame({name: random.normal(0, 1, count).round(1) for name in OWN}, index=names)
    own.loc[random.random(count) < 0.3, "own.feared"] = np.nan
    return table, sectors, own


def own_view(own):
    no_sectors = pd.Series("", own.index)
    return pd.DataFrame({name: sign * (2 * places(own[name], no_sectors, False) - 1) for name, sign in OWN.items()}).mean(axis=1)


def made_months():
    random = np.random.default_rng(33)
    returns = {name: random.normal(0.005, 0.05, 44) for name in ["MARKET", "ONE", "TWO", "THREE"]}
    return (50 * np.exp(pd.DataFrame(returns).cumsum())).round(2)


def of_months(closes, market):
    """Two measures among the company's own month-ends, as they would have been read at each of them."""
    read = pd.DataFrame([measures(closes[:at], None, market[:at], "monthly") for at in range(10, len(closes) + 1)])
    each = [2 * percentile(read[name].iloc[-1], read[name].dropna()) - 1 for name in ["momentum_12_1", "trend_200d"]]
    return {"score_trend": np.mean(each), "score": np.mean(each)}


def main():
    table, sectors, own = made(np.random.default_rng(5), 16)
    table["own_view"] = own_view(own)
    found = scores(table, sectors).assign(own_view=table["own_view"])
    months = made_months()
    held = lambda one: {name: float(value) for name, value in one.items() if not np.isnan(value)}
    json.dump({
        "made": [
            {"of": ticker, "sector": sectors[ticker], "measures": held(table.loc[ticker].drop("own_view")),
             "own": held(own.loc[ticker]), "values": held(found.loc[ticker])}
            for ticker in table.index
        ],
        "closes": months.to_dict("list"),
        "months": [{"of": name, "values": held(of_months(months[name], months["MARKET"]))} for name in ["ONE", "TWO", "THREE"]],
    }, sys.stdout, indent=2)
    print()


main()
