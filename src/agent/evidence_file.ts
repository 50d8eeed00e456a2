import { type Claim, claimsIn, type Draft } from "../data/claim.ts";
import type { DatasetView } from "../data/dataset.ts";
import { factName, filingName, type Records } from "../data/records.ts";
import { type CsvValue, stringify } from "../text/csv_write.ts";
import type { MadeFile } from "./ports.ts";

const COLUMNS = "claim value unit currency shown as_of known source formula tags periods accessions".split(" ");
const SEPARATOR = " | ";
const ACCESSION = /\b\d{10}-\d\d-\d{6}\b/;

/** What of a filing stands behind a figure. */
interface Behind {
  readonly known?: string;
  readonly tag?: string;
  readonly period?: string;
  readonly accession?: string;
}

/**
 * The figures of an answer about a company as a table, each with the day from which it is known, its definition, and
 * the facts and filings behind it.
 * @param kept What passed verification; nothing else stands in the table.
 * @returns `undefined` where it states no figure about the company alone.
 */
export function evidenceFile(ticker: string, kept: Draft, view: DatasetView): MadeFile | undefined {
  const claims = figuresOf(ticker, kept);
  if (claims.length === 0) return undefined;
  const named = new Map([...namesIn(view.filed(ticker)), ...textsBehind(ticker, claims, view)]);
  const text = stringify([COLUMNS, ...claims.map((claim) => rowOf(claim, named))]);
  return {
    filename: `${ticker.replace(/[^\w.-]/g, "_")}_evidence.csv`,
    mediaType: "text/csv",
    bytes: new TextEncoder().encode(text),
  };
}

function figuresOf(ticker: string, draft: Draft): readonly Claim[] {
  const own = claimsIn(draft).filter(({ entities, unit }) =>
    entities.length === 1 && entities[0] === ticker && unit !== "name" && unit !== "word"
  );
  return [...new Map(own.map((claim) => [claim.id, claim])).values()];
}

function rowOf(claim: Claim, named: ReadonlyMap<string, Behind>): readonly CsvValue[] {
  const { id, value, unit, currency, shown, as_of, source, formula, inputs = [] } = claim;
  const behind = inputs.map((name) => named.get(name) ?? { accession: ACCESSION.exec(name)?.[0] ?? name });
  const known = behind.map((one) => one.known ?? "").toSorted().at(-1) || as_of; // a bar is known at its close
  const listed = (pick: (one: Behind) => string | undefined) =>
    [...new Set(behind.flatMap((one) => pick(one) ?? []))].join(SEPARATOR) || undefined;
  return [
    id,
    value,
    unit,
    currency,
    shown,
    as_of,
    known,
    source,
    formula,
    listed(({ tag }) => tag),
    listed(({ period }) => period),
    listed(({ accession }) => accession),
  ];
}

/** The texts that are quoted, by their ids; where nothing is quoted, no text is looked for. */
function textsBehind(
  ticker: string,
  claims: readonly Claim[],
  view: DatasetView,
): readonly (readonly [string, Behind])[] {
  if (!claims.some(({ unit }) => unit === "quote")) return [];
  return view.texts(ticker).documents.map(({ id, known, day }) => {
    const accession = ACCESSION.exec(id)?.[0];
    return [id, { known, period: day, ...(accession !== undefined && { accession }) }];
  });
}

function namesIn({ facts, filings }: Records): ReadonlyMap<string, Behind> {
  return new Map([
    ...facts.map((fact) => {
      const { tag, start, end, accession, known } = fact;
      const period = start === undefined ? end : `${start}/${end}`;
      return [factName(fact), { tag, period, accession, known }] as const;
    }),
    ...filings.map((filing) => [filingName(filing), { accession: filing.accession, known: filing.known }] as const),
  ]);
}
