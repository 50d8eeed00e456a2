import type { Company, Dataset, DatasetView } from "../data/dataset.ts";
import { isWholeSector, subjectsOf } from "../data/names/subjects.ts";
import { ownNamesOf } from "../data/own_view.ts";
import type { Asked } from "../data/question/asked.ts";
import { leaveUnheld } from "../data/question/leave_unheld.ts";
import { readConversation } from "../data/question/read_conversation.ts";
import { createQuestionReader, type QuestionReader } from "../data/question/read_question.ts";
import { readTimes } from "../data/question/read_times.ts";
import { exchangeAsked } from "../data/question/session_forms.ts";
import { evidenceSteps, joinedCharts, pictureSteps } from "./answer_files.ts";
import { readingSentences, unmetSentences } from "./asked_notes.ts";
import { conclude, type Outcome, sentencesOf } from "./conclude.ts";
import { draftKey, draftOf, focusOf, isFiledAlone } from "./drafting.ts";
import { factSteps } from "./fact_steps.ts";
import { bytesOfFindings, type ResearchTools } from "./findings.ts";
import { jointSteps } from "./joint_steps.ts";
import { KNOWLEDGE, type Knowledge } from "./knowledge.ts";
import { Memory, MEMORY_BYTES } from "./memory.ts";
import { openView, viewAsked } from "./open_view.ts";
import { type Passed, passedOf } from "./passed.ts";
import type { Agent, AgentPorts, Question } from "./ports.ts";
import { type AskedTables, readTables } from "./own_tables.ts";
import { planDesk } from "./desk.ts";
import { RESOLVE_COMPANIES } from "./reading_tools.ts";
import { research, runSteps } from "./research.ts";
import type { Step } from "./step.ts";
import { takenSentences } from "./taken_notes.ts";
import { synthesise } from "./synthesis.ts";
import { textSteps } from "./text_steps.ts";
import { leftOutOf, prefaceOf, unanswerable } from "./unanswerable.ts";

export { ENGINE } from "./conclude.ts";

/** Options of an analyst. */
export interface AnalystOptions {
  /** What it can measure and say. Default: the domains that are read. */
  readonly knowledge?: Knowledge;
  /**
   * Bytes of findings that it remembers for further questions about a company on a day, and as many of verified drafts;
   * 0 for none. Answers are the same. Default: 16 MiB.
   */
  readonly memoryBytes?: number;
  /** Creates what reads questions, of the companies of the data. Default: {@linkcode createQuestionReader}. */
  readonly reading?: typeof createQuestionReader;
}

/**
 * Creates the deterministic analyst: no language model; the same question gives the same steps.
 * @param ports All its access to the outside.
 * @returns An agent that throws {@linkcode QuestionError} before its first step if a setting is unsupported.
 */
export function createAnalyst(
  ports: AgentPorts,
  { knowledge = KNOWLEDGE, memoryBytes = MEMORY_BYTES, reading = createQuestionReader }: AnalystOptions = {},
): Agent {
  const readers = new WeakMap<readonly Company[], QuestionReader>();
  const readerOf = (companies: readonly Company[]) => {
    const reader = readers.get(companies) ?? reading(companies, { hasTexts: holdsTexts(ports.dataset) });
    readers.set(companies, reader);
    return reader;
  };
  // Horizon, benchmark and engine are those of every answer of an analyst, so that day and companies are the keys.
  const memory = new Memory({ maxBytes: memoryBytes, bytesOf: bytesOfFindings });
  const drafts = new Memory({ maxBytes: memoryBytes, bytesOf: bytesOfPassed });
  return async function* (question) {
    const { signal } = question;
    signal.throwIfAborted();
    const { dataset } = ports;
    const opened = openView(question, dataset);
    const tables = readTables(question.own ?? [], opened.asOf);
    const over = (seen: DatasetView) => tables?.over(seen) ?? seen;
    const { asked: read, view: found } = readingOf(question, { opened, own: over(opened), dataset, readerOf });
    const view = over(found);
    const asked = leaveUnheld(read, dataset.shelves);
    const work = { question, ports, asked, tools: { view, knowledge, memory }, drafts, ...(tables && { tables }) };
    for await (const step of answer(work)) {
      yield step;
      signal.throwIfAborted();
    }
  };
}

interface Reading {
  readonly opened: DatasetView;
  /** The same with the tables that came with the question. */
  readonly own: DatasetView;
  readonly dataset: Dataset;
  readonly readerOf: (companies: readonly Company[]) => QuestionReader;
}

/** Reads a question and those before it, and opens the view of the day that it asks about. */
function readingOf(
  question: Question,
  { opened, own: given, dataset, readerOf }: Reading,
): { readonly asked: Asked; readonly view: DatasetView } {
  const { input, before = [], asOf } = question;
  const own = ownNamesOf(given);
  const days = { today: opened.asOf, first: dataset.span.first, isSet: asOf !== undefined, own };
  const timesOf = (text: string, tickers: readonly string[]) =>
    readTimes(text, { ...days, exchange: exchangeAsked([text, ...tickers].join(" "), opened.companies) });
  const readOf = ({ companies }: DatasetView) =>
    readConversation([...before, input], { read: readerOf(companies), timesOf });
  // which companies there are depends on the day, and the day on what the questions before name
  const first = before.length === 0 && !holdsTexts(dataset) ? undefined : readOf(opened);
  const view = viewAsked(opened, { question, times: first ? daysOfView(first) : timesOf(input, []), dataset });
  return { asked: first && view.companies === opened.companies ? first : readOf(view), view };
}

function holdsTexts({ shelves }: Dataset): boolean {
  return shelves.includes("texts");
}

/** The days that decide what is known: of a question to texts, none in which they were published. */
function daysOfView({ kind, times }: Asked): Pick<Asked, "times"> {
  return { times: kind === "quote" ? times.filter(({ isAsOf }) => isAsOf) : times };
}

interface Work {
  readonly question: Question;
  readonly ports: AgentPorts;
  readonly asked: Asked;
  readonly tools: ResearchTools;
  /** Verified drafts by everything that they depend on. */
  readonly drafts: Memory<Passed>;
  /** Those that came with the question. */
  readonly tables?: AskedTables;
}

async function* answer({ question, ports, asked, tools, drafts, tables }: Work): AsyncGenerator<Step, void, undefined> {
  const { input, signal } = question;
  const { view } = tools;
  const { mentions } = asked;
  const companies = companiesOf(asked, view);
  const desk = planDesk({ asked, companies }, tools);
  yield* runSteps(RESOLVE_COMPANIES, { request: input }, desk);
  const taken = takenSentences(asked, view);
  const refusal = unanswerable(mentions, view);
  if (refusal) {
    const message = [...taken, refusal.message].join(" ");
    yield { kind: "text", delta: message };
    yield { kind: "conclusion", conclusion: { ...refusal, message } };
    return;
  }
  const { found, unpriced } = yield* research(companies, desk);
  yield* factSteps(asked.facts, { tickers: companies.map(({ ticker }) => ticker), desk });
  yield* textSteps(asked, { tickers: companies.map(({ ticker }) => ticker), desk });
  const charts = question.files
    ? yield* pictureSteps(found, { companies, asked, tools }, { ports, signal })
    : undefined;
  const isAlone = isFiledAlone(found, { companies, asked });
  const synthesis = synthesise(isAlone ? [] : found);
  const joint = yield* jointSteps(found, { asked, view });
  yield { kind: "verification_started" };
  const focus = focusOf(asked.text, tools.knowledge.vocabulary);
  const drafting = { companies, isSector: isWholeSector(mentions), focus, asked, tools, ...(joint && { joint }) };
  const verified = () => ports.verify(draftOf(found, drafting), view);
  // a table of its claims needs what a remembered one has dropped, and what came with a question is not remembered
  const whole = question.files || tables !== undefined ? verified() : undefined;
  const passed = whole === undefined
    ? drafts.recall(draftKey(drafting), () => passedOf(verified(), tools.knowledge.vocabulary))
    : passedOf(whole, tools.knowledge.vocabulary);
  yield { kind: "verification_done", verification: passed.verification };
  const evidence = question.files && whole ? yield* evidenceSteps(whole.kept, { ports, view }) : undefined;
  const outcome = {
    ...{ passed, synthesis, found, view },
    preface: [...taken, ...unmetSentences(asked), ...prefaceOf(mentions, view)],
    reading: [
      ...readingSentences(asked, view),
      ...tables?.sentences(view) ?? [],
      ...leftOutOf(mentions, {
        unpriced,
        view,
        told: isAlone && (asked.facts.length > 0 || asked.texts !== undefined)
          ? unpriced.map(({ ticker }) => ticker)
          : joint?.leftOut.get("prices") ?? [],
      }),
    ],
    tickers: (!isAlone ? found.map(({ company }) => company) : companies).map(({ ticker }) => ticker),
    ...(charts && { charts: joinedCharts([charts, ...(evidence ? [evidence] : [])]) }),
  };
  for (const delta of answerText(outcome)) {
    yield { kind: "text", delta };
  }
  yield { kind: "conclusion", conclusion: { kind: "thesis", result: conclude(outcome) } };
}

/** The companies that a question is about, and those that it gives a weight without naming them otherwise. */
function companiesOf({ mentions, weights }: Asked, view: DatasetView): readonly Company[] {
  const subjects = subjectsOf(mentions);
  const named = new Set(subjects.map(({ ticker }) => ticker));
  const held = new Set(weights.map(({ ticker }) => ticker).filter((ticker) => !named.has(ticker)));
  return held.size === 0 ? subjects : [...subjects, ...view.companies.filter(({ ticker }) => held.has(ticker))];
}

/** Yields the text about a sentence at a time: a paragraph, then drivers and risks as lists. */
function* answerText(outcome: Outcome): Generator<string> {
  for (const [at, sentence] of sentencesOf(outcome).entries()) yield at === 0 ? sentence : ` ${sentence}`;
  yield* listed("Drivers", outcome.passed.drivers);
  yield* listed("Risks", outcome.passed.risks);
}

function* listed(title: string, texts: readonly string[]): Generator<string> {
  for (const [at, text] of texts.entries()) yield at === 0 ? `\n\n${title}:\n- ${text}` : `\n- ${text}`;
}

/** Measured: in memory, a report and its sentences take no more bytes than their JSON has characters. */
function bytesOfPassed(passed: Passed): number {
  return JSON.stringify(passed).length;
}
