import type { Statement } from "../../data/claim.ts";
import type { AssistedWork } from "../assisting.ts";
import { firstNames } from "../../text/cut.ts";
import { periodArgument, periodsOf } from "../fact_tokens.ts";
import type { PassagesAsked, PassagesFound } from "../find_passages.ts";
import type { ModelTool } from "../model_port.ts";
import type { PassageRead } from "../read_passage.ts";
import type { FiguresAsked } from "../reading_tools.ts";
import type { Figures } from "../report_schemas.ts";
import type { Speaker } from "../say.ts";
import type { ShownPassage } from "../shown_passage.ts";
import { type Step, toolSteps } from "../step.ts";
import { type ReadingTool, type ToolClaim, ToolError } from "../tool.ts";
import { MANY_SUBJECTS } from "./limits.ts";
import { type OfferedTool, schemaOf, type ToolOutcome, wrongOf } from "./offered_tool.ts";
import { quotedData } from "./quoted_data.ts";
import { shortened } from "./shown_work.ts";

/** A call of a reading tool. */
export interface ReadingCall<I> {
  readonly asked: I;
  readonly claims: readonly ToolClaim[];
  readonly work: AssistedWork;
}

/** What an offered tool adds to one of the registry. */
export interface ReadingOffer<I, O> {
  /**
   * Arguments as they were read on a day, which are shown instead of a model's own words for them.
   * @throws {ToolError} where they cannot be read.
   */
  readonly read?: (asked: I, day: string) => I;
  /** What it is for, in fewer words than the registry has. Default: those. */
  readonly says?: string;
  /** The value as a model is shown it. Default: all of it. */
  readonly shown?: (value: O) => unknown;
  /** The sentences that a call gives reason for. */
  readonly sentences: (call: ReadingCall<I>, speaker: Speaker) => readonly Statement[];
}

/** Most characters of an argument that the answer's list of calls repeats. */
const MAX_SHOWN = 60;

/** Offers a tool of the registry to a model, for the subjects and the day of the answer alone. */
export function offerReading<I extends { readonly ticker: string }, O>(
  tool: ReadingTool<I, O>,
  work: AssistedWork,
  { says = tool.says, read = (asked) => asked, shown = (value) => value, sentences }: ReadingOffer<I, O>,
): OfferedTool {
  return {
    definition: toolOf({ ...tool, says }, work),
    async *call(given): AsyncGenerator<Step, ToolOutcome, undefined> {
      const ran = resultOf(given, { tool, read, work });
      if (typeof ran === "string") return { wrong: ran };
      const { asked, result } = ran;
      yield* toolSteps(tool.name, { asked, answered: result.value });
      const claims = result.claims();
      return {
        line: lineOf(tool.name, asked),
        value: { value: shortened(result.value, shown), claims: shownClaims(claims) },
        claims,
        sentences: (speaker) => sentences({ asked, claims, work }, speaker),
      };
    },
  };
}

/** What came of a call, or what is wrong with its arguments. */
function resultOf<I, O>(
  given: unknown,
  { tool, read, work: { companies, desk } }: Required<Pick<ReadingOffer<I, O>, "read">> & {
    readonly tool: ReadingTool<I, O>;
    readonly work: AssistedWork;
  },
) {
  const { ticker, as_of: day } = Object(given) as { readonly ticker?: unknown; readonly as_of?: unknown };
  if (day !== undefined) return `as_of: leave it out, the day of the answer is ${desk.view.asOf}.`;
  const tickers = companies.map((one) => one.ticker);
  if (!tickers.some((one) => one === ticker)) {
    return `ticker: must be a subject: ${firstNames(tickers, MANY_SUBJECTS)}.`;
  }
  const asking = tool.input.safeParse(given);
  if (!asking.success) return wrongOf(asking.error);
  try {
    const asked = read(asking.data, desk.view.asOf);
    return { asked, result: tool.run(asked, { desk: () => desk }) };
  } catch (error) {
    if (error instanceof ToolError) return error.message;
    throw error;
  }
}

/** The tool in few words: without the day, and with the subjects as its tickers. */
function toolOf({ name, says, input }: Pick<ReadingTool, "name" | "says" | "input">, work: AssistedWork): ModelTool {
  const { properties = {}, required = [] } = schemaOf(input);
  const { as_of: _day, ticker: _ticker, ...others } = properties;
  const tickers = work.companies.map(({ ticker }) => ticker);
  const ticker = { type: "string", ...(tickers.length <= MANY_SUBJECTS && { enum: tickers }) };
  return { name, says, input: { type: "object", properties: { ticker, ...others }, required } };
}

/** A call in one line: words of a model in quotation marks. */
function lineOf(name: string, asked: object): string {
  const { ticker, item = [], periods = [], words } = asked as Partial<FiguresAsked & PassagesAsked>;
  const quoted = words === undefined ? [] : JSON.stringify(words.slice(0, MAX_SHOWN));
  return [name, ticker, item, periods, quoted].flat().join(" ");
}

/** Periods as tokens: words around one, like a figure, would be shown as what a tool was asked. */
export function readPeriods(asked: FiguresAsked, day: string): FiguresAsked {
  return asked.periods === undefined ? asked : { ...asked, periods: periodsOf(asked.periods, day).map(periodArgument) };
}

/** Claims by id, as they are shown; a quote is of others. */
function shownClaims(claims: readonly ToolClaim[]): unknown {
  return shortened(
    claims.map(({ id, metric, shown, day }) => ({ id, metric, shown, day })),
    (all) => all.map((one) => one.metric === "quote" ? { ...one, shown: quotedData("quote", one.shown) } : one),
  );
}

/** Filed figures without their sources. */
export function shownFigures({ figures }: Figures): unknown {
  return figures.map((one) => "lacks" in one ? one : { ...one, facts: undefined, known: one.facts.at(-1)?.known });
}

/** Passages with what others wrote between marks. */
export function shownPassages({ passages, ...found }: PassagesFound): unknown {
  return { ...found, passages: passages.map(shownPassage) };
}

/** One of them. */
export function shownPassage({ title, section, text, ...passage }: ShownPassage | PassageRead): unknown {
  return {
    ...passage,
    ...(title !== "" && { title: quotedData("title", title) }),
    ...(section !== undefined && { section: quotedData("section", section) }),
    text: quotedData(passage.document, text),
  };
}
