import { accessionIn, daysIn } from "../filings/filing_day.ts";
import type { SaidOnCover } from "../filings/record_file.ts";
import { kindOfForm } from "./kinds.ts";
import type { PageText } from "./html_text.ts";
import { reportSections } from "./sections.ts";
import { type ReadText, titleOf } from "./text_file.ts";

/** The page of a report, and where it is from. */
export interface FiledPage {
  /** Path in the data folder. */
  readonly file: string;
  readonly page: PageText;
  readonly cover: SaidOnCover;
  /** Type of the document where it was cut out of its submission, like `EX-99.1`. */
  readonly type?: string;
  /** The last day that can be. */
  readonly latest?: string | undefined;
}

/** Folders in which filings are kept, as connectors and people name them. */
const FOLDER = /(?:^|\/)(?:sec|edgar|filings?(?:[_-]html)?|reports?)\//i;
const FORM = /^\s*form\s+(10-[KQ]T?(?:\/A)?|8-K(?:\/A)?|20-F|40-F|6-K)\b/im;
const COVER_CHARS = 4_000;

/** Whether a page without tags was filed, as far as its path says it. */
export function isFiledPath(file: string): boolean {
  return accessionIn(file) !== undefined || FOLDER.test(file);
}

/** The text of one page that was filed: its filing, and with it the day, is found among what the folder says of filings. */
export function filedPage({ file, page: { title, text }, cover, type, latest = "9999" }: FiledPage): ReadText {
  const name = (file.split("/").at(-1) ?? file).replace(/\.gz$/i, "");
  const exhibit = cover.form === undefined ? exhibitIn(type ?? name) : undefined;
  const written = type ?? FORM.exec(text.slice(0, COVER_CHARS))?.[1]?.toUpperCase();
  const form = cover.form ?? (exhibit === undefined ? written : undefined);
  const accession = accessionIn(file);
  const { period } = cover;
  const named = daysIn(name).filter((day) => day <= latest && (period === undefined || day >= period)).at(-1);
  return {
    name: "",
    owners: [cover.owner],
    kind: kindOfForm(form),
    title: / /.test(title) ? titleOf(title) : "",
    filing: {
      ...(accession !== undefined && { accession }),
      ...(form !== undefined && { form }),
      ...(period !== undefined && { period }),
      ...(exhibit !== undefined && { exhibit }),
      ...(named !== undefined && { named }),
    },
    text,
    sections: reportSections(text),
  };
}

/** Like `EX-99.1` in `bke-8k.EX99.1.html`. */
function exhibitIn(name: string): string | undefined {
  const [, number, part] = /(?:^|[^a-z])ex(?:hibit)?[-_. ]?(\d\d)(?:[-_.]?(\d{1,2}))?(?!\d)/i.exec(name) ?? [];
  return number === undefined ? undefined : `EX-${number}${part === undefined ? "" : `.${part}`}`;
}
