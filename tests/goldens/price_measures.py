"""Measures of prices by pandas and numpy: python price_measures.py SAMPLE_FOLDER > price_measures.json

Definitions are those of docs/measures.md; no arithmetic of the program is used. Beside the shipped sample it makes months of
a company and of an index, which it writes into the file.
"""
import json
import math
import sys

import numpy as np
import pandas as pd

BENCHMARK = "SPY"
DAYS = ["2025-03-31", "2025-06-30"]
MONTHS = [60, 30, 26, 14]  # how many closes of the made series are known
LENGTHS = {
    "daily": {"year": 252, "month": 21, "mean": 200, "spread": (252, 252), "pairs": (252, 252)},
    "monthly": {"year": 12, "month": 1, "mean": 10, "spread": (12, 36), "pairs": (24, 36)},
}


def measures(close, volume, market, frequency):
    """Every measure of one series that ends on the day; `market` has the same days, NaN where it has no close."""
    length, n = LENGTHS[frequency], len(close) - 1
    year, month, last = length["year"], length["month"], close.iloc[-1]
    simple, log = close.pct_change(fill_method=None), np.log(close).diff()
    found = {"close": last, "return_1m": last / close.iloc[-1 - month] - 1}
    if n >= year:
        own = last / close.iloc[-1 - year] - 1
        window = close.iloc[-1 - year:]
        found |= {
            "momentum_12_1": close.iloc[-1 - month] / close.iloc[-1 - year] - 1,
            "return_12m": own,
            "excess_12m": own - (market.iloc[-1] / market.iloc[-1 - year] - 1),
            "high_52w": last / close.iloc[-year:].max(),
            "max_drawdown_1y": (window / window.cummax() - 1).min(),
        }
    if n + 1 >= length["mean"]:
        turn = close.iloc[1 - length["mean"]:].mean()
        found |= {
            "trend_200d": last / close.iloc[-length["mean"]:].mean() - 1,
            "turn_200d": turn,
            "turn_gap": turn / last - 1,
        }
    least, most = length["spread"]
    if n >= least:
        found["volatility"] = log.iloc[-min(most, n):].std(ddof=1) * math.sqrt(year)
    least, most = length["pairs"]
    if n >= least:
        pairs = pd.concat([simple, market.pct_change(fill_method=None)], axis=1).iloc[-min(most, n):].dropna()
        covariance = np.cov(pairs.T, ddof=1)
        found["beta"] = covariance[0, 1] / covariance[1, 1]
    if frequency == "daily":
        tail = simple.iloc[-252:].nsmallest(math.ceil(0.05 * 252))
        traded = close * volume
        found |= {
            "volatility_recent": log.iloc[-60:].std(ddof=1) * math.sqrt(252),
            "var_95": tail.max(),
            "es_95": tail.mean(),
            "dollar_volume": traded.iloc[-60:].median(),
            "amihud": (simple.abs() / traded).iloc[-252:].mean() * 1e9,
        }
    return {metric: float(value) for metric, value in found.items()}


def of_sample(folder):
    prices = pd.read_csv(f"{folder}/prices.csv", parse_dates=["date"])
    prices["ticker"] = prices["ticker"].ffill()
    close, volume = (prices.pivot(index="date", columns="ticker", values=column) for column in ["close", "volume"])
    for day in DAYS:
        for ticker in close.columns.drop(BENCHMARK):
            own = close[ticker].dropna().loc[:day]
            market = close[BENCHMARK].reindex(own.index)
            yield {"of": f"{ticker} {day}", **measures(own, volume[ticker].reindex(own.index), market, "daily")}


def made_months():
    random = np.random.default_rng(12)
    market = 100 * np.exp(np.cumsum(random.normal(0.005, 0.04, 60)))
    own = 40 * np.exp(np.cumsum(0.6 * np.diff(np.log(market), prepend=math.log(100)) + random.normal(0, 0.05, 60)))
    return own.round(2), market.round(2)


def main(folder):
    own, market = made_months()
    months = [
        {"of": f"{count} months", **measures(pd.Series(own[:count]), None, pd.Series(market[:count]), "monthly")}
        for count in MONTHS
    ]
    made = {"own": own.tolist(), "market": market.tolist()}
    json.dump({"made": made, "months": months, "sample": list(of_sample(folder))}, sys.stdout, indent=2)
    print()


main(sys.argv[1])
