import { wordsAfter } from "../data/company_label.ts";
import { yearOnce } from "../calendar/day.ts";
import type { Claim, Saying, Statement } from "../data/claim.ts";
import { joinTexts, type Part, type Phrase, type PhraseId, piecesOf } from "../data/phrases/phrase.ts";
import { isAskable } from "../data/metrics/asked_names.ts";
import { type About, aboutText, readAbout, readAs } from "../data/about.ts";
import { aboutOf, slotOf } from "../data/slot.ts";
import type { FiledFact } from "../data/records.ts";
import type { Ground } from "./knowledge.ts";
import { isPlaced, type Placed, wrongCompanies } from "./sentence_scope.ts";
import type { Slot } from "./names.ts";
import { expectedIn, problemOf } from "./recompute.ts";

/** What came of saying a sentence again. */
export interface Restated {
  readonly statement: Statement;
  /** What is wrong with its words: no phrase, a part that may not stand there, a text that says something else. */
  readonly wording: readonly string[];
  /** One line for each claim that the data do not give. */
  readonly wrong: readonly string[];
  /** The facts behind those that other figures of their reports refute. */
  readonly refuted: readonly FiledFact[];
}

/**
 * Says a sentence again, from its phrase and the verifier's own figures and judgements, and compares it with the finished
 * text and its claims. A sentence that is no phrase, or differs in one character, fails.
 * @param statement Untrusted.
 * @param options What it is checked on, and the list of the answer in which it stands.
 */
export function restate(
  statement: Statement,
  { ground, list, side }: Placed,
): Restated {
  const { saying, claims } = statement;
  const again = new Restating(claims, ground);
  const phrase = phraseOf(saying.phrase, ground);
  if (phrase?.role !== undefined) again.wording.push(`"${saying.phrase}" is no sentence`);
  if (phrase && !isPlaced(saying, { phrase, list, ground, side })) {
    again.wording.push(`"${saying.phrase}" of ${saying.about.join(", ")} may not stand among the ${list}`);
  }
  const text = phrase?.takes === "quote" ? again.say(saying, undefined) : yearOnce(again.say(saying, undefined));
  again.finish();
  // the parts of a sentence that is wrong already may be anything, and hold themselves
  const whom = again.wording.length === 0 ? wrongCompanies(saying, ground) : undefined;
  if (whom !== undefined) again.wording.push(whom);
  if (again.wording.length + again.wrong.length === 0 && !isSameText(statement.text, text, claims)) {
    again.wording.push(`the text differs from "${text}"`);
  }
  return { statement, wording: again.wording, wrong: again.wrong, refuted: again.refuted };
}

/** Whether a text is what it must be, up to the marks that a typesetter may choose; a quote has none of these. */
function isSameText(given: string, own: string, claims: readonly Claim[]): boolean {
  const quotes = claims.filter(({ unit }) => unit === "quote");
  return plainMarks(given) === plainMarks(own) && quotes.every(({ shown }) => given.includes(shown));
}

/** Whether a sentence passed. */
export function isClean({ wording, wrong }: Restated): boolean {
  return wording.length === 0 && wrong.length === 0;
}

class Restating {
  readonly wording: string[] = [];
  readonly wrong: string[] = [];
  readonly refuted: FiledFact[] = [];
  readonly #claims: readonly Claim[];
  readonly #ground: Ground;
  #next = 0;

  constructor(claims: readonly Claim[], ground: Ground) {
    this.#claims = claims;
    this.#ground = ground;
  }

  /** The text of a phrase; `outer` is what the judgements around it are about. */
  say({ phrase: id, about, of: text, parts }: Saying, outer: About | undefined): string {
    const phrase = phraseOf(id, this.#ground);
    if (phrase === undefined) {
      this.wording.push(`"${id}" is no phrase`);
      return "";
    }
    const chosen = text === undefined ? undefined : readAbout(text);
    if (!isTaken(phrase, chosen, text)) this.wording.push(`"${id}" is of "${text}"`);
    const of = chosen ?? aboutOf(phrase, outer);
    const unknown = Object.keys(parts).find((name) => !Object.hasOwn(phrase.parts ?? {}, name));
    if (unknown !== undefined) this.wording.push(`"${id}" has no part "${unknown}"`);
    let before = "";
    return piecesOf(phrase).map((piece) => {
      if ("words" in piece) return before = wordsAfter(before, piece.words);
      const { slot } = piece;
      const part = phrase.parts?.[slot];
      return before = part === undefined
        ? this.#claimed({ of: undefined, ...slotOf(slot, of), about }, phrase)
        : this.#filled(part, parts[slot] ?? [], { about, of });
    }).join("");
  }

  /** Reports claims that no slot shows. */
  finish(): void {
    const extra = this.#claims.slice(this.#next);
    this.wording.push(...extra.map(({ id }) => `no slot shows ${id}`));
  }

  #claimed(slot: Slot, phrase: Phrase): string {
    const claim = this.#claims[this.#next++];
    const expected = expectedIn(slot, this.#ground);
    const name = `${slot.about.join("+")}.${slot.metric}`;
    if ("problem" in expected) {
      this.wrong.push(`${name}${claim === undefined ? "" : ` (said: ${claim.value})`} ${expected.problem}`);
      if (expected.refuted) this.refuted.push(expected.refuted);
      return "";
    }
    const shown = expected.unit === "word"
      ? spellingOf(String(expected.value), phrase.words?.[slot.metric])
      : phrase.bare?.includes(slot.metric)
      ? expected.shown.replace(/^[-+]/, "")
      : expected.shown;
    if (shown === undefined) this.wrong.push(`${name} is ${expected.value}, which the sentence does not say`);
    if (claim === undefined || !isClaimOf(claim, slot, this.#ground)) this.wording.push(`${name} has no claim`);
    else {
      const problem = problemOf(claim, expected);
      if (problem !== undefined) this.wrong.push(`${claim.id} ${problem}`);
      // a typesetter may choose the marks of our words, nobody those of a quote
      const marks = expected.unit === "quote" ? (text: string) => text : plainMarks;
      if (marks(claim.shown) !== marks(shown ?? "")) {
        this.wording.push(`${claim.id} is shown as "${claim.shown}" instead of "${shown}"`);
      }
    }
    return shown ?? "";
  }

  #filled(part: Part, children: readonly Saying[], context: Pick<Slot, "about" | "of">): string {
    if (!this.#isPart(part, children)) return ""; // a stranger may hold itself
    this.#checkPart(part, children, context);
    const text = joinTexts(children.map((child) => this.say(child, context.of)), part.join);
    return part.silent ? "" : text;
  }

  #checkPart(
    { role, least = 1, most = Infinity, about: whom, same, all }: Part,
    children: readonly Saying[],
    context: Pick<Slot, "about" | "of">,
  ): void {
    if (children.length < least || children.length > most) this.wording.push(`${children.length} phrases of "${role}"`);
    if (whom !== "others" && !isAbout(children, context.about, whom)) {
      this.wording.push(`"${role}" is about other companies`);
    }
    if (
      whom !== "each" &&
      new Set(children.map(({ phrase, about, of }) => `${phrase} ${about} ${of}`)).size < children.length
    ) {
      this.wording.push(`"${role}" says something twice`);
    }
    if (same === "period" && children.some(({ of }) => !isSamePeriod(of, context.of))) {
      this.wording.push(`"${role}" is of another period`);
    }
    if (!all) return;
    const said = new Set(children.map(({ phrase }) => phrase));
    const ids = this.#ground.knowledge.vocabulary.byRole.get(role) ?? [];
    const left = ids.filter((id) => !said.has(id) && this.#canSay(id, context));
    if (left.length > 0) this.wording.push(`"${role}" leaves out ${left.join(", ")}`);
  }

  #isPart({ role }: Part, children: readonly Saying[]): boolean {
    const strange = children.find(({ phrase }) => phraseOf(phrase, this.#ground)?.role !== role);
    if (strange) this.wording.push(`"${strange.phrase}" may not stand for "${role}"`);
    return strange === undefined;
  }

  /** Whether each slot of a phrase could be filled. */
  #canSay(id: PhraseId, { about, of: outer }: Pick<Slot, "about" | "of">): boolean {
    const phrase = phraseOf(id, this.#ground);
    if (phrase === undefined) return false;
    const of = aboutOf(phrase, outer);
    return piecesOf(phrase).every((piece) => {
      if ("words" in piece) return true;
      const part = phrase.parts?.[piece.slot];
      if (part !== undefined) {
        const ids = this.#ground.knowledge.vocabulary.byRole.get(part.role) ?? [];
        return part.least === 0 || ids.some((one) => this.#canSay(one, { about, of }));
      }
      const expected = expectedIn({ of: undefined, ...slotOf(piece.slot, of), about }, this.#ground);
      if ("problem" in expected) return false;
      return expected.unit !== "word" || spellingOf(String(expected.value), phrase.words?.[piece.slot]) !== undefined;
    });
  }
}

/** Whether phrases are about the companies around them: all of them, or one of them each, in their order. */
function isAbout(children: readonly Saying[], about: readonly string[], whom: Part["about"]): boolean {
  const isSame = (one: readonly string[], other: readonly string[]) =>
    one.length === other.length && one.every((ticker, at) => ticker === other[at]);
  if (whom === undefined) return children.every((child) => isSame(child.about, about));
  return isSame(children.flatMap((child) => child.about), about) && children.length === about.length;
}

function isClaimOf(claim: Claim, { metric, about, of }: Slot, { knowledge }: Ground): boolean {
  const object = of && knowledge.vocabulary.metrics[metric]?.of ? aboutText(of) : undefined;
  return claim.metric === metric && claim.of === object && claim.entities.length === about.length &&
    claim.entities.every((ticker, at) => ticker === about[at]);
}

/**
 * Whether a phrase is given what it must be given: a metric that may be asked for, a span of days, an item of reports, a
 * column, or a place or a search in texts.
 */
function isTaken({ takes }: Phrase, chosen: About | undefined, text: string | undefined): boolean {
  if (chosen === undefined || chosen.kind !== takes) return takes === undefined && text === undefined;
  if (chosen.kind === "criteria") return chosen.criteria.every(({ metric }) => isAskable(metric));
  return chosen.kind === "metric" || chosen.kind === "limit" ? isAskable(chosen.metric) : true;
}

/** Whether two keys are of one period, or one change, in one version; a balance is of the period that ends on its day. */
function isSamePeriod(text: string | undefined, outer: About | undefined): boolean {
  const own = readAs("fact", text);
  if (own === undefined || outer?.kind !== "fact" || own.version !== outer.version) return false;
  if (own.before !== outer.before && own.before !== undefined && outer.before !== undefined) return false;
  if (own.period.includes("/") && outer.period.includes("/")) return own.period === outer.period;
  return own.period.split("/").at(-1) === outer.period.split("/").at(-1);
}

function phraseOf(id: PhraseId, { knowledge: { vocabulary: { phrases } } }: Ground): Phrase | undefined {
  return Object.hasOwn(phrases, id) ? phrases[id] : undefined;
}

function spellingOf(value: string, words: Readonly<Record<string, string>> = {}): string | undefined {
  return Object.hasOwn(words, value) ? words[value] : undefined;
}

/** Every kind of space as a blank and every dash as a hyphen-minus: a typesetter may choose them. */
export function plainMarks(text: string): string {
  return text.replace(/[\u00a0\u2007\u2009\u202f]/g, " ").replace(/[\u2010-\u2013\u2212]/g, "-");
}
