import type { Company, DatasetView } from "../data/dataset.ts";
import type { Domain } from "../data/domain.ts";
import { needsPrices } from "../data/metrics/metric.ts";
import { isWholeSector, subjectsOf } from "../data/names/mentions.ts";
import type { Asked } from "../data/question/asked.ts";
import { onceEach } from "../data/once_each.ts";
import { placeIn } from "../data/question/measure_words.ts";
import { fold } from "../terms/fold.ts";
import type { Focus } from "./company_draft.ts";
import { VOCABULARY } from "../data/vocabulary.ts";
import { createQuestionReader } from "../data/question/read_question.ts";
import { type Assist, assistedSteps, unmetBy } from "./assisting.ts";
import { evidenceSteps, joinedCharts, pictureSteps } from "./answer_files.ts";
import type { Charts } from "./chart_steps.ts";
import { dateNotes, followUpNotes, unansweredNotes } from "./question_notes.ts";
import { isFactual, isOfView } from "./answered_draft.ts";
import { answerText, conclude, type Outcome } from "./conclude.ts";
import { answerKindOf, type Drafting, draftKey, draftOf, isFiledAlone } from "./drafting.ts";
import { factSteps, textSteps } from "./text_steps.ts";
import { bytesOfFindings, type CompanyFindings, isPriced, type ResearchTools } from "./findings.ts";
import { portfolioSteps } from "./portfolio_steps.ts";
import type { Knowledge } from "./domains/reading.ts";
import { KNOWLEDGE } from "./tools.ts";
import { Memory, MEMORY_BYTES } from "./memory.ts";
import { holdsTexts, openView, readingOf } from "./open_view.ts";
import { type VerifiedAnswer, verifiedAnswerOf } from "./verified_answer.ts";
import type { Agent, AgentPorts, Question } from "./ports.ts";
import { type AskedTables, readTables, strangerSentences } from "./own_tables.ts";
import { planDesk } from "./desk.ts";
import { RESOLVE_COMPANIES } from "./reading_tools.ts";
import { INSTEAD, type Nearest, nearestQuestions, refuse } from "./refusing.ts";
import { research, runSteps } from "./research.ts";
import type { Conclusion, Step } from "./step.ts";
import { synthesise } from "./synthesis.ts";
import { leftOutOf, prefaceOf, refusalOf, subjectText } from "./unanswerable.ts";

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
  /** What else adds to an answer, like a language model. Default: nothing. */
  readonly assist?: Assist | undefined;
}

/**
 * Creates the deterministic analyst: no language model; the same question gives the same steps.
 * @param ports All its access to the outside.
 * @returns An agent that throws {@linkcode QuestionError} before its first step if a setting is unsupported.
 */
export function createAnalyst(
  ports: AgentPorts,
  { knowledge = KNOWLEDGE, memoryBytes = MEMORY_BYTES, reading = createQuestionReader, assist }: AnalystOptions = {},
): Agent {
  const focus = knowledge.vocabulary.domains.flatMap(({ asked }) => asked ?? []);
  const readerOf = onceEach((companies: readonly Company[]) =>
    reading(companies, { hasTexts: holdsTexts(ports.dataset), focus })
  );
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
    const reading = { opened, over, dataset, readerOf };
    const { asked: read, view } = readingOf(question, reading);
    const asked = { ...read, ...(question.isView && { isView: true as const }) };
    const work = {
      question,
      ports,
      asked,
      tools: { view, knowledge, memory },
      read: (input: string) => readingOf({ ...question, input, before: [] }, reading).asked,
      drafts,
      assist,
      ...(tables && { tables }),
    };
    for await (const step of answer(work)) {
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
  /** Reads another question by itself. */
  readonly read: (input: string) => Asked;
  /** Verified drafts by everything that they depend on. */
  readonly drafts: Memory<VerifiedAnswer>;
  /** Those that came with the question. */
  readonly tables?: AskedTables;
  readonly assist: Assist | undefined;
}

async function* answer(work: Work): AsyncGenerator<Step, void, undefined> {
  const { question: { input, files, signal }, ports, asked, tools, tools: { view }, assist } = work;
  const named = companiesOf(asked, view);
  const desk = planDesk({ asked, companies: named }, tools);
  yield* runSteps(RESOLVE_COMPANIES, { request: input }, desk);
  const refusal = refusalOf(asked, view, assist !== undefined);
  if (refusal) {
    const nearest = nearestOf(work, refusal);
    const about = named.map(({ ticker }) => ticker);
    return yield* refuse(refusal, { about, taken: followUpNotes(asked, view), nearest, unmet: asked.unmet });
  }
  const { found: known, unpriced } = yield* research(named, desk);
  const isKept = ({ ticker }: Company) => view.prices(ticker).length > 0;
  const isLess = isOfPrices(asked) && known.filter(isPriced).length > 1;
  const companies = isLess ? named.filter(isKept) : named;
  const found = isLess ? known.filter(({ company }) => isKept(company)) : known;
  const tickers = companies.map(({ ticker }) => ticker);
  yield* factSteps(asked.facts, { tickers, desk });
  yield* textSteps(asked, { tickers, desk });
  const charts = files ? yield* pictureSteps(found, { companies, asked, tools }, { ports, signal }) : undefined;
  const isAlone = isFiledAlone(found, { companies, asked });
  const synthesis = synthesise(isAlone || asked.isUnsupported ? [] : found);
  const portfolio = yield* portfolioSteps(found, { asked, view });
  const focus = focusOf(asked.text, tools.knowledge.vocabulary.domains);
  const drafting = { companies, isSector: isWholeSector(asked.mentions), focus, asked, tools, portfolio };
  const { passed, evidence } = yield* verifySteps(found, { drafting, work });
  const filed = () => found.flatMap((one) => isPriced(one) ? [] : one.company.ticker);
  const alone = isAlone ? namedAlone(unpriced, { asked, view }) : portfolio?.leftOut.get("prices") ?? filed();
  const outcome: Outcome = {
    passed,
    synthesis,
    found,
    view,
    ...notesOf(work, { companies, unpriced, named: alone }),
    isView: !isFactual(asked) && asked.side === undefined && (found.length < 2 || isOfView(asked)),
    tickers: isAlone ? tickers : found.map(({ company }) => company.ticker),
    ...(charts && { charts: joinedCharts([charts, ...evidence]) }),
  };
  for (const delta of answerText(outcome)) yield { kind: "text", delta };
  const given = { input, asked, unmet: unmetBy(passed, asked), companies, found, desk, tools, ports, files, signal };
  const added = assist && (yield* assistedSteps(assist, given));
  const result = conclude({ ...outcome, ...(added && { added }) });
  yield { kind: "conclusion", conclusion: { kind: "thesis", result } };
}

/** The nearest questions to one of which nothing is known, and their answers; none that is refused itself. */
function nearestOf(work: Work, refusal: Exclude<Conclusion, { kind: "thesis" }>): readonly Nearest[] {
  return (refusal.kind === "not_answered" ? nearestQuestions(work.asked) : []).flatMap((input) => {
    const asked = work.read(input);
    const steps = answer({ ...work, asked, question: { ...work.question, input, files: false } });
    return asked.isUnsupported ? [] : [{ question: input, steps }];
  });
}

/** Drafts the answer and verifies it; with files, also the table of its claims. */
async function* verifySteps(
  found: readonly CompanyFindings[],
  { drafting, work }: { readonly drafting: Drafting; readonly work: Work },
): AsyncGenerator<Step, { readonly passed: VerifiedAnswer; readonly evidence: readonly Charts[] }, undefined> {
  const { question, ports, tools: { view, knowledge: { vocabulary } }, drafts, tables } = work;
  yield { kind: "verification_started" };
  const verified = () => ports.verify(draftOf(found, drafting), view);
  const arranging = { kind: answerKindOf(drafting, found), view, vocabulary };
  // a table of its claims needs what a remembered one has dropped, and what came with a question is not remembered
  const whole = question.files || tables !== undefined ? verified() : undefined;
  const passed = whole === undefined
    ? drafts.recall(draftKey(drafting), () => verifiedAnswerOf(verified(), arranging))
    : verifiedAnswerOf(whole, arranging);
  yield { kind: "verification_done", verification: passed.verification };
  const evidence = question.files && whole ? [yield* evidenceSteps(whole.kept, { ports, view })] : [];
  return { passed, evidence };
}

/** What an answer says of the request itself, and of how it was read. */
function notesOf(
  { asked, tools: { view }, tables }: Work,
  { companies, unpriced, named }: {
    readonly companies: readonly Company[];
    readonly unpriced: readonly Company[];
    readonly named: readonly string[];
  },
): Pick<Outcome, "preface" | "reading"> {
  return {
    preface: [
      ...followUpNotes(asked, view),
      ...unansweredNotes(asked),
      ...(asked.isUnsupported ? [INSTEAD] : []),
      ...prefaceOf(asked.mentions, view),
    ],
    reading: [
      ...subjectText(asked.mentions),
      ...dateNotes(asked, view),
      ...tables?.sentences(view) ?? [],
      ...strangerSentences(companies, view),
      ...leftOutOf(asked.mentions, { unpriced, view, named }),
    ],
  };
}

/** The companies that a question is about, and those that it gives a weight without naming them otherwise. */
function companiesOf({ mentions, weights }: Asked, view: DatasetView): readonly Company[] {
  const subjects = subjectsOf(mentions);
  const named = new Set(subjects.map(({ ticker }) => ticker));
  const held = new Set(weights.map(({ ticker }) => ticker).filter((ticker) => !named.has(ticker)));
  return held.size === 0 ? subjects : [...subjects, ...view.companies.filter(({ ticker }) => held.has(ticker))];
}

/** Whether it is prices that are asked about: of several companies, those without are named and left out. */
function isOfPrices({ facts, texts, own, weights, measures }: Asked): boolean {
  const isOther = facts.length + weights.length > 0 || texts !== undefined || own !== undefined;
  const isPrice = measures.length === 0 || measures.some(({ metric }) => needsPrices(VOCABULARY.metrics[metric]));
  return !isOther && isPrice;
}

/** The companies without prices about which an answer that is about no price says something. */
function namedAlone(
  unpriced: readonly Company[],
  { asked: { facts, texts, own }, view }: { readonly asked: Asked; readonly view: DatasetView },
): readonly string[] {
  if (facts.length > 0 || texts || own) return unpriced.map(({ ticker }) => ticker);
  return unpriced.flatMap(({ ticker }) => view.own(ticker).length > 0 ? ticker : []);
}

/** Measured: in memory, a report and its sentences take no more bytes than their JSON has characters. */
const bytesOfPassed = (passed: VerifiedAnswer) => JSON.stringify(passed).length;

/** The domain whose words, or those of whose measures that are compared, come first in the request. */
function focusOf(request: string, domains: readonly Domain[]): Focus {
  const folded = fold(request);
  const found = domains.map(({ name, asked = /$^/, measures }) => {
    const compared = measures.filter(({ sign, placed, neutral }) => sign ?? placed ?? neutral);
    const places = [request.search(asked), ...compared.map(({ metric }) => placeIn(folded, metric))];
    return { name, at: Math.min(...places.filter((at) => at >= 0)) };
  });
  const [first] = found.toSorted((one, other) => one.at - other.at);
  return first === undefined || first.at === Infinity ? "general" : first.name;
}
