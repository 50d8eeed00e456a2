import type { Company } from "../dataset.ts";
import { nameWords } from "./company_name.ts";
import { ALL_WORDS, ANY_WORDS, GROUP_WORDS, type GroupWords } from "./group_words.ts";

/** Companies that a request names together. */
export interface Group {
  /** As the data spells it; our own name for an industry of several, and for a sector that the data lacks. */
  readonly name: string;
  /** A sector, an industry, or every company of the data. */
  readonly kind: "sector" | "industry" | "all";
  /** Those of the data, without the ones that the request excludes; empty if it has none. */
  readonly companies: readonly Company[];
}

/** How a phrase counts: anywhere, in the place of a subject, or only where nothing else is named. */
export type Strength = "strong" | "plain" | "all" | "any";

/** Words that name a group. */
export interface GroupPhrase {
  /** In lower case, without accents. */
  readonly words: readonly string[];
  readonly strength: Strength;
  readonly group: Group;
}

/** The phrases that name a group of the data; the earlier of two with the same words counts. */
export function groupPhrases(companies: readonly Company[]): readonly GroupPhrase[] {
  const all: Group = { name: "all names", kind: "all", companies };
  const data = { companies, industries: normalised(companies, "industry"), sectors: normalised(companies, "sector") };
  const phrases = [
    ...ALL_WORDS.map((words) => phraseOf(words, { strength: "all", group: all })),
    ...ANY_WORDS.map((words) => phraseOf(words, { strength: "any", group: all })),
    ...GROUP_WORDS.flatMap((words) => tablePhrases(words, data)),
    ...ownPhrases(data),
  ];
  return [...new Map(phrases.toReversed().map((phrase) => [phrase.words.join(" "), phrase])).values()];
}

/** Each sector of the data, in the order of its first company. */
export function sectorGroups(companies: readonly Company[]): readonly Group[] {
  return [...normalised(companies, "sector")].map(([name, members]) => ({
    name: members[0]?.sector ?? name,
    kind: "sector",
    companies: members,
  }));
}

/** A column of the companies, in lower case, to the companies of each of its values. */
type Column = ReadonlyMap<string, readonly Company[]>;

interface GroupedData {
  readonly companies: readonly Company[];
  readonly industries: Column;
  readonly sectors: Column;
}

function normalised(companies: readonly Company[], column: "sector" | "industry"): Column {
  return Map.groupBy(companies.filter((one) => one[column] !== undefined), (one) => plain(one[column] ?? ""));
}

function tablePhrases(words: GroupWords, data: GroupedData): GroupPhrase[] {
  const group = groupOf(words, data);
  const name = plain(words.industry?.name ?? words.sector);
  // the name of a sector of one word, like "energy", is an ordinary word too
  const isPlain = words.strong.length === 0 || !name.includes(" ") && !words.strong.includes(name);
  return [
    ...words.plain.map((one) => phraseOf(one, { strength: "plain", group })),
    ...(words.sector === "Information Technology" && !words.industry
      ? [phraseOf("it", { strength: "plain", group })]
      : []),
    phraseOf(name, { strength: isPlain ? "plain" : "strong", group }),
    ...words.strong.map((one) => phraseOf(one, { strength: "strong", group })),
  ].toReversed();
}

/** The sectors and industries that only the data has, and its own names of industries. */
function ownPhrases({ sectors, industries }: GroupedData): GroupPhrase[] {
  const known = new Set(GROUP_WORDS.filter(({ industry }) => !industry).flatMap(sectorSpellings));
  const ownSectors = [...sectors].filter(([name]) => !known.has(name)).flatMap(([name, companies]) => {
    const group: Group = { name: companies[0]?.sector ?? name, kind: "sector", companies };
    return [phraseOf(name, { strength: "plain", group })];
  });
  const ownIndustries = [...industries].flatMap(([name, companies]) => {
    const group: Group = { name: companies[0]?.industry ?? name, kind: "industry", companies };
    const one = name.replace(/s$/, "");
    const isLong = name.includes(" ");
    return [
      phraseOf(name, { strength: isLong ? "strong" : "plain", group }),
      ...(one === name ? [] : [phraseOf(one, { strength: "plain", group })]),
    ];
  });
  return [...ownSectors, ...ownIndustries];
}

/** The group of a row of our table; of data without industries, the sector that the industry is part of. */
function groupOf(words: GroupWords, { industries, sectors }: GroupedData): Group {
  const { industry } = words;
  if (industry && industries.size > 0) {
    const found = [...industries].filter(([name]) => industry.pattern.test(name));
    const [only, ...others] = found;
    const name = others.length === 0 ? only?.[1][0]?.industry : undefined;
    return { name: name ?? industry.name, kind: "industry", companies: found.flatMap(([, companies]) => companies) };
  }
  const row = GROUP_WORDS.find((one) => one.sector === words.sector && !one.industry) ?? words;
  const spellings = new Set(sectorSpellings(row));
  const companies = [...sectors].filter(([name]) => spellings.has(name)).flatMap(([, members]) => members);
  return { name: companies[0]?.sector ?? words.sector, kind: "sector", companies };
}

function sectorSpellings({ sector, strong, plain: loose }: GroupWords): string[] {
  return [plain(sector), ...strong, ...loose];
}

function phraseOf(words: string, rest: Omit<GroupPhrase, "words">): GroupPhrase {
  return { words: words.split(" "), ...rest };
}

function plain(name: string): string {
  return nameWords(name).join(" ");
}
