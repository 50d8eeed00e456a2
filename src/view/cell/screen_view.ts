import { errorOf, hasThesis, type Outcome, type ThesisOutcome } from "../../run/outcome.ts";
import type { Progress } from "../../run/progress.ts";
import { toThesisRow } from "../../run/thesis_row.ts";
import { excerpt } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { html } from "../../text/html.ts";
import { type Block, said } from "../block.ts";
import { blocksHtml } from "../block_html.ts";
import { blockLines } from "../block_lines.ts";
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

/** How far a screen is, its first names so far, and its last failures. */
export function screenView(screen: RunningScreen): View {
  const { outcomes, problem } = screen;
  const first = firstOf(outcomes);
  const rows = first.map((outcome) => toThesisRow({ outcome, warnings: [] }));
  const isByRisk = rows.some(({ drawdownProbability }) => drawdownProbability !== undefined);
  const theses = outcomes.filter(hasThesis).length;
  const title = theses > rows.length ? `The first ${rows.length} of ${counted(theses)} theses so far` : undefined;
  const failures = outcomes.filter((outcome) => errorOf(outcome) !== undefined).slice(-MAX_FAILURES).map(failureWords);
  const line = [problem === undefined ? "" : `Incomplete: ${problem}.`, progressWords(screen)].filter(Boolean).join(
    " ",
  );
  const head = said("lead", [line]);
  const below: readonly Block[] = [
    ...rows.length === 0 ? [] : [{ ...isByRisk ? riskTable(rows) : scoreTable(rows), title }],
    ...failures.length === 0 ? [] : [said("points", failures)],
  ];
  const look = "font-family:sans-serif;font-size:13px;overflow-x:auto";
  return {
    text: blockLines([head, ...below], TEXT_WIDTH).join("\n"),
    html: html`<div style="${look}">${blocksHtml([head], CELL_FORM)}${track(screen)}${
      blocksHtml(below, CELL_FORM)
    }</div>`,
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
