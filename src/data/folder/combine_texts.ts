import type { DataProblem } from "../dataset.ts";
import { unpackRecords } from "../index/records_blob.ts";
import { Recent } from "../recent.ts";
import type { StoredTexts, TextDocument, TextKind, TextSection } from "../text_document.ts";
import { counted } from "../../text/counted.ts";
import { firstNames } from "../../text/cut.ts";
import { type Dating, type LoadedTexts, loadTexts, storedTexts } from "../texts/company_texts.ts";
import { edgesOf, type TextSpan } from "../texts/file_texts.ts";
import type { CompanyOfFiles, FilePart } from "./file_companies.ts";
import type { FiledTexts } from "./filed_file.ts";
import type { Filing } from "../records.ts";
import { kindOfForm } from "../texts/kinds.ts";
import { sessionAfter } from "../texts/publication.ts";
import type { StoredDocument, TextFiling } from "../texts/text_file.ts";

/** Companies whose texts are kept as a list; one that was dropped is read again, 14,598 texts in 0.2 s. */
const MAX_LISTED = 24;

const MAX_NAMED = 3;

/** The texts of a company, and how they are listed. */
export interface TextsOfCompany {
  readonly ticker: string;
  readonly stored: StoredTexts;
  /** How many there are of a kind, as their files count them: a text that several files have counts in each. */
  readonly counts: ReadonlyMap<TextKind, number>;
  /** The list of its texts, without their characters. */
  readonly load: () => LoadedTexts;
}

/** The texts of a folder. */
export interface CombinedTexts {
  readonly companies: readonly TextsOfCompany[];
  readonly problems: readonly DataProblem[];
}

interface TextPart extends FilePart {
  readonly texts: FiledTexts;
}

/**
 * Joins the texts of files by the companies that they are about. No characters of a text are read for it, and of the lists
 * of texts those alone whose filings have to be found.
 */
export function combineTexts(companies: readonly CompanyOfFiles[]): CombinedTexts {
  const problems: DataProblem[] = [];
  const recent = new Recent<LoadedTexts>(MAX_LISTED);
  const found = companies.flatMap((company): TextsOfCompany[] => {
    const parts = company.parts.filter(hasTexts);
    const undated = parts.filter(({ texts }) => texts.said.undated > 0);
    const load = loaderOf(company, parts);
    const kept = () => recent.get(company.ticker, load);
    const others = parts.filter((one) => !undated.includes(one)).flatMap(({ texts }) => texts.said.spans);
    const found = loaderOf(company, undated)();
    problems.push(...undatedNotes(company.ticker, found));
    const spans = [
      ...others,
      ...found.used.map(({ document: { kind, known } }) => ({ kind, count: 1, first: known, last: known })),
    ];
    const [first, last] = edgesOf(spans.flatMap((one) => [one.first, one.last]));
    if (first === undefined || last === undefined) return [];
    const { ticker } = company;
    const stored = storedTexts({ ticker, first, last, load: kept });
    return [{ ticker, stored, counts: sumOf(spans), load }];
  });
  return { companies: found, problems };
}

/** Whether a part of a company is texts. */
export function hasTexts(part: FilePart): part is TextPart {
  return part.texts !== undefined;
}

function loaderOf({ parts }: CompanyOfFiles, texts: readonly TextPart[]): () => LoadedTexts {
  const places = () => texts.map(({ texts, file }) => ({ ...texts.place(), file }));
  if (texts.every(({ texts }) => texts.said.undated === 0)) return () => loadTexts(places(), datingBy([]));
  const filed = parts.filter(({ shelves }) => shelves.some(({ shelf }) => shelf === "filings" || shelf === "facts"));
  return () => {
    const records = filed.map((one) => unpackRecords(one.bytes()));
    const filings = records.flatMap((
      one,
    ) => [...one.facts.map(({ accession, form, filed }) => ({ accession, form, filed })), ...one.filings]);
    return loadTexts(places(), datingBy(filings.filter(({ accession }) => /^\d{10}-\d\d-\d{6}$/.test(accession))));
  };
}

function undatedNotes(ticker: string, { undated }: LoadedTexts): readonly DataProblem[] {
  return [...undated].map(([file, names]): DataProblem => {
    const which = firstNames(names.filter((name) => name !== ""), MAX_NAMED);
    const message =
      `${counted(names.length, "text")} of ${ticker} not used${which === "" ? "" : ` (${which})`}: nothing says ` +
      "when it was filed; add the company's submissions file of the SEC, or the full submission";
    return { kind: "skipped", file, line: 1, column: 1, message };
  });
}

function sumOf(spans: readonly TextSpan[]): ReadonlyMap<TextKind, number> {
  const counts = new Map<TextKind, number>();
  for (const { kind, count } of spans) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return counts;
}

/** What of a filing dates a text. */
type Dated = Pick<Filing, "accession" | "form" | "filed" | "period">;

/**
 * Tells of stored texts as documents. One that was filed and does not say when has its day from the list of
 * filings: by its number, or by form and period where one filing alone has these; else from the name of its file.
 */
function datingBy(filings: readonly Dated[]): Dating {
  const byNumber = new Map(filings.map((one) => [one.accession, one]));
  const byPeriod = Map.groupBy(byNumber.values(), ({ form, period }) => `${form} ${period}`);
  const find = ({ accession, form, period }: TextFiling): Dated | undefined => {
    const alike = form === undefined || period === undefined ? [] : byPeriod.get(`${form} ${period}`) ?? [];
    return accession === undefined ? alike.length === 1 ? alike[0] : undefined : byNumber.get(accession);
  };
  return (stored, file) => {
    const { filing } = stored;
    const found = filing === undefined || stored.day !== undefined ? undefined : find(filing);
    const day = stored.day ?? found?.filed ?? filing?.named;
    return day === undefined ? undefined : documentOf(stored, { day, filing: { ...found, ...filing }, file });
  };
}

/** What was found of a text. */
interface Found {
  readonly day: string;
  readonly filing: TextFiling;
  readonly file: string;
}

function documentOf(stored: StoredDocument, { day, filing, file }: Found): TextDocument {
  const { name, title, known = sessionAfter(day), sha256, chars, sections } = stored;
  const kind = stored.filing === undefined ? stored.kind : kindOfForm(filing.form);
  const id = idOf(filing, kind) ?? (name === "" ? file : `${file} ${name}`);
  return {
    id,
    kind,
    title,
    day,
    known,
    source: file,
    sha256,
    chars,
    sections: sections.map((one) => named(one, filing)),
  };
}

function idOf({ form, accession, exhibit }: TextFiling, kind: string): string | undefined {
  if (accession === undefined) return undefined;
  return [form ?? kind, accession, ...exhibit === undefined ? [] : [exhibit]].join(" ");
}

/** Tables name sections in words; a 10-K has them under other items than a 10-Q. */
function named(section: TextSection, { form = "" }: TextFiling): TextSection {
  const words = section.name.toLowerCase().replace(/[^a-z0-9]/g, "");
  if (/^(?:mda|md&a|managementsdiscussion\w*)$/.test(words)) {
    return { ...section, name: form.startsWith("10-Q") ? "Item 2" : "Item 7" };
  }
  if (/^riskfactors?$/.test(words)) return { ...section, name: "Item 1A" };
  const item = /^item(\d{1,2})([abc]?)$/.exec(words);
  return item === null ? section : { ...section, name: `Item ${item[1]}${item[2]?.toUpperCase()}` };
}
