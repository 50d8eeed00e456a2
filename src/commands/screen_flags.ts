import { CONNECTION_FLAGS, DEMAND_FLAGS, KEY_HELP } from "./connection_flags.ts";
import { count, oneOf, type Reader, share, wrongValue } from "./flag_values.ts";
import type { CommandPage, FlagTable } from "./flags.ts";
import { LIMIT_FLAGS } from "./limit_flags.ts";
import { QUESTION_FLAGS } from "./question_flags.ts";
import { REPORT_FLAGS } from "./report_flags.ts";

/** How many requests in doubt are sent again. */
const doubts: Reader<number> = (text, flag) => {
  if (text === "park") return 0;
  const [word, number] = text.split(":", 2);
  if (word === "resend" && number !== undefined) return count(number, `${flag} resend:`);
  throw wrongValue(flag, text, "it is not like park or resend:20");
};

const sessions: Reader<number> = (text, flag) => {
  const [, number] = /^(\d{1,4}) ?d$/.exec(text.trim()) ?? [];
  if (number === undefined) throw wrongValue(flag, text.trim(), "it is not a number of trading days like 3d");
  return Number(number);
};

const FLAGS = {
  ...QUESTION_FLAGS,
  "files": {
    value: "auto|none",
    read: oneOf("auto", "none"),
    help: "whether charts and tables are made and downloaded (auto)",
  },
  "no-dedupe": { option: "repeats", on: "each", help: "send one request per row, even for identical questions" },
  ...LIMIT_FLAGS,
  "max-age": {
    value: "Nd",
    read: sessions,
    help: "send nothing when the prices are more than N trading days old, like 3d; exit with 4",
  },
  "out": { value: "DIR", option: "folder", help: "folder of the run (runs/<name>/<date>)" },
  "new": { option: "startNew", help: "start a new run, whatever exists" },
  "retry-failed": { help: "send the failed rows of the run, and those in doubt, again" },
  "read-again": { help: "read the kept replies of failed rows again, as with another --result-at; none is sent again" },
  "in-doubt": {
    value: "park|resend:N",
    read: doubts,
    option: "resendInDoubt",
    help: "rows that may have been sent: leave them, or send up to N again (park)",
  },
  ...REPORT_FLAGS,
  "verify": {
    value: "DATA",
    help: "check each thesis against a data folder of your own; sample: the data that come with the program",
  },
  "on-finish": { value: "CMD", help: 'shell command to run at the end; "$1" is the folder of the run' },
  "allow-failures": {
    value: "P%",
    read: share,
    option: "allowedFailures",
    help: "exit with 0 when at most this share of the rows is not done",
  },
  ...CONNECTION_FLAGS,
  ...DEMAND_FLAGS,
  "dry-run": { help: "show what would be sent, how long it takes and what it costs; send nothing" },
  "by": {
    value: "risk|score",
    read: oneOf("risk", "score"),
    help: "order of the table: by drawdown risk, or by score, which has not predicted returns (risk)",
  },
  "json": { help: "progress and result as lines of JSON" },
  "quiet": { help: "no progress, no table" },
} as const satisfies FlagTable;

/** The page of `screen`. */
export const SCREEN = {
  does: "Screens a CSV of tickers: theses, confidences and files into a folder.",
  usage: ["screen [tickers.csv] [flags]", "screen - < tickers.csv"],
  flags: FLAGS,
  notes: [
    KEY_HELP,
    "Exit status: 0 every row done; 1 some are not; 2 wrong usage, nothing sent; 3 stopped by a limit, or by a service " +
    "that refuses everything or sends no thesis; 4 the data is older than --max-age, nothing sent; 130 interrupted; 141 the output was closed. The same command " +
    "resumes.",
  ],
} as const satisfies CommandPage;
