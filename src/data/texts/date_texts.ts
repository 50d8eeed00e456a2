import type { Filing } from "../records.ts";
import type { TextDocument, TextSection } from "../text_document.ts";
import type { Dating } from "./company_texts.ts";
import { kindOfForm } from "./kinds.ts";
import { sessionAfter } from "./publication.ts";
import type { StoredDocument, TextFiling } from "./stored_document.ts";

/** What of a filing dates a text. */
type Dated = Pick<Filing, "accession" | "form" | "filed" | "period">;

/**
 * Tells of stored texts as documents. One that was filed and does not say when has its day from the list of filings: by
 * its number, or by form and period where one filing alone has these; else from the name of its file.
 * @param filings What the folder lists of the company.
 */
export function datingBy(filings: readonly Dated[]): Dating {
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
