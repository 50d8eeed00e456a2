import { longDay } from "../calendar/day.ts";
import type { Claim } from "../data/claim.ts";
import type { DatasetView } from "../data/dataset.ts";
import { isAssumed, unmarked } from "../data/assumed_filing.ts";
import { factName, type Filing, filingName, formOf, type Records } from "../data/records.ts";

/** The sources of an answer, numbered in the order in which its sentences need them. */
export class Sources {
  readonly #view: DatasetView;
  readonly #numbers = new Map<string, number>();
  readonly #names = new Map<string, ReadonlyMap<string, string>>();

  constructor(view: DatasetView) {
    this.#view = view;
  }

  /** All of them that were needed, in order. */
  get items(): readonly string[] {
    return [...this.#numbers.keys()];
  }

  /** The numbers of what stands behind claims, in order. */
  of(claims: readonly Claim[]): readonly number[] {
    const texts = claims.flatMap((claim) => this.#textsOf(claim));
    return [...new Set(texts)].map((text) => this.#numberOf(text)).toSorted((one, other) => one - other);
  }

  #numberOf(text: string): number {
    return this.#numbers.getOrInsertComputed(text, () => this.#numbers.size + 1);
  }

  #textsOf({ inputs = [], source, frequency, entities, metric, unit, as_of: day }: Claim): readonly string[] {
    if (inputs.length > 0) return inputs.map((input) => this.#namesOf(entities[0] ?? "").get(input) ?? input);
    const isOfNone = metric === "as_of" || unit === "word" || unit === "name";
    if (source === undefined || frequency === undefined || isOfNone) return [];
    return [`${frequency === "daily" ? "Daily" : "Monthly"} prices to ${longDay(day)}`];
  }

  /** What a reader calls the facts, filings and texts of a company, by what claims call them. */
  #namesOf(ticker: string): ReadonlyMap<string, string> {
    return this.#names.getOrInsertComputed(ticker, () => namesIn(this.#view, ticker));
  }
}

function namesIn(view: DatasetView, ticker: string): ReadonlyMap<string, string> {
  const records = view.filed(ticker);
  const ends = lastDays(records);
  return new Map([
    ...records.facts.flatMap((fact) => {
      const text = reportText(ticker, fact, { asOf: view.asOf, end: ends.get(fact.accession) });
      return [[factName(fact), text] as const, [filingName(fact), text] as const];
    }),
    ...records.filings.map((filing) => [filingName(filing), reportText(ticker, filing, { asOf: view.asOf })] as const),
    ...records.trades.map((trade) => {
      const form = formOf(trade);
      return [filingName(form), `${ticker} Form ${form.form}, filed ${longDay(trade.filed)}`] as const;
    }),
    ...view.texts(ticker).documents.flatMap(({ id, kind, day }) =>
      [id, `${kind} ${id}`].map((name) => [name, `${ticker} ${kind} of ${longDay(day)}`] as const)
    ),
  ]);
}

/** The last day of the period of each report; what a cover counts may be of a later day. */
function lastDays({ facts }: Records): ReadonlyMap<string, string> {
  const days = new Map<string, string>();
  for (const { tag, accession, end } of facts) {
    if (!tag.startsWith("dei/") && end > (days.get(accession) ?? "")) days.set(accession, end);
  }
  return days;
}

/** A question knows what is filed by its day, a thesis and a screen wait for the session after. */
function reportText(
  ticker: string,
  report: Pick<Filing, "form" | "accession" | "filed" | "known">,
  { asOf, end }: { readonly asOf: string; readonly end?: string | undefined },
): string {
  const { form, accession, filed, known } = report;
  const name = isAssumed(report) ? `${form} ${unmarked(accession)}` : form;
  const period = end === undefined ? "" : ` to ${longDay(end)}`;
  const when = isAssumed(report) ? `taken as filed on ${longDay(filed)}` : `filed ${longDay(filed)}`;
  return `${ticker} ${name}${period}, ${when}${known > asOf ? `, used by a thesis from ${longDay(known)}` : ""}`;
}
