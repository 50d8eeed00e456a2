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

LEVEL_AND_SLOPE = {"daily": (-0.61, 0.6), "monthly": (-1.43, 0.54)}

# A row at two windows and levels that are not its usual ones: sessions, and per cent of the days that are not worse.
SETTINGS = {
    "return": [(5, None), (126, None)],
    "excess_return": [(63, None), (189, None)],
    "sma": [(20, None), (50, None)],
    "trend": [(20, None), (50, None)],
    "close_to_high": [(63, None), (126, None)],
    "volatility": [(30, None), (126, None)],
    "max_drawdown": [(63, None), (189, None)],
    "value_at_risk": [(None, 99), (126, 90)],
    "expected_shortfall": [(None, 97.5), (200, 99)],
    "beta": [(60, None), (126, None)],
    "dollar_volume": [(20, None), (126, None)],
    "amihud": [(60, None), (200, None)],
}
# Companies in the place of the benchmark, and at which sessions; the usual ones for None.
OTHERS = ["JPM", "XOM"]
AGAINST = {"beta": ("to", [None, 60, 189]), "excess_return": ("over", [None, 63, 200])}
# Sessions of a return, and how many of them at its end are left out.
LAGS = [(126, 21), (63, 5), (None, 42)]


def paired(own, market):
    """The market's returns of bars that have the days of the own ones at both ends, NaN for the others."""
    before = [index.to_series().shift() for index in (own.index, market.index)]
    return market.pct_change(fill_method=None).reindex(own.index).where(before[0] == before[1].reindex(own.index))


def rows(close, volume, market, bars_a_year):
    """The measures of one series as functions of a number of bars."""
    of_market, market = paired(close, market), market.reindex(close.index)
    last, simple, log = close.iloc[-1], close.pct_change(fill_method=None), np.log(close).diff()
    traded = None if volume is None else close * volume

    def back(prices, n):
        return prices.iloc[-1] / prices.iloc[-1 - n] - 1

    def fall(n):
        window = close.iloc[-1 - n:]
        return (window / window.cummax() - 1).min()

    def slope(n):
        pairs = pd.concat([simple, of_market], axis=1).iloc[-n:].dropna()
        covariance = np.cov(pairs.T, ddof=1)
        return covariance[0, 1] / covariance[1, 1]

    def tail(n, per_cent):
        worst = round((100 - per_cent) * n, 6) / 100
        return simple.iloc[-n:].nsmallest(math.ceil(worst))

    return {
        "return": lambda n, skip=0: close.iloc[-1 - skip] / close.iloc[-1 - n] - 1,
        "excess_return": lambda n: back(close, n) - back(market, n),
        "sma": lambda n: close.iloc[-n:].mean(),
        "trend": lambda n: last / close.iloc[-n:].mean() - 1,
        "close_to_high": lambda n: last / close.iloc[-n:].max(),
        "volatility": lambda n: log.iloc[-n:].std(ddof=1) * math.sqrt(bars_a_year),
        "max_drawdown": fall,
        "value_at_risk": lambda n, per_cent=95: tail(n, per_cent).max(),
        "expected_shortfall": lambda n, per_cent=95: tail(n, per_cent).mean(),
        "beta": slope,
        "dollar_volume": lambda n: traded.iloc[-n:].median(),
        "amihud": lambda n: (simple.abs() / traded).iloc[-n:].mean() * 1e9,
    }


def chance_of_fall(variance, frequency):
    """That a close of the next quarter is 15% below the highest since, by a yearly variance of log returns."""
    deviation = math.sqrt(variance)
    barrier = -math.log(0.85) + 1.1652 * deviation / math.sqrt(252)
    odd = 2 * np.arange(4000) + 1
    terms = np.exp(-(odd**2) * math.pi**2 * variance * 0.25 / (8 * barrier**2)) / odd
    q = min(1 - 4 / math.pi * (terms[::2].sum() - terms[1::2].sum()), 1 - 1e-6)
    level, slope = LEVEL_AND_SLOPE[frequency]
    mapped = 1 / (1 + math.exp(-level) * ((1 - q) / q) ** slope) if q >= 1e-9 else 0
    return mapped if mapped >= 1e-5 else 0


def daily_variance(own, market_log):
    """Of a year and of its last 60 days, at the level of a market whose returns are NaN where they do not pair."""
    def both(returns, *least):
        parts = [returns.iloc[-n:].dropna() for n in (252, 60)]
        return [252 * part.var(ddof=1) if len(part) >= needed else 0 for part, needed in zip(parts, least)]

    own, market = both(own, 252, 60), both(market_log, 240, 57)
    year, recent = market if min(market) > 1e-12 else own
    return np.mean(own) * math.sqrt(recent / np.mean([year, recent]))


def settings_of(row, others):
    """The rows at settings of their own, by id."""
    found = {}

    def add(name, parts, value):
        found[f"{name}({', '.join(part for part in parts if part)})"] = value

    def sessions(window):
        return window and f"{window} sessions"

    for name, all_settings in SETTINGS.items():
        for window, per_cent in all_settings:
            level = per_cent and f"{per_cent}%"
            add(name, [level, sessions(window)], row[name](window or 252, *[per_cent] * (per_cent is not None)))
    for name, (word, windows) in AGAINST.items():
        for other, other_row in others.items():
            for window in windows:
                add(name, [f"{word} {other}", sessions(window)], other_row[name](window or 252))
    for window, skip in LAGS:
        add("return", [sessions(window), f"skip {skip}"], row["return"](window or 252, skip))
    return found


def measures(close, volume, market, frequency, others=None):
    """Every measure of one series that ends on the day; `others` are closes in the place of the market's, by ticker."""
    length, n = LENGTHS[frequency], len(close) - 1
    year, month, last = length["year"], length["month"], close.iloc[-1]
    row = rows(close, volume, market, year)
    found = {"close": last, "return_1m": row["return"](month)}
    if n >= year:
        found |= {
            "momentum_12_1": row["return"](year, month),
            "return_12m": row["return"](year),
            "excess_12m": row["excess_return"](year),
            "close_to_52w_high": row["close_to_high"](year),
            "max_drawdown_1y": row["max_drawdown"](year),
        }
    if n + 1 >= length["mean"]:
        turn = close.iloc[1 - length["mean"]:].mean()
        found |= {
            "trend_200d": row["trend"](length["mean"]),
            "crossing_price_200d": turn,
            "crossing_gap": turn / last - 1,
        }
    for metric, (least, most) in {"volatility": length["spread"], "beta": length["pairs"]}.items():
        if n >= least:
            found[metric] = row[metric](min(most, n))
    if "volatility" in found:
        log = np.log(close).diff()
        variance = daily_variance(log, np.log1p(paired(close, market))) if frequency == "daily" else found["volatility"] ** 2
        found["drawdown_probability"] = chance_of_fall(variance, frequency)
    if frequency == "daily":
        found |= {
            "volatility_recent": row["volatility"](60),
            "sma_200d": row["sma"](200),
            "var_95": row["value_at_risk"](252),
            "es_95": row["expected_shortfall"](252),
            "dollar_volume": row["dollar_volume"](60),
            "amihud": row["amihud"](252),
        }
        found |= settings_of(row, {other: rows(close, volume, own, year) for other, own in (others or {}).items()})
    return {metric: float(value) for metric, value in found.items()}


def of_sample(folder):
    prices = pd.read_csv(f"{folder}/prices.csv", parse_dates=["date"])
    prices["ticker"] = prices["ticker"].ffill()
    close, volume = (prices.pivot(index="date", columns="ticker", values=column) for column in ["close", "volume"])
    for day in DAYS:
        for ticker in close.columns.drop(BENCHMARK):
            own = close[ticker].dropna().loc[:day]
            market = close[BENCHMARK].dropna().loc[:day]
            others = {other: close[other].dropna().loc[:day] for other in OTHERS if other != ticker}
            yield {"of": f"{ticker} {day}", **measures(own, volume[ticker].reindex(own.index), market, "daily", others)}


def made_months():
    random = np.random.default_rng(12)
    market = 100 * np.exp(np.cumsum(random.normal(0.005, 0.04, 60)))
    own = 40 * np.exp(np.cumsum(0.6 * np.diff(np.log(market), prepend=math.log(100)) + random.normal(0, 0.05, 60)))
    return own.round(2), market.round(2)


def made_session(day, minutes, closes_at, seed):
    """Bars, of which every fifth is missing, as a file has them."""
    random = np.random.default_rng(seed)
    starts = pd.date_range(f"{day} 09:30", f"{day} {closes_at}", freq=f"{minutes}min", inclusive="left")
    prices = 50 * np.exp(np.cumsum(random.normal(0, 0.002, (len(starts), 4)))).reshape(-1, 4)
    bars = pd.DataFrame({
        "open": prices[:, 0], "high": prices.max(axis=1), "low": prices.min(axis=1), "close": prices[:, 3],
    }, index=starts).round(2)
    bars["volume"] = random.integers(100, 900, len(starts))
    return bars[(np.arange(len(starts)) % 5 != 3) | (starts == starts[-1])]


def of_session(bars, minutes, closes_at):
    typical = (bars["high"] + bars["low"] + bars["close"]) / 3
    step = max(5, minutes)
    opened = bars.index[0].normalize() + pd.Timedelta("09:30:00")
    ended = pd.concat([pd.Series([bars["open"].iloc[0]], [opened]), bars["close"].set_axis(bars.index + pd.Timedelta(minutes=minutes))])
    steps = pd.date_range(opened, f"{opened.date()} {closes_at}", freq=f"{step}min")
    last = ended.groupby(level=0).last().reindex(steps, method="ffill")
    value = (typical * bars["volume"]).sum()
    found = {
        "session_value": value,
        "session_vwap": value / bars["volume"].sum(),
        "session_volatility": math.sqrt((np.log(last).diff() ** 2).sum()),
        "session_step": step,
    }
    return {metric: float(figure) for metric, figure in found.items()}


def made_sessions():
    for ticker, *how in [("TWO", "2024-10-28", 2, "16:00"), ("TEN", "2024-11-29", 10, "13:00"), ("FIVE", "2024-07-03", 5, "13:00")]:
        bars = made_session(*how, len(ticker) + how[1])
        rows = bars.to_csv(date_format="%Y-%m-%d %H:%M:00", index_label="Time (ET)", lineterminator="\n").splitlines()
        yield {"of": f"{ticker} {how[0]}", "values": of_session(bars, *how[1:]), "rows": rows}


def main(folder):
    own, market = made_months()
    months = [
        {"of": f"{count} months", **measures(pd.Series(own[:count]), None, pd.Series(market[:count]), "monthly")}
        for count in MONTHS
    ]
    made = {"own": own.tolist(), "market": market.tolist()}
    json.dump({"made": made, "months": months, "sample": list(of_sample(folder)), "sessions": list(made_sessions())}, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main(sys.argv[1])
