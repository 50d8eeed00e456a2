import type { Company } from "../dataset.ts";
import { type Group, type GroupPhrase, groupPhrases, sectorGroups } from "./group_index.ts";
import type { Word } from "./split_words.ts";
import type { Place as Span } from "../../terms/places.ts";

/**
 * How surely a group is meant: named; in the context of something else, like tech in "Apple in tech"; or everything,
 * like "the market" and "which stock". Only the surest of a request count, and only a named one beside a company.
 */
export type Standing = "named" | "context" | "everything";

/** A group and where a request names it. */
export interface GroupHit extends Span {
  readonly group: Group;
  readonly standing: Standing;
}

/** The groups named in a text. */
export interface FoundGroups {
  readonly hits: readonly GroupHit[];
  /** Sectors and themes that neither the data nor our table has: "the crypto sector". */
  readonly unknown: readonly Span[];
}

/** Finds the groups in a text whose company names are blanked out. */
export type GroupFinder = (text: string, words: readonly Word[]) => FoundGroups;

const KIND = set(
  "sector sectors industry industries stock stocks share shares company companies names space equities firms makers producers " +
    "giants majors sektor branche aktie aktien werte titel unternehmen konzerne secteur industrie actions valeurs entreprises " +
    "societes acciones empresas industria settore azioni titoli aziende societa setor acoes aandelen bedrijven",
);
/** Those of them that make whatever stands before them a group. */
const SURE_KIND = set("sector sectors industry industries sektor branche secteur settore setor");
/** Those of them that may stand before the group's name: "secteur de l'énergie". */
const KIND_BEFORE = set(
  "sector secteur settore setor sektor branche industry industrie acciones azioni valeurs actions titoli acoes aandelen stocks " +
    "shares names companies empresas entreprises aziende",
);
const LINKS = set(
  "of in from the de la le les l des du del della dei delle dell do da di der das die den el los las il lo gli i",
);
const WHICH = set(
  "which what welche welcher welches quel quelle quels quelles que cual cuales quale quali qual quais welk welke any every each",
);
const MOST = set("most least am plus moins mas menos piu meno mais");
const SUPERLATIVE =
  /^(?:\p{L}{2,}iest|safest|best|worst|largest|biggest|cheapest|strongest|weakest|calmest|steadiest|top|\p{L}{4,}(?:ste|sten|stes))$/u;
/** How many, or which: "the top 3 tech names", "which small bank". */
const APART = /^(?:\d{1,3}|two|three|four|five|ten|zwei|drei|trois|tres|tre|small|large|big|major|regional|leading)$/;
const ASKED = set(
  "analyse analyze analysiere analysieren analysez analiza analizar analizza analise assess compare vergleiche comparez compara " +
    "confronta evaluate examine research review about is are for in on of with and or versus vs against than to how rank long " +
    "short buy sell own did does do has have had was were will would why und oder mit gegen et ou avec y o con contra e com en within across hold",
);
/** Those of them after which a group may be the surroundings of the subject. */
const CONTEXT = set("is are for in on of within across how");
const SECTOR_WORDS = set(
  "sector sectors industry industries sektor sektoren branche branchen secteur secteurs sectores settore settori setor setores",
);
/** Words and signs after the object of a request. */
const ENDS =
  /^(?:\s*(?:$|[,;:?!)]|\.(?:\s|$))|\s+(?:and|or|vs\.?|versus|with|against|to|than|but|except|excluding|without|ex|outside|und|oder|mit|ohne|gegen|et|ou|avec|sauf|y|o|con|e|sin|excepto|salvo|tranne|senza|com|sem|in|as|on|over|since|this|next|today|now|looks?|do|does|did|has|have|was|were|falls?|fell|rises?|rose|drop(?:s|ped)?|gain(?:s|ed)?|loses?|lost|moved?|move together|perform(?:s|ed)?|crash(?:es|ed)?|rall(?:y|ied)|slump(?:s|ed)?|plunged?|underperform(?:s|ed)?|outperform(?:s|ed)?)\b)/i;
/** Ideas for which the data has no column: of such companies nothing is known. */
const THEMES = set(
  "ai ev evs esg solar wind nuclear cannabis marijuana crypto blockchain quantum robotics cyber cybersecurity cloud fintech meme " +
    "penny european german french british japanese chinese asian canadian indian american us",
);
const THEME_KIND = set("stock stocks companies equities firms aktien");
/** Most links between a kind and the group's name. */
const MAX_LINKS = 3;

/**
 * Creates a function that finds sectors, industries and the whole universe in a text.
 * @param companies The companies of the data; their own sectors and industries are recognised too.
 */
export function createGroupFinder(companies: readonly Company[]): GroupFinder {
  const phrases = Map.groupBy(groupPhrases(companies), ({ words }) => words[0] ?? "");
  for (const list of phrases.values()) list.sort((one, other) => other.words.length - one.words.length);
  const known = { phrases, sectors: sectorGroups(companies) };
  return (text, words) => find(text, words, known);
}

interface KnownGroups {
  readonly phrases: ReadonlyMap<string, readonly GroupPhrase[]>;
  /** Each sector of the data. */
  readonly sectors: readonly Group[];
}

function find(text: string, words: readonly Word[], { phrases, sectors }: KnownGroups): FoundGroups {
  const hits: GroupHit[] = [];
  const unknown: Span[] = [];
  for (let at = 0; at < words.length;) {
    const place = { text, words, at };
    const found = phraseAt(place, phrases);
    const count = found?.words.length ?? 1;
    const end = at + count;
    const standing = found && peerRankOf(found, { ...place, end, after: hits.at(-1) });
    if (found && standing) {
      const last = isKindAt(place, end) ? end : end - 1;
      hits.push({
        group: found.group,
        start: words[at]?.start ?? 0,
        end: words[last]?.end ?? 0,
        standing,
      });
      at = last + 1;
      continue;
    }
    const span = { start: words[at]?.start ?? 0, end: words[at]?.end ?? 0 };
    if (found === undefined && areSectorsAt(place)) {
      hits.push(...sectors.map((group) => ({ ...span, group, standing: "context" as const })));
    } else if (found === undefined && isThemeAt(place)) {
      unknown.push({ start: words[at]?.start ?? 0, end: words[at + 1]?.end ?? 0 });
    }
    at = found ? Math.max(at + 1, end) : at + 1;
  }
  return { hits, unknown };
}

/** A word of a text. */
export interface Place {
  readonly text: string;
  readonly words: readonly Word[];
  readonly at: number;
}

function phraseAt(
  { text, words, at }: Place,
  phrases: ReadonlyMap<string, readonly GroupPhrase[]>,
): GroupPhrase | undefined {
  const first = words[at];
  // "IT" names a sector, "it" does not
  if (first === undefined || /^[iI]t$/.test(first.raw)) return undefined;
  const candidates = phrases.get(first.owner) ?? [];
  return candidates.find((phrase) =>
    phrase.words.every((wanted, step) => {
      const word = words[at + step];
      const before = words[at + step - 1];
      return word?.owner === wanted && (step === 0 || before !== undefined && isClose(text, before, word));
    })
  );
}

/** Nothing but blanks, hyphens and apostrophes between two words. */
function isClose(text: string, one: Span, other: Span): boolean {
  return other.start - one.end <= 3 && /^[\s'’/&-]*$/.test(text.slice(one.end, other.start)) &&
    !/\n/.test(text.slice(one.end, other.start));
}

/** How surely a phrase is meant as a group; `undefined` where it is another word. */
function peerRankOf(
  { strength, words: said }: GroupPhrase,
  { text, words, at, end, after }: Place & { readonly end: number; readonly after: Span | undefined },
): Standing | undefined {
  if (strength === "strong") return "named";
  if (strength === "all") return "everything";
  const place = { text, words, at };
  const before = wordBefore(place, at);
  const ranked = before !== undefined && APART.test(before.plain) ? wordBefore(place, at - 1) : before;
  const second = wordBefore(place, at - 1)?.plain ?? "";
  const asks = ranked !== undefined && (WHICH.has(ranked.plain) || SUPERLATIVE.test(ranked.plain)) ||
    MOST.has(second) || SUPERLATIVE.test(second) || isBeforeMost(words, end); // "best performing bank"
  if (strength === "any") return asks ? "everything" : undefined;
  if (asks || isKindAt(place, end) || isAfterKind(place)) return "named";
  const last = words[end - 1];
  if (last === undefined || !ENDS.test(text.slice(last.end, last.end + 16))) return undefined;
  if (after !== undefined && isJoined(text.slice(after.end, words[at]?.start))) return "named";
  return askedAs(place, said);
}

/** "La banque la moins volatile". */
function isBeforeMost(words: readonly Word[], end: number): boolean {
  const [article, most] = words.slice(end, end + 2);
  return LINKS.has(article?.plain ?? "") && MOST.has(most?.plain ?? "");
}

/** "Which sector", "the sectors", "compare sectors". */
function areSectorsAt(place: Place): boolean {
  const { words, at } = place;
  const word = words[at]?.plain ?? "";
  if (!SECTOR_WORDS.has(word)) return false;
  const before = wordBefore(place, at)?.plain ?? "";
  if (WHICH.has(before) || SUPERLATIVE.test(before) || MOST.has(wordBefore(place, at - 1)?.plain ?? "")) return true;
  return word.endsWith("s") && (at === 0 || ["all", "the", "by", "across", "compare", "rank"].includes(before)) &&
    !LINKS.has(words[at + 1]?.plain ?? "");
}

function isJoined(between: string): boolean {
  return /^\s*(?:[,&]|and|or|und|oder|et|ou|y|o|e)\s*$/i.test(between);
}

function wordBefore({ text, words }: Pick<Place, "text" | "words">, at: number): Word | undefined {
  const word = words[at - 1];
  const here = words[at];
  return word && here && isClose(text, word, here) ? word : undefined;
}

function isKindAt({ text, words }: Place, end: number): boolean {
  const last = words[end - 1];
  const next = words[end];
  return last !== undefined && next !== undefined && KIND.has(next.owner) && isClose(text, last, next);
}

function isAfterKind({ text, words, at }: Place): boolean {
  for (let step = 1; step <= MAX_LINKS + 1; step++) {
    const before = wordBefore({ text, words }, at - step + 1);
    if (before === undefined) return false;
    if (KIND_BEFORE.has(before.plain)) {
      return step > 1 || !/s$/.test(before.plain) || /^(?:valeurs|actions|acciones)$/.test(before.plain);
    }
    if (!LINKS.has(before.plain)) return false;
  }
  return false;
}

/** Whether the words are the object of the request, an article between them. */
function askedAs(place: Place, said: readonly string[]): Standing | undefined {
  const before = wordBefore(place, place.at);
  if (before === undefined) return place.at === 0 && said.length > 0 ? "named" : undefined;
  const isArticle = LINKS.has(before.plain) && !ASKED.has(before.plain);
  const lead = isArticle ? wordBefore(place, place.at - 1)?.plain ?? "" : before.plain;
  if (CONTEXT.has(lead)) return "context";
  return ASKED.has(lead) ? "named" : undefined;
}

/** A word before "sector" that names none, or an idea before "stocks". */
function isThemeAt({ text, words, at }: Place): boolean {
  const word = words[at];
  const next = words[at + 1];
  if (word === undefined || next === undefined || !isClose(text, word, next)) return false;
  if (THEMES.has(word.plain) && THEME_KIND.has(next.plain)) return true;
  return SURE_KIND.has(next.plain) && /^\p{L}{2,}$/u.test(word.raw) && isNoun(word);
}

const NO_NOUNS = set(
  "its their the this that his her our your own same whole entire each every any which what other another best worst riskiest safest " +
    "of in by per and or a an some all most many both no gics der die das dem den seine ihre le la les du son sa ce cet cette el " +
    "su este esta il lo suo questo quale o seu one single two three several different respective my overall broader wider market " +
    "whose to for from with than vs against at on about is are was across within sector industry",
);

function isNoun({ plain, raw, owner }: Word): boolean {
  return !NO_NOUNS.has(plain) && !ASKED.has(plain) && raw.length === owner.length && !SUPERLATIVE.test(plain) &&
    !WHICH.has(plain);
}

function set(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
