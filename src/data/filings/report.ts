import type { FiledFact } from "../records.ts";
import { type Face, itemOf } from "../metrics/items.ts";
import type { ReportContext, ReportPart } from "./report_contexts.ts";
import type { ReportFacts, WrittenNumber, WrittenText } from "./report_facts.ts";
import { nameLine } from "../../text/control.ts";
import { normaliseTicker } from "../ticker.ts";
import { readDay, readFlag } from "./report_text.ts";

/** A number that a report states of the whole company, or of one class of its shares. */
export interface ReportFact extends Pick<FiledFact, "tag" | "unit" | "start" | "end" | "value" | "share"> {
  /** Power of ten to which it is exact, negated; Infinity where all digits count. */
  readonly decimals: number;
  /** The primary statements that it stands in; absent where it stands in none, or where the report shows none. */
  readonly faces?: readonly Face[];
}

/** What is wrong with a report; with a line where it is one fact. */
export interface ReportProblem {
  readonly message: string;
  readonly line?: number;
}

/** What a report states, in one document or in several. */
export interface Report {
  readonly cover: Cover;
  /** Who reports, ten digits, if it says so. */
  readonly cik?: string;
  /** Each once; several of one tag and period where the report contradicts itself. */
  readonly facts: readonly ReportFact[];
  readonly problems: readonly ReportProblem[];
}

/** Axes on which the members are classes of shares. */
const CLASSES: ReadonlySet<string> = new Set([
  "us-gaap/StatementClassOfStockAxis",
  "ifrs-full/ClassesOfShareCapitalAxis",
  "ifrs-full/ClassesOfOrdinarySharesAxis",
]);

/** Puts together what the documents of one report state: a context may be in another document than its facts. */
export function reportOf(documents: readonly ReportFacts[]): Report {
  const reading = new Reading(documents);
  const cover = coverOf(documents.flatMap(({ texts }) => texts), (id) => reading.context(id));
  const ciks = reading.ciks();
  const cik = cover.cik ?? (ciks.length === 1 ? ciks[0] : undefined);
  if (cik === undefined && ciks.length > 1) {
    return {
      cover,
      facts: [],
      problems: [{ message: "It states facts of several filers, and not whose report it is" }],
    };
  }
  const { facts, problems } = onceEach(reading.facts(cik));
  return { cover, ...(cik !== undefined && { cik }), facts, problems: [...reading.problems, ...problems] };
}

class Reading {
  readonly #documents: readonly ReportFacts[];
  readonly problems: ReportProblem[] = [];

  constructor(documents: readonly ReportFacts[]) {
    this.#documents = documents;
  }

  /** A context by its name, first that of the document. */
  context(id: string, document?: ReportFacts): ReportContext | undefined {
    return [...(document === undefined ? [] : [document]), ...this.#documents].find((one) => one.contexts.has(id))
      ?.contexts.get(id);
  }

  #unit(id: string, document: ReportFacts): string | undefined {
    return [document, ...this.#documents].find((one) => one.units.has(id))?.units.get(id);
  }

  /** Who its contexts are of. */
  ciks(): readonly string[] {
    const contexts = this.#documents.flatMap((one) => [...one.contexts.values()]);
    return [...new Set(contexts.flatMap((one) => one?.cik ?? []))];
  }

  facts(cik: string | undefined): readonly ReportFact[] {
    const facts = this.#documents.flatMap((document) =>
      document.numbers.flatMap((one) => this.#fact(one, { document, cik }))
    );
    const fractions = this.#documents.reduce((sum, one) => sum + one.fractions, 0);
    if (fractions > 0) this.problems.push({ message: `${fractions} facts are fractions, which are not read` });
    return facts;
  }

  #fact(written: WrittenNumber, { document, cik }: { document: ReportFacts; cik: string | undefined }): ReportFact[] {
    const context = this.context(written.context, document);
    if (context === undefined) {
      return this.#skip(written, `its context ${cited(written.context)} is missing or not read`);
    }
    const { parts, start, end } = context;
    const unit = this.#unit(written.unit, document);
    const share = parts.length === 0 ? undefined : classOf(parts, unit);
    if (parts.length > 0 && share === undefined) return []; // of a part of the company
    if (unit === undefined) return this.#skip(written, `its unit ${cited(written.unit)} is missing or not read`);
    if (cik !== undefined && context.cik !== cik) {
      return this.#skip(written, `it is of another filer, ${context.cik ?? "without a CIK"}`);
    }
    if ("why" in written.number) return this.#skip(written, written.number.why);
    return [{
      tag: written.tag,
      unit,
      ...(start !== undefined && { start }),
      end,
      value: written.number.value,
      ...(share !== undefined && { share }),
      decimals: written.decimals,
      ...(written.table?.statement && !isPartOfCost(written) && { faces: [written.table.statement] }),
    }];
  }

  #skip({ tag, line }: WrittenNumber, why: string): [] {
    this.problems.push({ message: `${tag} is skipped: ${why}`, line });
    return [];
  }
}

function isPartOfCost({ tag, table }: WrittenNumber): boolean {
  return table?.hasOwnCost === true && itemOf("cost_of_revenue")?.tags.includes(tag) === true;
}

/** The class of shares that a fact of shares, or per share, is of. */
function classOf(parts: readonly ReportPart[], unit: string | undefined): string | undefined {
  const [part] = parts;
  const isOfShares = unit !== undefined && /(?:^|\/)shares$/.test(unit);
  return parts.length === 1 && isOfShares && CLASSES.has(part?.axis ?? "") ? part?.member : undefined;
}

function cited(id: string): string {
  return JSON.stringify(id.slice(0, 100));
}

/** What two facts have in common that ought to have one value. */
function place({ tag, unit, start = "", end, share = "" }: ReportFact): string {
  return [tag, unit, start, end, share].join(" ");
}

/**
 * Each fact once. Two of one place agree where the more exact one, rounded as the other is, is the other; then it alone
 * is kept. Where they do not, both are, and nobody can say which one serves.
 */
function onceEach(stated: readonly ReportFact[]): Pick<Report, "facts" | "problems"> {
  const problems: ReportProblem[] = [];
  const facts = [...Map.groupBy(stated, place).values()].flatMap((same) => {
    const [finest, ...others] = same.toSorted((one, other) => other.decimals - one.decimals || 0);
    if (finest === undefined) return [];
    const faces = [...new Set(same.flatMap((one) => one.faces ?? []))];
    if (others.every((other) => agrees(finest, other))) return [{ ...finest, ...(faces.length > 0 && { faces }) }];
    const kept = [...new Map(same.map((one) => [one.value, one])).values()];
    problems.push({
      message: `It states ${periodName(finest)} in ${kept.length} ways: ${kept.map(({ value }) => value).join(", ")}`,
    });
    return kept;
  });
  return { facts, problems };
}

/** The shares of a number in a last digit that are lost where it is kept as a double. */
const SLACK = 1e-9;

function agrees(finer: ReportFact, coarser: ReportFact): boolean {
  const half = coarser.decimals === Infinity ? 0 : 0.5 * 10 ** -coarser.decimals;
  return Math.abs(finer.value - coarser.value) <= half * (1 + SLACK);
}

function periodName({ tag, unit, start, end, share }: ReportFact): string {
  const period = start === undefined ? end : `${start}/${end}`;
  return [tag, unit, period, ...(share === undefined ? [] : [share])].join(" ");
}

/** What the cover page of a report says it is. */
interface Cover {
  /** Like `10-K`, or `10-K/A` of an amendment. */
  readonly form?: string;
  /** The day on which the period ends that it reports on. */
  readonly period?: string;
  /** Ten digits. */
  readonly cik?: string;
  readonly name?: string;
  /** Those of the whole company first, then of common shares, then of others, like notes that are listed. */
  readonly tickers: readonly string[];
}

/** A symbol of another length is a sentence, like that there is none. */
const TICKER = /^[A-Z][A-Z0-9.-]{0,9}$/;

/** Reads the cover page from the texts of a report. */
function coverOf(
  texts: readonly WrittenText[],
  contextOf: (id: string) => ReportContext | undefined,
): Cover {
  const isWhole = ({ context }: WrittenText) => (contextOf(context)?.parts ?? []).length === 0;
  const one = (name: string) => { // a report of several companies has covers of its parts too
    const found = texts.filter(({ tag }) => tag === `dei/${name}`);
    return found.find(isWhole) ?? found[0];
  };
  const type = one("DocumentType");
  const day = one("DocumentPeriodEndDate");
  const cik = one("EntityCentralIndexKey");
  const form = formOf(type?.text ?? "", one("AmendmentFlag"));
  const period = readDay(day?.text ?? "") ?? contextOf(day?.context ?? type?.context ?? "")?.end;
  const number = cik?.text.trim() ?? "";
  const name = nameLine(one("EntityRegistrantName")?.text);
  return {
    ...(form !== undefined && { form }),
    ...(period !== undefined && { period }),
    ...(/^\d{1,10}$/.test(number) && { cik: number.padStart(10, "0") }),
    ...(name !== "" && { name }),
    tickers: tickersOf(texts, contextOf),
  };
}

function formOf(type: string, amendment: WrittenText | undefined): string | undefined {
  const form = type.trim().toUpperCase();
  if (!/^[A-Z0-9][A-Z0-9 /-]{0,19}$/.test(form)) return undefined;
  const isAmendment = amendment !== undefined && readFlag(amendment.text, amendment.format) === true;
  return isAmendment && !form.endsWith("/A") ? `${form}/A` : form;
}

function tickersOf(
  texts: readonly WrittenText[],
  contextOf: (id: string) => ReportContext | undefined,
): readonly string[] {
  const listed = texts.filter(({ tag }) => tag === "dei/TradingSymbol").flatMap(({ text, context }) => {
    const ticker = normaliseTicker(text.trim());
    const member = contextOf(context)?.parts[0]?.member;
    const order = member === undefined ? 0 : /^us-gaap\/Common/.test(member) ? 1 : 2;
    return TICKER.test(ticker) ? [{ ticker, order }] : [];
  });
  return [...new Set(listed.toSorted((a, b) => a.order - b.order).map(({ ticker }) => ticker))];
}
