/** The same made trades, as services write them. */
import { type Kind, type Made, MADE_DAYS, type MadeDay } from "./made_trades.ts";

/** A way to write trades. */
export interface TradeForm {
  readonly form: string;
  readonly header: string;
  readonly line: (row: Made, day: MadeDay) => string;
}

const HOUR = 3_600_000;

/** Letters of the consolidated tape. */
const LETTERS: Readonly<Record<Kind, string>> = {
  ...{ plain: "@", opening: "@O", closing: "@6", odd: "@I", late: "@Z", early: "@T", after: "@T", official: "@M" },
  ...{ cancelled: "@", cancel: "cancel", wrong: "@F", correction: "correction" },
};
/** Polygon's numbers; a cancelled trade carries its own correction code there. */
const NUMBERS: Readonly<Record<Kind, string>> = {
  ...{ plain: "", opening: "17,41", closing: "8", odd: "37", late: "33", early: "12", after: "12", official: "15" },
  ...{ cancelled: "", cancel: "", wrong: "14", correction: "" },
};
/** TAQ's four places. */
const PLACES: Readonly<Record<Kind, string>> = {
  ...{ plain: "@   ", opening: "@O  ", closing: "@6  ", odd: "@  I", late: "@ Z ", early: "@ T ", after: "@ T " },
  ...{ official: "@  M", cancelled: "@   ", cancel: "@   ", wrong: "@F  ", correction: "@F  " },
};
const TAQ_CODES: Readonly<Partial<Record<Kind, string>>> = {
  cancelled: "08",
  cancel: "10",
  wrong: "12",
  correction: "01",
};

/** What a clock that is so many hours behind UTC shows, like `2024-03-08T09:30:00.412`. */
export function clockOf(ms: number, behind: number): string {
  return new Date(ms - behind * HOUR).toISOString().slice(0, -1);
}

/** Hours that Berlin is ahead of UTC on a made day, by hand. */
const BERLIN: Readonly<Record<string, 1 | 2>> = { "2024-07-03": 2 };
const berlin = ({ day }: MadeDay) => BERLIN[day] ?? 1;

function american(clock: string): string {
  const [date = "", time = ""] = clock.split("T");
  const [year, month, day] = date.split("-");
  const hour = Number(time.slice(0, 2));
  const half = hour < 12 ? "AM" : "PM";
  return `${month}/${day}/${year} ${hour % 12 === 0 ? 12 : hour % 12}${time.slice(2)} ${half}`;
}

const BASIC = "time,price,size,condition,id";
const basic = (time: string, { price, size, kind, id }: Made) => `${time},${price},${size},${LETTERS[kind]},${id}`;

/** Each of these holds the same trades. */
export const TRADE_FORMS: readonly TradeForm[] = [
  { form: "ISO times in UTC", header: BASIC, line: (row) => basic(new Date(row.ms).toISOString(), row) },
  {
    form: "ISO times with Berlin's offset",
    header: BASIC,
    line: (row, day) => basic(`${clockOf(row.ms, -berlin(day))}+0${berlin(day)}:00`, row),
  },
  {
    form: "times with New York's offset",
    header: BASIC,
    line: (row, day) => basic(`${clockOf(row.ms, day.behind).replace("T", " ")}-0${day.behind}00`, row),
  },
  {
    form: "Interactive Brokers' times",
    header: BASIC,
    line: (row, day) => basic(`${clockOf(row.ms, day.behind).replaceAll("-", "").replace("T", "  ")} US/Eastern`, row),
  },
  { form: "milliseconds since 1970", header: BASIC, line: (row) => basic(String(row.ms), row) },
  { form: "seconds since 1970", header: BASIC, line: (row) => basic((row.ms / 1000).toFixed(3), row) },
  {
    form: "times of a column that names UTC",
    header: BASIC.replace("time", "timestamp_utc"),
    line: (row) => basic(clockOf(row.ms, 0), row),
  },
  {
    form: "times of a column that names New York",
    header: BASIC.replace("time", "Time (ET)"),
    line: (row, day) => basic(clockOf(row.ms, day.behind), row),
  },
  {
    form: "times without a zone, which the rows prove",
    header: BASIC,
    line: (row, day) => basic(clockOf(row.ms, day.behind), row),
  },
  {
    form: "American times",
    header: BASIC,
    line: (row, day) => basic(american(clockOf(row.ms, day.behind)), row),
  },
  {
    form: "day and time in two columns",
    header: "Date,Time,Price,Quantity,Sale Condition,Trade ID",
    line: (row, day) => basic(clockOf(row.ms, day.behind).replace("T", ","), row),
  },
  {
    form: "Alpaca's letters",
    header: "t,x,p,s,c,i,z",
    line: ({ ms, price, size, kind, id }) =>
      `${new Date(ms).toISOString()},V,${price},${size},"['${
        [...LETTERS[kind]].length > 2 ? LETTERS[kind] : [...LETTERS[kind]].join("', '")
      }']",${id},C`,
  },
  {
    form: "Polygon's columns, with nanoseconds and its own numbers",
    header:
      "ticker,conditions,correction,exchange,id,participant_timestamp,price,sequence_number,sip_timestamp,size,tape",
    line: ({ ms, price, size, kind, id }) => {
      const correction = TAQ_CODES[kind] ?? "0";
      return `AAPL,"${NUMBERS[kind]}",${correction},4,${id},${ms}000000,${price},${id},${ms}000123,${size},3`;
    },
  },
  {
    form: "TAQ's columns",
    header: "DATE,TIME_M,EX,SYM_ROOT,SYM_SUFFIX,TR_SCOND,SIZE,PRICE,TR_CORR,TR_SEQNUM",
    line: ({ ms, price, size, kind, id }, day) => {
      const [date = "", time = ""] = clockOf(ms, day.behind).split("T");
      return [
        date.replaceAll("-", ""),
        `${time}000000`,
        "N",
        "AAPL",
        "",
        PLACES[kind],
        size,
        price,
        TAQ_CODES[kind] ?? "00",
        id,
      ]
        .join(",");
    },
  },
];

/** The file of all made days in one form. */
export function fileOf({ header, line }: TradeForm, days: ReadonlyMap<MadeDay, readonly Made[]>): string {
  const lines = MADE_DAYS.flatMap((day) => (days.get(day) ?? []).map((row) => line(row, day)));
  return [header, ...lines, ""].join("\n");
}
