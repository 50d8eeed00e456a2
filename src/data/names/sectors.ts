import type { Company } from "../dataset.ts";
import { nameWords } from "./company_name.ts";

/** A sector named in a request. */
export interface SectorMention {
  /** As the data spells it; the GICS name if the data has no such company. */
  readonly name: string;
  /** Its companies in the data. */
  readonly companies: readonly Company[];
}

interface Sector {
  readonly gics: string;
  /** Words that name the sector anywhere. */
  readonly strong: readonly string[];
  /** Words that name it only before a word like "stocks", or as the whole object of the request. */
  readonly plain: readonly string[];
}

const SECTORS: readonly Sector[] = [
  {
    gics: "Information Technology",
    strong: ["information technology", "big tech", "technology hardware"],
    plain: ["tech", "technology", "it", "software"],
  },
  {
    gics: "Health Care",
    strong: ["health care", "healthcare", "pharma", "biotech"],
    plain: ["health", "medical", "pharmaceutical"],
  },
  {
    gics: "Financials",
    strong: ["financials", "banks", "banking", "insurers", "financial services"],
    plain: ["financial", "finance", "bank", "insurance"],
  },
  { gics: "Energy", strong: [], plain: ["energy", "oil", "oil and gas"] },
  { gics: "Utilities", strong: ["utilities"], plain: ["utility"] },
  { gics: "Industrials", strong: ["industrials"], plain: ["industrial"] },
  { gics: "Materials", strong: ["basic materials"], plain: ["materials", "chemicals", "mining"] },
  { gics: "Real Estate", strong: ["real estate", "reits"], plain: ["property", "reit"] },
  {
    gics: "Consumer Discretionary",
    strong: ["consumer discretionary", "consumer cyclical", "consumer cyclicals"],
    plain: ["discretionary", "retail", "consumer"],
  },
  {
    gics: "Consumer Staples",
    strong: ["consumer staples", "consumer defensive"],
    plain: ["staples"],
  },
  {
    gics: "Communication Services",
    strong: [
      "communication services",
      "telecommunication services",
      "telecommunications services",
      "telecom",
      "telecoms",
      "telecommunications",
    ],
    plain: ["communication", "communications", "media"],
  },
];

const KIND = "(?:sectors?|industry|stocks|shares|companies|names|space|equities)";
const ASKED = "(?:analy[sz]e|assess|compare|evaluate|examine|research|review|about|is|are|for|in|on|of)";

/** A sector and its patterns, compiled once. */
interface KnownSector {
  readonly mention: SectorMention;
  readonly patterns: readonly RegExp[];
}

/**
 * Creates a function that finds the sector named in a request.
 * @param companies The companies of the data; their own sector names are recognised too.
 * @returns A function of the request with the names of companies blanked out.
 */
export function createSectorFinder(
  companies: readonly Company[],
): (text: string) => SectorMention | undefined {
  const names = new Set(companies.flatMap((company) => company.sector ?? []));
  const own = [...names].filter((name) => !SECTORS.some((sector) => isNameOf(sector, name)))
    .map((name): Sector => ({ gics: name, strong: [], plain: [] }));
  const known = [...SECTORS, ...own].map((sector): KnownSector => {
    const members = companies.filter((company) => company.sector !== undefined && isNameOf(sector, company.sector));
    const name = members[0]?.sector ?? sector.gics;
    return { mention: { name, companies: members }, patterns: patternsOf(sector) };
  });
  return (text) => firstOf(known, text);
}

function firstOf(known: readonly KnownSector[], text: string): SectorMention | undefined {
  // "IT" names a sector, "it" does not; matching is in lower case.
  const words = nameWords(text.replace(/\b[iI]t\b/g, "this")).join(" ");
  let [first, firstAt]: [SectorMention | undefined, number] = [undefined, Infinity];
  for (const { mention, patterns } of known) {
    for (const pattern of patterns) {
      const at = words.search(pattern);
      if (at >= 0 && at < firstAt) [first, firstAt] = [mention, at];
    }
  }
  return first;
}

function patternsOf(sector: Sector): RegExp[] {
  const { strong, plain } = sector;
  const all = [...strong, ...plain, nameWords(sector.gics).join(" ")]
    .sort((one, other) => other.length - one.length).join("|");
  return [
    `\\b(?:${all}) ${KIND}\\b`,
    `\\bsector (?:of )?(?:${all})\\b`,
    `\\b${ASKED} (?:the )?(?:${all})$`,
    ...(strong.length > 0 ? [`\\b(?:${strong.join("|")})\\b`] : []),
  ].map((pattern) => new RegExp(pattern));
}

function isNameOf({ gics, strong, plain }: Sector, name: string): boolean {
  const words = nameWords(name).join(" ");
  return words === nameWords(gics).join(" ") || strong.includes(words) || plain.includes(words);
}
