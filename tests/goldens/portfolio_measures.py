"""Measures of names held together by pandas and numpy: python portfolio_measures.py SAMPLE_FOLDER > portfolio_measures.json

Definitions are those of src/data/metrics/portfolio.ts. Of the shipped sample, whole and with days left out by the rule of
`with_gaps`, and of months of three companies and an index, which it makes and writes into the file.
"""
import json
import math
import sys

import numpy as np
import pandas as pd

from price_measures import BENCHMARK, chance_of_fall, daily_variance, measures

DAY = "2025-06-30"
LENGTHS = {"daily": {"window": 252, "year": 252, "a_year": 252, "pairs": 240}, "monthly": {"window": 36, "year": 12, "a_year": 12, "pairs": 24}}
HELD = [
    ("whole", {"AAPL": 0.4, "XOM": 0.3, "JNJ": 0.2, "GS": 0.1}),
    ("whole", {"NVDA": 0.6, "MSFT": -0.5, "PG": 0.25, "T": 0}),
    ("whole", ["AAPL", "IBM", "MSFT", "MU", "NVDA"]),
    ("whole", ["AMZN", "HD", "XOM"]),
    ("gaps", {"AAPL": 0.5, "BA": 0.3, "WMT": 0.2}),
    ("months", {"ONE": 0.7, "TWO": 0.5, "THREE": -0.2}),
]


def chances(closes, market, frequency):
    found = {}
    for ticker in closes:
        own = closes[ticker].dropna()
        volume = pd.Series(1, own.index)
        found[ticker] = measures(own, volume, market.dropna(), frequency)["drawdown_probability"]
    return pd.Series(found)


def of_weights(weights, measured):
    size = weights.abs()
    concentration = (weights**2).sum() / size.sum() ** 2
    return {
        "gross_exposure": size.sum(),
        "net_exposure": weights.sum(),
        "long_exposure": weights[weights > 0].sum(),
        "short_exposure": size[weights < 0].sum(),
        "missing_weight": size[~size.index.isin(measured)].sum(),
        "concentration": concentration,
        "effective_names": 1 / concentration,
    }


def of_returns(prices, weights, market, frequency):
    length = LENGTHS[frequency]
    common = prices.dropna().iloc[-1 - length["window"]:]
    each = common.pct_change(fill_method=None).iloc[1:]
    own = each @ weights
    benchmark = market.reindex(common.index).pct_change(fill_method=None).iloc[1:]
    pairs = pd.concat([own, benchmark], axis=1).dropna()
    beta = np.cov(pairs.T)[0, 1] / pairs.iloc[:, 1].var() if len(pairs) >= length["pairs"] else None
    deviation = own.std() * math.sqrt(length["a_year"])
    variance = daily_variance(own, np.log1p(benchmark)) if frequency == "daily" else deviation**2
    worth = np.cumprod([1, *(1 + own.iloc[-length["year"]:])])
    ends = market.reindex([common.index[-1 - length["year"]], common.index[-1]])
    correlations = each.corr().to_numpy()
    others = [each.drop(columns=name).mean(axis=1).corr(each[name]) ** 2 for name in each]
    highest = pd.Series({name: prices[name].dropna().iloc[-length["year"]:].max() for name in each})
    last = pd.Series({name: prices[name].dropna().iloc[-1] for name in each})
    return {
        "portfolio_volatility": deviation,
        **({"portfolio_volatility_recent": own.iloc[-60:].std() * math.sqrt(252)} if frequency == "daily" else {}),
        "portfolio_chance": chance_of_fall(variance, frequency),
        "names_chance": (chances(prices, market, frequency) * weights.abs()).sum() / weights.abs().sum(),
        "portfolio_beta": beta,
        "portfolio_market_fall": -0.1 * beta,
        "portfolio_drawdown": (worth / np.maximum.accumulate(worth) - 1).min(),
        "portfolio_return": worth[-1] - 1,
        "portfolio_excess": worth[-1] - ends.iloc[1] / ends.iloc[0],
        "portfolio_correlation": correlations[np.triu_indices_from(correlations, 1)].mean(),
        "r_squared_to_rest": np.mean(others),
        "below_high": (last <= 0.85 * highest).sum(),
        **{f"variance_share {name}": weights[name] * each[name].cov(own) / own.var() for name in each},
    }


def of_group(names, prices, market, sectors):
    every = chances(prices, market, "daily")
    medians = every.groupby(sectors).agg(["median", "size"])
    medians = medians[medians["size"] >= 3]["median"]
    found = {"group_chance": every[names].median(), "all_chance": every.median(), "sectors": len(medians)}
    for sector in set(sectors[names]):
        if set(sectors.index[sectors == sector]) == set(names):
            found["sector_rank"] = 1 + (medians > medians[sector]).sum()
    return found


def with_gaps(prices):
    """A day of a name is left out where its number and that of the name are so."""
    at = np.arange(len(prices))
    return pd.DataFrame({name: prices[name].where((at + 7 * place) % 89 != 11) for place, name in enumerate(prices)})


def made_months():
    random = np.random.default_rng(21)
    market = random.normal(0.006, 0.04, 48)
    returns = {"MARKET": market} | {name: 0.8 * market + random.normal(0.002, 0.05, 48) for name in ["ONE", "TWO", "THREE"]}
    return (50 * np.exp(pd.DataFrame(returns).cumsum())).round(2)


def main(folder):
    table = pd.read_csv(f"{folder}/prices.csv", parse_dates=["date"])
    table["ticker"] = table["ticker"].ffill()
    sample = table.pivot(index="date", columns="ticker", values="close").loc[:DAY]
    sectors = pd.read_csv(f"{folder}/companies.csv", index_col="ticker")["sector"].dropna()
    months = made_months()
    worlds = {
        "whole": (sample, BENCHMARK, "daily"),
        "gaps": (with_gaps(sample), BENCHMARK, "daily"),
        "months": (months, "MARKET", "monthly"),
    }
    held = []
    for world, names in HELD:
        closes, benchmark, frequency = worlds[world]
        is_equal = isinstance(names, list)
        weights = pd.Series(1 / len(names), names) if is_equal else pd.Series(names)
        market, kept = closes[benchmark], weights[weights != 0]
        values = {"measured_names": len(kept), **of_returns(closes[kept.index], kept, market, frequency)}
        values |= of_group(names, closes.drop(columns=benchmark), market, sectors) if is_equal else of_weights(weights, kept.index)
        values = {metric: float(value) for metric, value in values.items()}
        held.append({"of": world, "names": names, "values": values})
    json.dump({"day": DAY, "months": months.to_dict("list"), "held": held}, sys.stdout, indent=2)
    print()


main(sys.argv[1])
