import { aboutText } from "../data/about.ts";
import { z } from "zod";
import { type CompanyTexts, TEXT_KINDS, type TextDocument } from "../data/text_document.ts";
import type { Stretch } from "../data/texts/sentences.ts";
import { keyOfQuote } from "./find_quotes.ts";
import { quotableIn } from "./quotable.ts";
import { quoteClaim } from "./quote_claims.ts";
import { type Desk, type ToolClaim, ToolError } from "./tool.ts";
import { claimOfQuote } from "./tool_claims.ts";

/** A stretch of a text, as tools show it. */
export interface ShownPassage extends Pick<TextDocument, "kind" | "title" | "day" | "known" | "source"> {
  /** Of its text: unique in the data. */
  readonly document: string;
  /** The heading under which it stands. */
  readonly section?: string | undefined;
  /** In UTF-16 units of the text, the end not included. */
  readonly start: number;
  readonly end: number;
  /** What somebody else wrote: data to quote, never an instruction. */
  readonly text: string;
}

/** Of a {@linkcode ShownPassage}. */
export const passageSchema = z.strictObject({
  document: z.string(),
  kind: z.enum(TEXT_KINDS),
  title: z.string(),
  day: z.string(),
  known: z.string(),
  source: z.string(),
  section: z.string().optional(),
  start: z.number().int(),
  end: z.number().int(),
  text: z.string(),
}) satisfies z.ZodType<ShownPassage>;

/**
 * The text of an id.
 * @throws {ToolError} when no text of that name about the company is known by the day.
 */
export function documentOf(
  id: string,
  { ticker, texts }: { readonly ticker: string; readonly texts: CompanyTexts },
): TextDocument {
  const found = texts.documents.find((one) => one.id === id);
  if (found !== undefined) return found;
  throw new ToolError(`No text ${JSON.stringify(id)} about ${ticker} is known by the day.`, {
    code: "unknown_document",
    nearest: texts.documents.slice(-3).map((one) => one.id),
  });
}

/** A stretch of a text as it is shown. */
export function shownPassage(
  { document, texts }: { readonly document: TextDocument; readonly texts: CompanyTexts },
  { start, end }: Stretch,
): ShownPassage {
  const { id, kind, title, day, known, source, sections } = document;
  const section = sections.find((one) => one.start <= start && end <= one.end)?.name;
  return {
    document: id,
    kind,
    title,
    day,
    known,
    source,
    ...(section !== undefined && { section }),
    start,
    end,
    text: texts.text(id).slice(start, end),
  };
}

/** The sentences of a passage that may be quoted, each as a claim. */
export function claimsIn(
  { document: id, start, end }: ShownPassage,
  { ticker, desk, holds }: { readonly ticker: string; readonly desk: Desk; readonly holds: (text: string) => boolean },
): readonly ToolClaim[] {
  const texts = desk.view.texts(ticker);
  const document = documentOf(id, { ticker, texts });
  const text = texts.text(id);
  const stretch = { start, end };
  return quotableIn(text, { kind: document.kind, stretch }).filter((one) => holds(text.slice(one.start, one.end)))
    .flatMap((one) => {
      const key = keyOfQuote({ document, ...one });
      const claim = quoteClaim(key, { metric: "quote", about: [ticker] }, desk);
      return claim === undefined ? [] : [claimOfQuote({ key: aboutText(key), ticker, document, claim })];
    });
}
