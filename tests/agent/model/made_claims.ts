/** Claims written by hand, as tools give them. */
import type { ToolClaim } from "../../../src/agent/tool.ts";

/** The day of the view that they are held against. */
export const DAY = "2017-12-29";

function filed(id: string, value: number, { shown, day, unit = "USD" }: { shown: string; day: string; unit?: string }) {
  const [subject = "", metric = ""] = id.split(".");
  return { id, metric, subject, value, shown, unit, day, source: "sample/facts", accessions: ["0000320193-17-000070"] };
}

const A16 = "2016-09-24";
const A15 = "2015-09-26";
const M16 = "2016-06-30";

/** Two companies and a third with a loss; one figure is of a day after {@linkcode DAY}. */
export const CLAIMS: readonly ToolClaim[] = [
  filed("AAPL.revenue.FY2016", 215_639_000_000, { shown: "$215.6bn", day: A16 }),
  filed("AAPL.revenue.FY2015", 233_715_000_000, { shown: "$233.7bn", day: A15 }),
  filed("AAPL.net_income.FY2016", 45_687_000_000, { shown: "$45.69bn", day: A16 }),
  filed("AAPL.net_income.FY2015", 53_394_000_000, { shown: "$53.39bn", day: A15 }),
  filed("AAPL.assets.FY2016", 321_686_000_000, { shown: "$321.7bn", day: A16 }),
  filed("AAPL.assets.FY2015", 290_345_000_000, { shown: "$290.3bn", day: A15 }),
  filed("AAPL.gross_margin.FY2016", 0.391, { shown: "39.1%", day: A16, unit: "pure" }),
  filed("AAPL.gross_margin.FY2015", 0.401, { shown: "40.1%", day: A15, unit: "pure" }),
  filed("AAPL.revenue.2015-12-27/2016-12-31", 218_118_000_000, { shown: "$218.1bn", day: "2016-12-31" }),
  filed("AAPL.revenue.2015-09-27/2016-09-24", 215_639_000_000, { shown: "$215.6bn", day: A16 }),
  filed("AAPL.eps_diluted.FY2015", 9.22, { shown: "$9.22", day: A15, unit: "USD/shares" }),
  filed("AAPL.eps_diluted.FY2016", 8.31, { shown: "$8.31", day: A16, unit: "USD/shares" }),
  filed("AAPL.revenue.FY2018", 265_595_000_000, { shown: "$265.6bn", day: "2018-09-29" }),
  filed("MSFT.revenue.FY2016", 85_320_000_000, { shown: "$85.32bn", day: M16 }),
  filed("MSFT.revenue.FY2016Q4", 20_614_000_000, { shown: "$20.61bn", day: M16 }),
  filed("MSFT.net_income.FY2016", 16_798_000_000, { shown: "$16.80bn", day: M16 }),
  filed("XRX.net_income.FY2016", -471_000_000, { shown: "-$471m", day: "2016-12-31" }),
  filed("XRX.goodwill.FY2016", 0, { shown: "$0", day: "2016-12-31" }),
  ...([["AAPL", 0.187, "18.7%"], ["MSFT", 0.142, "14.2%"], ["XRX", 0.312, "31.2%"]] as const).map((
    [subject, value, shown],
  ) => ({ id: `${subject}.volatility`, metric: "volatility", subject, value, shown, unit: "fraction", day: DAY })),
  { id: "AAPL.trend", metric: "trend", subject: "AAPL", value: "above", shown: "above", unit: "word", day: DAY },
  ...([["2016-12-30", 28.96, "$28.96"], ["2017-12-28", 42.77, "$42.77"], [DAY, 42.31, "$42.31"]] as const).map(
    ([day, value, shown]) => ({
      ...{ id: `AAPL.close@${day}`, metric: "close", subject: "AAPL", value, shown, unit: "currency", day },
    }),
  ),
];
