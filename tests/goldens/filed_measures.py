"""Measures of value and quality by pandas and numpy: python filed_measures.py SAMPLE_FOLDER > filed_measures.json

Definitions are those of docs/measures.md; which fact counts is chosen here, by rules of its own that suit the companies below.
Beside the shipped sample it makes the reports of two companies, which it writes into the file.
"""
import functools
import json
import sys

import numpy as np
import pandas as pd

DAYS = ["2024-08-30", "2025-03-31"]
LEFT_OUT = ["JNJ"]  # restated when it left a part of itself: the program gives no sum of figures with and without it
CLOSED = """2023-05-29 2023-06-19 2023-07-04 2023-09-04 2023-11-23 2023-12-25 2024-01-01 2024-01-15 2024-02-19 2024-03-29
2024-05-27 2024-06-19 2024-07-04 2024-09-02 2024-11-28 2024-12-25 2025-01-01 2025-01-09 2025-01-20 2025-02-17 2025-04-18
2025-05-26 2025-06-19""".split()  # as far as something here becomes known
TAGS = {
    "revenue": "Revenues RevenueFromContractWithCustomerExcludingAssessedTax RevenuesNetOfInterestExpense",
    "cost_of_revenue": "CostOfRevenue CostOfGoodsAndServicesSold",
    "gross_profit": "GrossProfit",
    "operating_income": "OperatingIncomeLoss",
    "net_income": "NetIncomeLoss",
    "operating_cash_flow": "NetCashProvidedByUsedInOperatingActivities",
    "of a year": "NetCashProvidedByUsedInOperatingActivitiesContinuingOperations",  # alone: no sum is made of both
    "capital_expenditure": "PaymentsToAcquirePropertyPlantAndEquipment PaymentsToAcquireProductiveAssets",
    "assets": "Assets",
    "current_assets": "AssetsCurrent",
    "current_liabilities": "LiabilitiesCurrent",
    "long_term_debt": "LongTermDebtNoncurrent LongTermDebtAndCapitalLeaseObligations",
    "liabilities": "Liabilities",
    "retained_earnings": "RetainedEarningsAccumulatedDeficit",
    "equity": "StockholdersEquity",
    "shares_outstanding": "CommonStockSharesOutstanding",
    "shares_cover": "EntityCommonStockSharesOutstanding",
}
MADE_OF = {"gross_profit": ("revenue", "cost_of_revenue"), "liabilities": ("assets", "equity")}
NEITHER = "RedeemableNoncontrollingInterestEquityCarryingAmount"  # beside which liabilities are not the rest
FRESH_DAYS = {"10-K": 400, "10-Q": 120}


class Reports:
    """What the reports of one company state that are known on a day."""

    def __init__(self, facts, splits, day):
        facts = facts[(facts["known"] <= day) & facts["form"].isin(list(FRESH_DAYS))].copy()
        for split in splits.itertuples():
            if split.day <= day:
                facts.loc[(facts["unit"] == "shares") & (facts["filed"] < split.day), "value"] *= split.ratio
        facts["days"] = (facts["end"] - facts["start"]).dt.days + 1
        flows = facts[facts["tag"].isin([one for item in ["revenue", "net_income"] for one in TAGS[item].split()])]
        self.facts, self.day = facts, day
        self.years = sorted(set(flows[flows["days"].between(340, 380) & (flows["form"] == "10-K")]["end"]))
        self.ends = sorted(set(flows[flows["days"].between(80, 119)]["end"]) | set(self.years))
        self.first = facts[(facts["end"] == self.ends[-1]) & facts["start"].notna()].sort_values("known").iloc[0]

    def is_fresh(self):
        return (self.day - self.first["filed"]).days <= FRESH_DAYS[self.first["form"]]

    def end(self, back):
        wanted = self.ends[-1] - pd.DateOffset(years=back)
        return min((one for one in self.ends if abs((one - wanted).days) <= 10), key=lambda one: abs(one - wanted))

    @functools.cache
    def rows(self, item):
        order = {tag: place for place, tag in enumerate(TAGS[item].split())}
        rows = self.facts[self.facts["tag"].isin(list(order))]
        return rows.assign(place=rows["tag"].map(order)).sort_values(["place", "filed"])

    def balance(self, item, back):
        end, rows = self.end(back), self.rows(item)
        if item == "shares_cover":  # counted some weeks after the end
            later = rows[(rows["end"] > end) & ((rows["end"] - end).dt.days <= 120)]
            return newest(later[later["end"] == later["end"].min()])["value"]
        return newest(rows[rows["start"].isna() & (rows["end"] == end)])["value"]

    def flow(self, item, back):
        end, rows = self.end(back), self.rows(item)
        year = max(one for one in self.years if one <= end)
        of_year = lambda rows: newest(rows[(rows["end"] == year) & rows["days"].between(340, 380)])
        if year == end:
            is_alone = item == "operating_cash_flow" and rows[rows["end"] == year].empty
            return of_year(self.rows("of a year") if is_alone else rows)["value"]
        whole = of_year(rows)
        since = rows[(rows["end"] == end) & ((rows["start"] - year).dt.days.abs() <= 7)]
        a_year_ago = end - pd.DateOffset(years=1)
        before = rows[((rows["start"] - whole["start"]).dt.days.abs() <= 7) &
                      ((rows["end"] - a_year_ago).dt.days.abs() <= 10) & (rows["filed"] <= whole["filed"])]
        return whole["value"] + newest(since)["value"] - newest(before)["value"]

    @functools.cache
    def __call__(self, item, back=0):
        read = self.flow if self.rows(item)["start"].notna().any() else self.balance
        try:
            return read(item, back)
        except (LookupError, ValueError):
            if item not in MADE_OF or item == "liabilities" and NEITHER in self.facts["tag"].values:
                raise LookupError from None
            whole, part = MADE_OF[item]
            return self(whole, back) - self(part, back)


def newest(rows):
    """The one that was filed last, of the first tag that has one."""
    return rows[rows["place"] == rows["place"].min()].iloc[-1]


def f_tests(of):
    def ratio(one, other, back=0, opening=0):
        return of(one, back) / of(other, back + opening)

    return [
        lambda: of("net_income") > 0,
        lambda: of("operating_cash_flow") > 0,
        lambda: ratio("net_income", "assets", opening=1) > ratio("net_income", "assets", 1, 1),
        lambda: of("operating_cash_flow") > of("net_income"),
        lambda: ratio("long_term_debt", "assets") < ratio("long_term_debt", "assets", 1),
        lambda: ratio("current_assets", "current_liabilities") > ratio("current_assets", "current_liabilities", 1),
        lambda: of("shares_outstanding") <= of("shares_outstanding", 1),
        lambda: ratio("gross_profit", "revenue") > ratio("gross_profit", "revenue", 1),
        lambda: ratio("revenue", "assets", opening=1) > ratio("revenue", "assets", 1, 1),
    ]


def issued(of):
    try:
        return of("shares_outstanding") / of("shares_outstanding", 1) - 1
    except LookupError:
        return of("shares_cover") / of("shares_cover", 1) - 1


def shares(of):
    try:
        return of("shares_cover")
    except LookupError:
        return of("shares_outstanding")


def altman(of, worth):
    parts = np.array([
        of("current_assets") - of("current_liabilities"),
        of("retained_earnings"),
        of("operating_income"),
        of("revenue"),
    ]) / of("assets")
    return parts @ np.array([1.2, 1.4, 3.3, 1]) + 0.6 * worth / of("liabilities")


def measures(of, close, is_bank):
    """Every measure that has a value; days as days since 1970."""
    held = []
    for test in f_tests(of):
        try:
            held.append(bool(test()))
        except LookupError:
            pass
    days = lambda one: (one - pd.Timestamp(0)).days
    newest = of.ends[-1]
    found = {
        "filed_year" if newest == of.years[-1] else "filed_quarter": lambda: days(newest),
        "filed_known": lambda: days(of.first["known"]),
        "market_value": lambda: close * shares(of),
        "earnings_yield": lambda: of("net_income") / (close * shares(of)),
        "fcf_yield": lambda: (of("operating_cash_flow") - of("capital_expenditure")) / (close * shares(of)),
        "asset_growth": lambda: of("assets") / of("assets", 1) - 1,
        "net_issuance": lambda: issued(of),
    }
    if len(held) >= 7:
        found |= {"f_score": lambda: sum(held), "f_tests": lambda: len(held)}
    if not is_bank:
        found |= {
            "gross_profitability": lambda: of("gross_profit") / of("assets"),
            "accruals": lambda: (of("net_income") - of("operating_cash_flow")) / np.mean([of("assets"), of("assets", 1)]),
            "z_score": lambda: altman(of, close * shares(of)),
        }
    for metric, item in {"price_earnings": "net_income", "price_book": "equity"}.items():
        found[metric] = lambda item=item: close * shares(of) / above_0(of(item))
    found["book_to_market"] = lambda: above_0(of("equity")) / (close * shares(of))
    values = {}
    for metric, compute in found.items():
        try:
            values[metric] = float(compute())
        except LookupError:
            pass
    return values


def above_0(value):
    if value <= 0:
        raise LookupError
    return value


def next_session(days):
    return pd.to_datetime(np.busday_offset(days.values.astype("datetime64[D]"), 1, roll="backward", holidays=CLOSED))


def sample_tables(folder):
    """Its facts with the report and the day from which each is known, splits, prices and companies."""
    facts, reports, splits, prices, companies = (
        pd.read_csv(f"{folder}/{name}.csv", dtype={"reports": str, "number": str})
        for name in ["facts", "reports", "splits", "prices", "companies"]
    )
    facts[["ticker", "tag", "unit"]] = facts[["ticker", "tag", "unit"]].ffill()
    prices["ticker"] = prices["ticker"].ffill()
    facts = facts.assign(number=facts["reports"].str.split()).explode("number")
    facts = facts.merge(reports, on=["ticker", "number"])
    for table, names in [(facts, ["start", "end", "filed"]), (splits, ["day"]), (prices, ["date"])]:
        for name in names:
            table[name] = pd.to_datetime(table[name])
    facts["known"] = next_session(facts["filed"])
    return facts, splits, prices, companies


def of_sample(folder):
    facts, splits, prices, companies = sample_tables(folder)
    banks = set(companies[companies["sector"] == "Financials"]["ticker"])
    for day in map(pd.Timestamp, DAYS):
        for ticker, own in facts[~facts["ticker"].isin(LEFT_OUT)].groupby("ticker"):
            of = Reports(own, splits[splits["ticker"] == ticker], day)
            closes = prices[(prices["ticker"] == ticker) & (prices["date"] <= day)]["close"]
            if of.is_fresh():
                yield {"of": f"{ticker} {day.date()}", **measures(of, closes.iloc[-1], ticker in banks)}


def made_reports(seed, profit, count_tag, until):
    """Quarters, or years alone, of a company that grows; a year's report has two years, a quarter's the year so far too."""
    random = np.random.default_rng(seed)
    quarters = pd.period_range("2017Q1", until, freq="Q")
    revenue = (1e9 * np.cumprod(random.normal(1.03, 0.05, len(quarters)))).round()
    assets = (9e9 * np.cumprod(random.normal(1.01, 0.02, len(quarters)))).round()

    def parts(of, **shares):
        return {TAGS[item].split()[0]: (of * random.normal(mean, 0.01, len(of))).round() for item, mean in shares.items()}

    flows = pd.DataFrame(parts(
        revenue, revenue=1, cost_of_revenue=0.6, operating_income=0.2, net_income=profit,
        operating_cash_flow=profit + 0.05, capital_expenditure=0.04,
    ), index=quarters)
    balances = pd.DataFrame(parts(
        assets, assets=1, current_assets=0.4, current_liabilities=0.2, long_term_debt=0.2, retained_earnings=0.3, equity=0.45,
    ), index=quarters)
    issued = random.normal(0.995, 0.01, len(quarters)) if profit > 0 else np.ones(len(quarters))
    counts = pd.Series((1e8 * np.cumprod(issued)).round(), index=quarters)
    for quarter in quarters[8:]:
        end, is_year = quarter.end_time, quarter.quarter == 4
        form = "10-K" if is_year else "10-Q"
        if until.endswith("Q4") and not is_year:
            continue
        first = pd.Period(f"{quarter.year}Q1")
        spans = {(first, quarter)} if is_year else {(first, quarter), (quarter, quarter)}
        spans |= {(start - 4, last - 4) for start, last in spans}
        rows = [
            f"{tag} {start.start_time.date()}/{last.end_time.date()} {value:.0f}"
            for start, last in sorted(spans) for tag, value in flows[start:last].sum().items()
        ]
        for last in [pd.Period(f"{quarter.year - 1}Q4"), quarter]:
            rows += [f"{tag} {last.end_time.date()} {value:.0f}" for tag, value in balances.loc[last].items()]
        counted = end.date() if count_tag.startswith("Common") else (end + pd.Timedelta(days=20)).date()
        rows.append(f"{count_tag} {counted} {counts[quarter]:.0f}")
        yield {"form": form, "filed": str(np.busday_offset((end + pd.Timedelta(days=35)).date(), 0, roll="forward")), "rows": rows}


def made_facts(reports):
    rows = [
        {**{name: one[name] for name in ["form", "filed"]}, "tag": tag, "period": period, "value": float(value)}
        for one in reports for tag, period, value in map(str.split, one["rows"])
    ]
    facts = pd.DataFrame(rows)
    spans = facts["period"].str.split("/")
    facts["start"], facts["end"] = pd.to_datetime(spans.str[-2]), pd.to_datetime(spans.str[-1])
    facts["filed"] = pd.to_datetime(facts["filed"])
    facts["known"] = next_session(facts["filed"])
    per_share, shares = (facts["tag"].str.contains(part) for part in ["PerShare", "Shares"])
    facts["unit"] = np.select([per_share, shares], ["USD/shares", "shares"], "USD")
    return facts


def of_made(reports, day, close):
    facts = made_facts(reports)
    return measures(Reports(facts, pd.DataFrame(columns=["day", "ratio"]), pd.Timestamp(day)), close, False)


def main(folder):
    closes = np.random.default_rng(3).normal(40, 1, 10).round(2).tolist()
    made = []
    for ticker, day, *how in [
        ("EARN", "2021-09-01", 1, 0.12, "EntityCommonStockSharesOutstanding", "2021Q2"),
        ("LOSE", "2021-03-01", 2, -0.08, "CommonStockSharesOutstanding", "2020Q4"),
    ]:
        reports = list(made_reports(*how))
        made.append({"of": f"{ticker} {day}", "values": of_made(reports, day, closes[-1]), "reports": reports})
    json.dump({"sample": list(of_sample(folder)), "closes": closes, "made": made}, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main(sys.argv[1])
