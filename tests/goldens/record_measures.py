"""Measures of results and of insiders' trades by pandas and numpy: python record_measures.py SAMPLE_FOLDER > record_measures.json

Definitions are those of src/data/metrics/events.ts and insider.ts. Beside the shipped sample it makes what three companies
file and what their insiders trade, which it writes into the file; their bars follow the rule of `made_bars`.
"""
import json
import sys

import numpy as np
import pandas as pd

from filed_measures import CLOSED, made_facts, newest, next_session, sample_tables

DAYS = ["2024-08-30", "2025-03-31"]
RESTATED = ["JNJ"]  # when it left a part of itself: its earnings before are of another company
MADE_DAY = pd.Timestamp("2024-05-15")
PERSHARE = ["EarningsPerShareDiluted", "EarningsPerShareBasicAndDiluted"]
COUNT = ["WeightedAverageNumberOfDilutedSharesOutstanding", "WeightedAverageNumberOfShareOutstandingBasicAndDiluted"]
INCOME = ["NetIncomeLoss"]
ANNUAL, INTERIM = ["10-K", "20-F", "40-F"], ["10-Q"]


def since_1970(day):
    return (day - pd.Timestamp(0)).days


class Earnings:
    """Earnings per share by quarter, of the facts that are known, in the shares of the day."""

    def __init__(self, facts, splits):
        facts = facts[facts["start"].notna()].copy()
        for split in splits.itertuples():
            old = facts["filed"] < split.day
            facts.loc[old & (facts["unit"] == "shares"), "value"] *= split.ratio
            facts.loc[old & (facts["unit"] == "USD/shares"), "value"] /= split.ratio
        facts["days"] = (facts["end"] - facts["start"]).dt.days + 1
        self.facts = facts
        self.years = self.periods(340, 380)
        ends = {}
        for (start, end), (_, nine) in ((year, nine) for year in self.years for nine in self.periods(250, 290) if nine[0] == year[0]):
            ends[end] = (nine + pd.Timedelta(days=1), end)
        ends |= {end: (start, end) for start, end in self.periods(80, 119)}
        self.quarters = sorted(ends.values(), reverse=True)

    def periods(self, least, most):
        rows = self.facts[self.facts["days"].between(least, most)]
        return sorted(set(zip(rows["start"], rows["end"])))

    def stated(self, tags, period, until=None):
        """The newest, or that which was when another was filed."""
        start, end = period
        rows = self.facts[self.facts["tag"].isin(tags) & (self.facts["start"] == start) & (self.facts["end"] == end)]
        rows = rows[rows["filed"] <= until] if until is not None else rows
        return newest(rows.assign(place=rows["tag"].map(tags.index)).sort_values(["place", "filed"]))

    def of(self, quarter):
        """Value, whether it is computed, and from when its facts are known."""
        try:
            found = self.stated(PERSHARE, quarter)
            return found["value"], False, found["known"]
        except IndexError:
            return self.fourth(quarter)

    def fourth(self, quarter):
        [year] = [one for one in self.years if one[1] == quarter[1]]
        three = [one for one in self.quarters if year[0] <= one[0] and one[1] < quarter[0]]
        if len(three) != 3:
            raise LookupError
        whole = self.stated(INCOME, year)
        nine = self.stated(INCOME, (year[0], three[0][1]), whole["filed"])
        counts = [self.stated(COUNT, one) for one in [year, *three]]
        own = self.stated(PERSHARE, year)
        left = whole["value"] - nine["value"]
        kept = [self.stated(INCOME, one)["value"] for one in three]
        if abs(whole["value"] / counts[0]["value"] - own["value"]) > 0.005 + 0.005 * abs(own["value"]):
            raise LookupError
        if any((one < 0) != (left < 0) for one in kept):
            raise LookupError
        shares = 4 * counts[0]["value"] - sum(one["value"] for one in counts[1:])
        return left / shares, True, max(one["known"] for one in [whole, nine, *counts])

    def in_a_row(self):
        row = []
        for quarter in self.quarters:
            if row and quarter[1] >= row[-1][0][0]:
                continue
            if len(row) == 13 or row and abs((row[-1][0][0] - quarter[1]).days - 1) > 7:
                break
            try:
                row.append((quarter, *self.of(quarter)))
            except (LookupError, ValueError):
                break
        return row


def of_surprise(facts, splits, day):
    row = Earnings(facts, splits).in_a_row()
    if len(row) < 10 or (day - row[0][3]).days > 130:
        return {}
    values = pd.Series([value for _, value, _, _ in row])
    change, *before = (values - values.shift(-4)).dropna()
    sue = (change - np.mean(before)) / np.std(before, ddof=1)
    (quarter, value, is_computed, known) = row[0]
    found = {"sue": sue, "sue_changes": len(before), "sue_quarter": since_1970(quarter[1]), "sue_known": since_1970(known)}
    found["eps_derived" if is_computed else "eps_quarter"] = value
    if not row[4][2]:
        found["eps_year_ago"] = row[4][1]
    if sue > -1:
        found["sue_fall"] = sue
    if sue < 1:
        found["sue_rise"] = sue
    if sue > 1:
        first = facts[facts["end"] == quarter[1]].sort_values("filed").iloc[0]
        found |= {"beat_day": since_1970(first["filed"]), "beat_known": since_1970(first["known"])}
    return found


def of_results(facts, filings, day, bars, market):
    ends = Earnings(facts, pd.DataFrame(columns=["day", "ratio"]))
    quarter, year = (max((end for _, end in periods), default=pd.Timestamp(0)) for periods in [ends.quarters, ends.years])
    notices = filings[(filings["form"] == "8-K") & filings["items"].str.split().map(lambda items: "2.02" in items)]
    notices = notices[notices["filed"] >= max(quarter, year)].sort_values("filed")
    if len(notices) == 0:
        first = facts[facts["end"] == max(quarter, year)].sort_values("filed").iloc[0]
        if (day - first["filed"]).days > (400 if year > quarter else 130):
            return {}
        return {"report_day": since_1970(first["filed"]), "report_known": since_1970(first["known"])}
    notice = notices.iloc[-1]
    if (day - notice["filed"]).days > 100:
        return {}
    found = {"results_day": since_1970(notice["filed"]), "results_known": since_1970(notice["known"])}
    before, after = bars[bars.index < notice["filed"]], bars[bars.index > notice["filed"]]
    if len(after) > 0:
        days = [before.index[-1], after.index[0]]
        own, other = (closes[days].pct_change().iloc[-1] for closes in [bars["close"], market])
        found["announcement_return"] = own - other
    return found


def of_filed(facts, filings):
    every = pd.concat([facts[["form", "filed"]], filings[["form", "filed"]]])
    found = {}
    for metric, forms in [("filed_last", None), ("filed_annual", ANNUAL), ("filed_interim", INTERIM)]:
        of_forms = every if forms is None else every[every["form"].isin(forms)]
        if len(of_forms) > 0:
            found[metric] = since_1970(of_forms["filed"].max())
    return found


def without_amended(trades):
    """Those that no later amendment of the same person's form has again, for its day or with all else alike."""
    amendments = trades[trades["amends"].notna()]
    if len(amendments) == 0:
        return trades

    def is_amended(one):
        later = amendments[(amendments["who"] == one.who) & (amendments["filed"] > one.filed)]
        later = later[(later["amends"] == one.filed.strftime("%Y-%m-%d")) | (later["amends"] == "")]
        alike = (later[["code", "shares", "price"]] == [one.code, one.shares, one.price]).all(axis=1)
        return ((later["day"] == one.day) | (later["amends"] != "") & alike).any()

    return trades[[not is_amended(one) for one in trades.itertuples()]]


def of_insiders(trades, splits, day, bars):
    trades = trades.sort_values("known", kind="stable")
    if len(trades) == 0 or (day - trades["known"].max()).days > 90:
        return {}
    first = trades[trades["known"] == trades["known"].iloc[0]]["day"].min()
    since = max(day - pd.Timedelta(days=179), first)
    covered = (day - first).days + 1
    own = without_amended(trades)
    own = own[own["is_counted"] & own["day"].between(since, day) & own["code"].isin(["P", "S"])].copy()
    times = [splits[(splits["day"] > one)]["ratio"].prod() for one in own["day"]]
    own["today"] = own["shares"] * times
    own["each"] = own["price"] / times
    planned = own["planned"] == True
    bought, sold = own[(own["code"] == "P") & ~planned], own[(own["code"] == "S") & ~planned]

    def is_doubted(one):
        if one.day not in bars.index:
            return False
        bar, year = bars.loc[one.day], bars.loc[:one.day, "volume"].iloc[-252:]
        is_off = one.each < 0.95 * bar["low"] or one.each > 1.05 * bar["high"]
        return is_off or len(year) == 252 and one.today > year.sum()

    doubted = np.array([is_doubted(one) for one in bought.itertuples()], dtype=bool)
    near = bought["day"] > day - pd.Timedelta(days=30)
    recent, sound = bought[near], bought[near & ~doubted]
    is_event = sound["who"].nunique() >= 2 or (sound["shares"] * sound["price"]).sum() >= 1e6
    is_event = is_event and not sound["assumed"].any()
    found = {"insider_since": since_1970(since), "insider_last": since_1970(trades[trades["day"] <= day]["day"].max())}
    if covered >= 180:
        plus, minus = bought["today"].sum(), sold["today"].sum()
        found["net_purchases"] = (plus - minus) / (plus + minus) if plus + minus > 0 else 0
    if covered >= 30 or is_event:
        found["buyers_30d"] = recent["who"].nunique()
        if recent["price"].notna().any() and not doubted[near].any():
            found["purchase_value"] = (recent["shares"] * recent["price"]).sum()
    for names, some in [
        (("insider_buyers", "shares_bought"), bought),
        (("insider_sellers", "shares_sold"), sold),
    ]:
        if len(some) > 0:
            found |= dict(zip(names, [some["who"].nunique(), some["today"].sum()]))
    if doubted.any():
        found["purchases_doubted"] = doubted.sum()
    if (planned & (own["code"] == "S")).any():
        found["shares_planned"] = own[planned & (own["code"] == "S")]["today"].sum()
    if is_event:
        found |= {"insider_buy_day": since_1970(sound["day"].max()), "insider_buy_known": since_1970(sound["known"].max())}
    return found


def measures(tables, day, bars, market):
    known = {name: table[table["known"] <= day] for name, table in tables.items()}
    bars, market = bars.loc[:day], market.loc[:day]
    facts, filings, trades, splits = (known[name] for name in ["facts", "filings", "trades", "splits"])
    found = {
        **of_results(facts, filings, day, bars, market),
        **of_filed(facts, filings),
        **of_surprise(facts, splits, day),
        **of_insiders(trades, splits, day, bars),
    }
    return {metric: float(value) for metric, value in found.items()}


def with_days(table, *names):
    return table.assign(**{name: pd.to_datetime(table[name]) for name in names})


def known_notices(filings):
    """From the session after; that of its day where it was accepted before nine, and is one of results."""
    filings = with_days(filings, "filed")
    later = next_session(filings["filed"])
    is_session = np.is_busday(filings["filed"].values.astype("datetime64[D]"), holidays=CLOSED)
    is_early = filings["accepted"].str[:16] < filings["filed"].dt.strftime("%Y-%m-%dT09:00")
    is_early &= filings["accepted"].ne("") & filings["items"].str.contains("2.02", regex=False) & is_session
    return filings.assign(known=later.where(~is_early.values, filings["filed"].values).values)


def of_sample(folder):
    facts, splits, prices, _ = sample_tables(folder)
    filings = known_notices(pd.read_csv(f"{folder}/filings.csv", dtype=str).fillna(""))
    trades = pd.read_csv(f"{folder}/trades.csv", dtype={"reporting_owner_cik": str}).drop_duplicates()
    trades = trades.rename(columns={"reporting_owner_cik": "who", "transaction_code": "code", "transaction_date": "day"})
    trades = with_days(trades, "day").assign(is_counted=True, planned=None, amends=None, assumed=True)
    together = trades["code"].isin(["P", "S"]) & (trades["price"] > 0) & (trades["shares_after"] > 0)
    alike = trades.duplicated(["ticker", "day", "code", "shares", "price", "shares_after"])
    trades = trades[~(together & alike)].copy()  # what several report of one sale, down to the same holding
    trades["filed"] = next_session(next_session(trades["day"]))
    trades["known"] = next_session(trades["filed"])
    splits["known"] = splits["day"]
    market = prices[prices["ticker"] == "SPY"].set_index("date")["close"]
    for day in map(pd.Timestamp, DAYS):
        for ticker in sorted(set(facts["ticker"]) - set(RESTATED)):
            tables = {"facts": facts, "filings": filings, "trades": trades, "splits": splits}
            own = {name: table[table["ticker"] == ticker] for name, table in tables.items()}
            bars = prices[prices["ticker"] == ticker].set_index("date")
            yield {"of": f"{ticker} {day.date()}", **measures(own, day, bars, market)}


def made_bars(count=300):
    """In cents, so that another language makes the same."""
    at = np.arange(count)
    cents = 4000 + 37 * at % 101 * 3 + 2 * at
    days = pd.to_datetime(np.busday_offset(MADE_DAY.date(), at - count + 1, holidays=CLOSED + ["2023-04-07"]))
    bars = {"close": cents, "low": cents - 50, "high": cents + 60, "market": 9000 + 29 * at % 67 * 2 + at}
    return pd.DataFrame({name: values / 100 for name, values in bars.items()} | {"volume": 500 + 53 * at % 97}, index=days)


def made_reports(seed, profit, last, count, split=None, is_fourth_stated=True):
    random = np.random.default_rng(seed)
    quarters = pd.period_range(end=last, periods=count + 4, freq="Q")
    income = pd.Series((1e8 * profit * np.cumprod(random.normal(1.03, 0.08, len(quarters)))).round(), quarters)
    shares = pd.Series((5e7 * np.cumprod(random.normal(0.995, 0.01, len(quarters)))).round(), quarters)
    for quarter in quarters[4:]:
        is_year = quarter.quarter == 4
        first = pd.Period(f"{quarter.year}Q1")
        spans = {(first, quarter)} | ({(quarter, quarter)} if is_fourth_stated or not is_year else set())
        spans |= {(start - 4, end - 4) for start, end in spans if start - 4 >= quarters[0]}
        filed = np.busday_offset((quarter.end_time + pd.Timedelta(days=33)).date(), 0, roll="forward")
        times = split["ratio"] if split and str(filed) >= split["day"] else 1
        rows = []
        for start, end in sorted(spans):
            earned, held = income[start:end].sum(), shares[start:end].mean().round() * times
            span = f"{start.start_time.date()}/{end.end_time.date()}"
            rows += [f"{INCOME[0]} {span} {earned:.0f}", f"{COUNT[0]} {span} {held:.0f}", f"{PERSHARE[0]} {span} {earned / held:.2f}"]
        yield {"form": "10-K" if is_year else "10-Q", "filed": str(filed), "rows": rows}


def made_trades(bars, rows):
    """`WHO CODE DAY SHARES TIMES_THE_CLOSE FILED` and what else is said of it."""
    for row in rows.strip().splitlines():
        who, code, day, shares, times, filed, *rest = row.split()
        said = dict(one.split("=") for one in rest)
        yield {
            **{"person": who, "code": code, "day": day, "shares": int(shares), "filed": filed},
            **{"price": round(float(bars.loc[day, "close"]) * float(times), 2)},
            **{"roles": said.get("role", "officer").split("+"), "planned": said.get("planned")},
            **{"amends": said.get("amends"), "assumed": "assumed" in said},
        }


def made_companies(bars):
    split = {"day": "2024-03-18", "ratio": 2}
    yield {
        "of": "BUYS",
        "reports": list(made_reports(4, 1, "2024Q1", 14, split)),
        "filings": [
            {"form": "8-K", "filed": "2024-02-01", "accepted": "2024-02-01T16:10:00", "items": "2.02 9.01"},
            {"form": "8-K", "filed": "2024-04-30", "accepted": "2024-04-30T07:05:00", "items": "2.02 9.01"},
            {"form": "8-K/A", "filed": "2024-05-07", "accepted": "2024-05-07T08:00:00", "items": "2.02"},
            {"form": "8-K", "filed": "2024-05-10", "accepted": "2024-05-10T08:00:00", "items": "7.01"},
        ],
        "splits": [split],
        "trades": list(made_trades(bars, """
            ANN A 2023-09-05 100 1 2023-09-07
            ANN P 2024-01-10 4000 2 2024-01-12
            BEN S 2024-02-05 900 2 2024-02-07 role=director
            BEN S 2024-02-06 700 2 2024-02-08 planned=yes
            CAT P 2024-03-20 2500 1.2 2024-03-22
            DAN S 2024-04-03 800 1 2024-04-05
            DAN S 2024-04-03 300 1 2024-04-09 amends=2024-04-05
            GIL P 2024-04-15 600 1 2024-04-17
            ANN P 2024-04-17 1500 1 2024-04-19
            EVE P 2024-04-18 60000 1 2024-04-22 role=ten_percent
            BEN P 2024-05-03 1250 1.01 2024-05-07 role=director+ten_percent
            FAY S 2024-05-14 5000 1 2024-05-15
        """)),
    }
    reports = list(made_reports(9, 1.5, "2023Q4", 11, split, is_fourth_stated=False))
    yield {
        "of": "SELL",
        "reports": [*reports, {"form": "10-K/A", "filed": "2024-02-20", "rows": reports[-1]["rows"][-3:]}],
        "filings": [{"form": "8-K", "filed": "2024-02-09", "accepted": "2024-02-09T08:00:00", "items": "5.02"}],
        "splits": [split],
        "trades": list(made_trades(bars, """
            ANN F 2024-01-22 100 2 2024-01-24
            ANN S 2024-02-14 1200 2 2024-02-16
            BEN S 2024-04-22 3000 1 2024-04-24
            CAT P 2024-04-25 150000 1 2024-04-29
            DAN P 2024-05-01 700 1 2024-05-03 assumed=yes
            DAN P 2024-05-02 400 1 2024-05-06
        """)),
    }
    yield {
        "of": "LOSE",
        "reports": list(made_reports(5, -1, "2024Q1", 12)),
        "filings": [{"form": "8-K", "filed": "2024-05-13", "accepted": "2024-05-13T08:00:00", "items": "2.02"}],
        "splits": [],
        "trades": list(made_trades(bars, """
            ANN G 2023-05-02 100 1 2023-05-04
            ANN A 2024-03-04 100 1 2024-03-06
            ANN P 2024-05-08 25000 1 2024-05-10
        """)),
    }


def of_made(made, bars):
    trades = with_days(pd.DataFrame(made["trades"]), "day", "filed").rename(columns={"person": "who"})
    trades["is_counted"] = trades["roles"].map(lambda roles: bool({"officer", "director"} & set(roles)))
    trades["planned"] = trades["planned"] == "yes"
    trades["known"] = next_session(trades["filed"])
    splits = with_days(pd.DataFrame(made["splits"], columns=["day", "ratio"]), "day")
    tables = {
        "facts": made_facts(made["reports"]),
        "filings": known_notices(pd.DataFrame(made["filings"])),
        "trades": trades,
        "splits": splits.assign(known=splits["day"]),
    }
    return measures(tables, MADE_DAY, bars, bars["market"])


def main(folder):
    bars = made_bars()
    made = [{**one, "values": of_made(one, bars)} for one in made_companies(bars)]
    json.dump({"sample": list(of_sample(folder)), "day": str(MADE_DAY.date()), "made": made}, sys.stdout, indent=2)
    print()


main(sys.argv[1])
