import type { DatasetView } from "../data/dataset.ts";
import type { Mentions } from "../data/names/mentions.ts";
import { nameOf } from "./subject.ts";
import type { Conclusion } from "./step.ts";

/** Why a request cannot be researched; `undefined` when it can. */
export function unanswerable(
  mentions: Mentions,
  view: DatasetView,
): Exclude<Conclusion, { kind: "thesis" }> | undefined {
  const { companies, sector, unknown, identifiers } = mentions;
  if (companies.length > 0 || (sector && sector.companies.length > 0)) return undefined;
  const [identifier] = identifiers;
  if (identifier) {
    const kind = identifier.kind === "cusip" ? "a CUSIP" : "an ISIN";
    const message = `${identifier.text} is ${kind}, which cannot be resolved offline: ask by ticker or name.`;
    return { kind: "unknown_company", message, nearest: [] };
  }
  const [stranger] = unknown;
  if (stranger) {
    const nearest = stranger.nearest.map(nameOf);
    const hint = nearest.length > 0 ? ` Nearest: ${nearest.join(", ")}.` : "";
    return {
      kind: "unknown_company",
      message: `The data does not know ${JSON.stringify(stranger.text)}.${hint}`,
      nearest,
    };
  }
  if (sector) {
    const message = `The data holds no company of the ${sector.name} sector. It knows: ${sectorsOf(view).join(", ")}.`;
    return { kind: "unknown_company", message, nearest: [] };
  }
  return { kind: "no_subject", message: whatCanBeAsked(view) };
}

function sectorsOf({ companies }: DatasetView): readonly string[] {
  return [...new Set(companies.flatMap(({ sector }) => sector ?? []))].toSorted();
}

function whatCanBeAsked({ companies }: DatasetView): string {
  const [one = "AAPL", other = "MSFT"] = companies.map(({ ticker }) => ticker);
  const [sector] = companies.flatMap(({ sector }) => sector ?? []);
  const last = sector === undefined ? "" : `, or a sector ("Which risks does the ${sector} sector run?")`;
  const examples = `one company by ticker or name ("Analyse ${one}"), several ("Compare ${one} and ${other}")${last}`;
  return `The request names no company or sector of the data. Ask about ${examples}.`;
}
