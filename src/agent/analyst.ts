import type { Draft, Statement } from "../data/claim.ts";
import type { Vocabulary } from "../data/domains.ts";
import type { Company, DatasetView } from "../data/dataset.ts";
import { isWholeSector, subjectsOf } from "../data/names/subjects.ts";
import type { Asked } from "../data/question/asked.ts";
import { leaveUnheld } from "../data/question/leave_unheld.ts";
import { createQuestionReader, type QuestionReader } from "../data/question/read_question.ts";
import { readTimes } from "../data/question/read_times.ts";
import type { FileReference } from "../protocol/file_reference.ts";
import { type ChartContext, type Charts, chartSteps, settled } from "./chart_steps.ts";
import { evidenceFile } from "./evidence_file.ts";
import { answeredDraft } from "./answered_draft.ts";
import { AnswerClaims } from "./claims.ts";
import { companyDraft, type Focus } from "./company_draft.ts";
import { readingSentences, unmetSentences } from "./asked_notes.ts";
import { factSentences } from "./fact_answers.ts";
import { factChartSteps } from "./fact_chart_steps.ts";
import { factSteps } from "./fact_steps.ts";
import { conclude, type Outcome, sentencesOf } from "./conclude.ts";
import { withEvents } from "./event_figures.ts";
import { withFalsifiers } from "./falsifiers.ts";
import { bytesOfFindings, type CompanyFindings, type ResearchTools } from "./findings.ts";
import type { Joint } from "./joint.ts";
import { jointSteps, withJoint } from "./joint_steps.ts";
import { Memory, MEMORY_BYTES } from "./memory.ts";
import { openView, viewAsked } from "./open_view.ts";
import { type Passed, passedOf } from "./passed.ts";
import type { Agent, AgentPorts, Question } from "./ports.ts";
import { KNOWLEDGE, type Knowledge } from "./knowledge.ts";
import { resolutionReport } from "./report.ts";
import { research } from "./research.ts";
import { Speaker } from "./say.ts";
import { statementCharts } from "./statement_charts.ts";
import { setDraft } from "./set_draft.ts";
import { type Step, toolSteps } from "./step.ts";
import { synthesise } from "./synthesis.ts";
import { leftOutOf, prefaceOf, unanswerable } from "./unanswerable.ts";

export { ENGINE } from "./conclude.ts";

/** Bounds the time of an answer about many companies. */
const MAX_PROGRAMS = 12;

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
    const reader = readers.get(companies) ?? reading(companies);
    readers.set(companies, reader);
    return reader;
  };
  // Horizon, benchmark and engine are those of every answer of an analyst, so that day and companies are the keys.
  const memory = new Memory({ maxBytes: memoryBytes, bytesOf: bytesOfFindings });
  const drafts = new Memory({ maxBytes: memoryBytes, bytesOf: bytesOfPassed });
  return async function* (question) {
    const { signal, input } = question;
    signal.throwIfAborted();
    const { dataset } = ports;
    const opened = openView(question, dataset);
    const isSet = question.asOf !== undefined;
    const times = readTimes(input, { today: opened.asOf, first: dataset.span.first, isSet });
    const view = viewAsked(opened, { question, times, dataset });
    const asked = leaveUnheld(readerOf(view.companies)(input, times), dataset.shelves);
    for await (const step of answer({ question, ports, asked, tools: { view, knowledge, memory }, drafts })) {
      yield step;
      signal.throwIfAborted();
    }
  };
}

interface Work {
  readonly question: Question;
  readonly ports: AgentPorts;
  readonly asked: Asked;
  readonly tools: ResearchTools;
  /** Verified drafts by everything that they depend on. */
  readonly drafts: Memory<Passed>;
}

async function* answer({ question, ports, asked, tools, drafts }: Work): AsyncGenerator<Step, void, undefined> {
  const { input, signal } = question;
  const { view } = tools;
  const { mentions } = asked;
  yield* toolSteps("resolve_companies", { asked: { request: input }, answered: resolutionReport(mentions) });
  const refusal = unanswerable(mentions, view);
  if (refusal) {
    yield { kind: "text", delta: refusal.message };
    yield { kind: "conclusion", conclusion: refusal };
    return;
  }
  const companies = companiesOf(asked, view);
  const { found, unpriced } = yield* research(companies, tools);
  yield* factSteps(asked.facts, { tickers: companies.map(({ ticker }) => ticker), view });
  const priced = asksReportsAlone(asked) ? [] : found;
  const charts = question.files ? yield* chartsOf(priced, { ports, view, signal }) : undefined;
  const series = question.files && asked.facts.length > 0
    ? yield* factChartSteps(filedOf(found, { companies, asked, tools }), { ports, view, signal })
    : NO_CHARTS;
  const statements = question.files && asked.facts.length === 0
    ? await statementCharts(found, { ports, tools })
    : NO_CHARTS;
  const isAlone = isFiledAlone(found, { companies, asked });
  const synthesis = synthesise(isAlone ? [] : found);
  const joint = yield* jointSteps(found, { asked, view });
  yield { kind: "verification_started" };
  const focus = focusOf(input, tools.knowledge.vocabulary);
  const drafting = { companies, isSector: isWholeSector(mentions), focus, asked, tools, ...(joint && { joint }) };
  const verified = () => ports.verify(draftOf(found, drafting), view);
  const whole = question.files ? verified() : undefined; // a table of its claims needs what a remembered one has dropped
  const passed = whole === undefined
    ? drafts.recall(keyOf(drafting), () => passedOf(verified(), tools.knowledge.vocabulary))
    : passedOf(whole, tools.knowledge.vocabulary);
  yield { kind: "verification_done", verification: passed.verification };
  const tables = whole && await evidenceOf(whole.kept, { ports, view });
  const outcome = {
    ...{ passed, synthesis, found, view },
    preface: [...unmetSentences(asked), ...prefaceOf(mentions, view)],
    reading: [
      ...readingSentences(asked, view),
      ...leftOutOf(mentions, {
        unpriced,
        view,
        told: isAlone && asked.facts.length > 0
          ? unpriced.map(({ ticker }) => ticker)
          : joint?.leftOut.get("prices") ?? [],
      }),
    ],
    tickers: (!isAlone ? found.map(({ company }) => company) : companies).map(({ ticker }) => ticker),
    ...(charts && { charts: joined([charts, series, statements, ...(tables ? [tables] : [])]) }),
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

async function* chartsOf(
  found: readonly CompanyFindings[],
  context: ChartContext,
): AsyncGenerator<Step, Charts, undefined> {
  const files: FileReference[] = [];
  const warnings: string[] = [];
  for (const findings of found.slice(0, MAX_PROGRAMS)) {
    const charts = yield* chartSteps(findings, context);
    files.push(...charts.files);
    warnings.push(...charts.warnings);
  }
  const left = found.length - MAX_PROGRAMS;
  if (left > 0) {
    warnings.push(`no chart of ${left} of ${found.length} companies: an answer has at most ${MAX_PROGRAMS}`);
  }
  return { files, warnings };
}

/** Whether a question asks for nothing but figures of reports, to which a chart of prices is no answer. */
function asksReportsAlone({ facts, kind, measures, times, weights }: Asked): boolean {
  return facts.length > 0 && kind !== "view" && measures.length + times.length + weights.length === 0;
}

/** Stores a table of the verified figures of each company. */
async function evidenceOf(
  kept: Draft,
  { ports, view }: { readonly ports: AgentPorts; readonly view: DatasetView },
): Promise<Charts> {
  const made = kept.companies.slice(0, MAX_PROGRAMS).flatMap((ticker) => evidenceFile(ticker, kept, view) ?? []);
  const stored = await Promise.all(made.map(async (file): Promise<Charts> => {
    const notStored = (why: string): Charts => ({ files: [], warnings: [`${file.filename} is not stored: ${why}`] });
    return await settled(ports.storeFile(file).then((one) => ({ files: [one], warnings: [] })), notStored);
  }));
  return joined(stored);
}

function joined(all: readonly Charts[]): Charts {
  return { files: all.flatMap(({ files }) => files), warnings: all.flatMap(({ warnings }) => warnings) };
}

const NO_CHARTS: Charts = { files: [], warnings: [] };

/** The sentences about items of reports that a question asks for. */
function filedOf(
  found: readonly CompanyFindings[],
  { companies, asked, tools: { view, knowledge } }: Pick<Drafting, "companies" | "asked" | "tools">,
): readonly Statement[] {
  const tickers = companies.map(({ ticker }) => ticker);
  const claims = new AnswerClaims({ view, knowledge, found, companies: tickers });
  return factSentences({
    ...{ facts: asked.facts, companies: tickers, view },
    speaker: new Speaker(knowledge.vocabulary, claims),
  });
}

/** Measured: in memory, a report and its sentences take no more bytes than their JSON has characters. */
function bytesOfPassed(passed: Passed): number {
  return JSON.stringify(passed).length;
}

/** All that a draft depends on. */
interface Drafting {
  /** Those that were asked about, with prices or without. */
  readonly companies: readonly Company[];
  /** Whether the request names one sector, whole, and no company. */
  readonly isSector: boolean;
  readonly focus: Focus;
  /** Of it, what decides which sentences come first. */
  readonly asked: Asked;
  readonly tools: ResearchTools;
  /** What the names are together, where that is asked. */
  readonly joint?: Joint;
}

function keyOf({ companies, isSector, focus, asked, tools: { view } }: Drafting): string {
  const { kind, measures, facts, times, weights, isOnlyUnmet, mentions: { groups, excluded } } = asked;
  return JSON.stringify([
    view.asOf,
    focus,
    isSector,
    kind,
    measures,
    facts,
    times,
    isOnlyUnmet,
    weights,
    // whether the names are asked about as a group, and what it is called
    groups.map(({ kind, name }) => [kind, name]),
    excluded.length,
    ...companies.map(({ ticker }) => ticker),
  ]);
}

function draftOf(found: readonly CompanyFindings[], drafting: Drafting): Draft {
  const { companies, asked, tools: { view, knowledge }, joint } = drafting;
  const tickers = companies.map(({ ticker }) => ticker);
  const claims = new AnswerClaims({ view, knowledge, found, companies: tickers, ...(joint && { joint }) });
  const speaker = new Speaker(knowledge.vocabulary, claims);
  const filed = factSentences({ facts: asked.facts, companies: tickers, view, speaker });
  if (isFiledAlone(found, { companies, asked })) {
    const unpriced = found.length === 0 ? speaker.sayAll(["company.no_prices"], tickers) : [];
    return { companies: tickers, reasoning: [...filed, ...unpriced], drivers: [], risks: [] };
  }
  const named = namesDraft(found, speaker, drafting);
  const { vocabulary } = knowledge;
  const told = (draft: Draft) => withFalsifiers(withEvents(draft, claims, vocabulary), claims, vocabulary);
  const answering = { asked, found, speaker, filed };
  if (joint === undefined) return told(answeredDraft(named, answering));
  const isGroup = joint.weights.length === 0;
  // a portfolio begins with its own risk, whatever is asked; of a group, what is asked of its names comes first
  return told(
    isGroup
      ? answeredDraft(withJoint(named, joint, { speaker, claims, asked }), { ...answering, isGroup })
      : withJoint(answeredDraft(named, answering), joint, { speaker, claims, asked }),
  );
}

/**
 * Whether nothing but reports is told: none of the companies has prices, or what is asked of reports is asked of some
 * that have none, so that the common text, about all with prices, would be about others.
 */
function isFiledAlone(
  found: readonly CompanyFindings[],
  { companies, asked }: Pick<Drafting, "companies" | "asked">,
): boolean {
  return found.length === 0 || asked.facts.length > 0 && found.length < companies.length;
}

/** The draft about each of the names, and about all of them as names. */
function namesDraft(
  found: readonly CompanyFindings[],
  speaker: Speaker,
  { isSector, focus, asked, tools: { knowledge: { vocabulary } } }: Drafting,
): Draft {
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return companyDraft(only, speaker, focus);
  return setDraft({ isSector, isHeld: asked.weights.length > 0, found, vocabulary }, speaker, focus);
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

/** The domain whose words come first in the request. */
function focusOf(request: string, { domains }: Vocabulary): Focus {
  const found = domains.map(({ name, asked }) => ({ name, at: asked === undefined ? -1 : request.search(asked) }))
    .filter(({ at }) => at !== -1);
  return found.toSorted((one, other) => one.at - other.at)[0]?.name ?? "general";
}
