import { errorOf, hasThesis, type Outcome, type ThesisOutcome } from "../../run/outcome.ts";
import type { Progress } from "../../run/progress.ts";
import { toThesisRow } from "../../run/thesis_row.ts";
import { excerpt, stripControl } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { html } from "../../text/html.ts";
import { blockTable } from "../block_html.ts";
import { tableLines } from "../block_lines.ts";
import type { View } from "../lines.ts";
import { progressLine } from "../progress_line.ts";
import { riskTable, scoreTable, serviceWords } from "../thesis_columns.ts";
import { CELL_FORM, COLOURS, shareBar } from "./card.ts";
import { TEXT_WIDTH } from "./table_html.ts";

/** A screen that runs. */
export interface RunningScreen {
  /** What came so far, in the order in which it came. */
  readonly outcomes: readonly Outcome[];
  /** How far it is, if the screen says so. */
  readonly progress?: Progress | undefined;
  /** Why it ended before its end; absent while it runs. */
  readonly problem?: string | undefined;
}

/** Most names shown while the screen runs. */
const MOST = 15;
const MAX_FAILURES = 3;
const MAX_MESSAGE = 200;
const STYLES = {
  all: "font-family:sans-serif;font-size:13px",
  line: "margin:0 0 4px",
  table: "overflow-x:auto",
} as const;

/** How far a screen is, its first names so far, and its last failures. */
export function screenView(screen: RunningScreen): View {
  const { outcomes, problem } = screen;
  const first = firstOf(outcomes);
  const rows = first.map((outcome) => toThesisRow({ outcome, warnings: [] }));
  const table = rows.some(({ drawdownProbability }) => drawdownProbability !== undefined)
    ? riskTable(rows)
    : scoreTable(rows);
  const line = [problem === undefined ? "" : `INCOMPLETE: ${problem}.`, progressWords(screen)].filter(Boolean).join(
    " ",
  );
  const theses = outcomes.filter(hasThesis).length;
  const title = theses > first.length ? `The first ${first.length} of ${counted(theses)} theses so far` : "";
  const failures = outcomes.filter((outcome) => errorOf(outcome) !== undefined).slice(-MAX_FAILURES).map(failureWords);
  return {
    text: stripControl(
      [line, title, ...rows.length === 0 ? [] : tableLines(table, TEXT_WIDTH), ...failures].filter((part) =>
        part !== ""
      ).join("\n"),
    ),
    html: html`
      <div
        style="${STYLES.all}"><p style="${STYLES.line}"><b>${line}</b></p>${track(screen)}${title !== "" &&
          html`<p style="${STYLES.line}">${title}</p>`}<div style="${STYLES.table}">${first.length > 0 &&
          blockTable(table, { form: CELL_FORM })}</div>${failures.map((words) =>
            html`<p style="${STYLES.line}">⚠ ${words}</p>`
          )}</div>
    `,
  };
}

function progressWords({ outcomes, progress }: RunningScreen): string {
  return progress === undefined ? `${counted(outcomes.length, "row")} so far` : progressLine(progress);
}

function track({ progress }: RunningScreen) {
  if (progress === undefined || progress.rows === 0) return undefined;
  const { rows, statuses: { pending, skipped } } = progress;
  return shareBar((rows - pending - skipped) / rows, COLOURS.up);
}

/** The theses with the highest drawdown risk so far, else the highest score; without either the last ones. */
function firstOf(outcomes: readonly Outcome[]): ThesisOutcome[] {
  const theses = outcomes.filter(hasThesis);
  for (const figure of ["drawdown_probability", "score"] as const) {
    const valueOf = ({ result }: ThesisOutcome) => result.metadata?.[figure] ?? -Infinity;
    const known = theses.filter((one) => valueOf(one) !== -Infinity);
    if (known.length > 0) return known.toSorted((one, other) => valueOf(other) - valueOf(one)).slice(0, MOST);
  }
  return theses.slice(-MOST);
}

function failureWords(outcome: Outcome): string {
  const { input: { ticker, row }, status } = outcome;
  const why = serviceWords(errorOf(outcome)?.message ?? "");
  return excerpt(`${ticker || `row ${row}`}, ${status.replace("_", " ")}: ${why}`, MAX_MESSAGE);
}
