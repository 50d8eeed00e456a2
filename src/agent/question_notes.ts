import { joinTexts } from "../data/phrases/phrase.ts";
import { daySpan, longDay } from "../calendar/day.ts";
import type { DatasetView } from "../data/dataset.ts";
import type { Asked, AskedTime, Unsupported } from "../data/question/asked.ts";
import { calledName, companyLabel, wordsAfter } from "../data/company_label.ts";
import { NOT_COVERED, NOT_READ, OF_OTHERS } from "../data/question/query.ts";
import { NO_HORIZON } from "../data/question/relative_forms.ts";
import { NOT_AHEAD, UNMET_WORDS } from "../data/question/unmet_words.ts";
import { fold } from "../terms/fold.ts";
import { reasonOf } from "../terms/reasons.ts";

/** Most characters of a piece of a question that an answer repeats. */
const MAX_SHOWN = 40;
/** Pieces that are named one by one; of a long list the rest is counted. */
const MAX_NAMED = 5;

/** Says by name what of a question is not met. */
export function unansweredNotes({ unmet, mentions }: Pick<Asked, "unmet" | "mentions">): readonly string[] {
  const named = unmet.slice(0, MAX_NAMED);
  const more = unmet.length - named.length;
  const byReason = Map.groupBy(named, ({ why }) => why === NOT_READ || why === NOT_COVERED ? "" : why);
  const [only, ...others] = mentions.companies;
  const name = only === undefined || others.length > 0 ? "a company" : calledName(only, 1);
  const isJoined = byReason.has("") && byReason.delete(NO_HORIZON);
  return [
    ...byReason.entries().map(([why, some]) => {
      const words = why === NO_HORIZON ? [] : why === "" ? some : some.filter(({ text }) => !CLAUSE.test(text));
      const all = why === OF_OTHERS
        ? [`a comparison with ${name}${wordsAfter(name, "'s own history")}`]
        : words.map(calledOf);
      if (all.length === 0) return `${capital(why)}.`;
      const verb = all.some((one) => one.startsWith('"')) ? "answered" : "given";
      const behind = why !== "" ? `: ${why}` : isJoined ? `, and ${NO_HORIZON}` : "";
      return capital(`${joinTexts(all, "list")} cannot be ${verb}${behind}.`);
    }),
    ...more > 0 ? [`Further parts of the question that are left out: ${more}.`] : [],
  ];
}

/** What begins so is a question of its own, which its reason answers. */
const CLAUSE = /^(?:what|which|who|when|where|why|how|will|do|does|did)\b/i;
/** Of what is known by name and cannot be given: its name, where it is not the asker's own. */
const CALLED: readonly (readonly [words: RegExp, name: string])[] = [
  [/^(?:price targets?|target prices?|kursziele?)$/i, "price targets"],
  [/^(services|subscriptions?|advertising|cloud|hardware|software)$/i, "$1 revenue"],
  [/^(?=(?:ceo|cfo|moat|.*\b(?:ratio|yield|rating|price|average|p\/e))$)/i, "the "],
];

const INITIALS = /\b(?:ebit(?:da)?|roe|roa|roic|esg|rsi|macd|peg|ceo|cfo)\b/gi;

/** Without quotes where it is known by name; a word that is not, or that names a column, stays as it is asked. */
function calledOf(one: Unsupported): string {
  const called = CALLED.reduce((name, [words, to]) => name.replace(words, to), one.text)
    .replace(INITIALS, (word) => word.toUpperCase());
  const folded = fold(one.text);
  const isKnown = reasonOf(folded) !== undefined || UNMET_WORDS.some(({ words }) => folded.replace(words, "") === "");
  const isPhrase = one.why === NOT_AHEAD && called !== "price targets" || one.text.includes("_");
  return isKnown && !isPhrase ? called : quoted(one.text);
}

/** A name of its own keeps its letters: "iPhone revenue", "next_results". */
function capital(sentence: string): string {
  return sentence.replace(/^"?[a-z](?=[a-z-]*[ "])/, (first) => first.toUpperCase());
}

/** Says which days were read from a question. */
export function dateNotes({ times }: Pick<Asked, "times">, view: DatasetView): readonly string[] {
  const isAsked = times.some(({ to }) => to === view.asOf);
  const read = joinTexts(times.filter((time) => !isPlain(time)).map(readingOf), "list");
  if (read === "") return isAsked ? [`This answer is as of ${longDay(view.asOf)}, as the question asks.`] : [];
  return [`Here ${read}.`];
}

/** A day that is written as an answer writes it. */
function isPlain({ from, to, text }: AskedTime): boolean {
  return from === to && (text.includes(to) || text.includes(longDay(to)));
}

function readingOf(time: AskedTime): string {
  const { from, to, cut } = time;
  const begins = cut === "start" || cut === "both" ? ", where the data begins" : "";
  const ends = cut === "end" || cut === "both" ? ", as no later day is known" : "";
  return `${quoted(time.text)} is taken as ${daySpan(from, to)}${begins}${ends}`;
}

function quoted(text: string, most = MAX_SHOWN): string {
  const line = text.replace(/\s+/g, " ");
  return JSON.stringify(line.length > most ? `${line.slice(0, most)}…` : line);
}

/** Most characters of a question before that an answer repeats. */
const MAX_TAKEN = 120;
/** Companies that are named one by one; of more the number is given. */
const MAX_TAKEN_NAMED = 8;

/** Says what a question was read with that its caller asked before: whom it is about, what it asks, and as of when. */
export function followUpNotes({ taken, mentions, weights }: Asked, view: DatasetView): readonly string[] {
  if (taken === undefined) return [];
  const { subject, asks, time, leftTime, isEarlier } = taken;
  const from = isEarlier ? "from an earlier question" : "from the question before";
  const about = aboutText({ mentions, weights });
  const said = asks === undefined ? "" : quoted(asks.trim(), MAX_TAKEN);
  return [
    ...(subject === undefined || about === undefined ? [] : [
      `About ${about}, ${from}${said === "" ? "" : `, read as ${said}`}.`,
    ]),
    ...(subject === undefined && said !== ""
      ? [`Asked as before, ${said}${about === undefined ? "" : `, about ${about}`}.`]
      : []),
    ...(time === undefined ? [] : [`The time is ${quoted(time.trim(), MAX_TAKEN)}, ${from}.`]),
    ...(leftTime === undefined ? [] : [
      `The time of that question, ${quoted(leftTime.trim(), MAX_TAKEN)}, is not kept: this answer is as of ` +
      `${longDay(view.asOf)}. Say "then" to keep it.`,
    ]),
  ];
}

function aboutText({ mentions, weights }: Pick<Asked, "mentions" | "weights">): string | undefined {
  if (weights.length > 0) return `the portfolio of ${listed(weights.map(({ ticker }) => ticker))}`;
  const groups = mentions.groups.map(({ name, kind }) => kind === "all" ? "all companies of the data" : name);
  const named = [...mentions.companies.length > 0 ? [listed(mentions.companies.map(companyLabel))] : [], ...groups];
  const others = [...mentions.unknown, ...mentions.instruments, ...mentions.identifiers].map(({ text }) => text);
  const all = named.length > 0 ? named : others.map((one) => quoted(one.trim(), MAX_TAKEN));
  return all.length === 0 ? undefined : joinTexts(all, "list");
}

function listed(names: readonly string[]): string {
  const more = names.length - MAX_TAKEN_NAMED;
  return more > 0 ? `${names.slice(0, MAX_TAKEN_NAMED).join(", ")} and ${more} more` : joinTexts(names, "list");
}
