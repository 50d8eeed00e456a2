import type { MetricId } from "../data/metrics/metric.ts";
import { wordsAfter } from "../data/company_label.ts";
import { yearOnce } from "../calendar/day.ts";
import type { Claim, Saying, Statement } from "../data/claim.ts";
import type { Vocabulary } from "../data/vocabulary.ts";
import { joinTexts, type Part, type Phrase, type PhraseId, piecesOf, withoutSign } from "../data/phrases/phrase.ts";
import { type About, aboutText } from "../data/about.ts";
import { aboutOf, slotOf } from "../data/slot.ts";

/** Where claims come from. */
export interface ClaimSource {
  /**
   * @param metric What is claimed.
   * @param about Tickers of the companies.
   * @param of What a comparison or judgement is about.
   * @returns `undefined` when it does not exist.
   */
  claim(metric: MetricId, about: readonly string[], of: About | undefined): Claim | undefined;
}

/** How a phrase is said. */
export interface SayOptions {
  /** What a phrase that takes something is about. */
  readonly of?: About | undefined;
  /** Fills parts by hand, an empty list leaves one out; any other part says all it can. */
  readonly parts?: Readonly<Record<string, readonly Statement[]>>;
}

/** Says phrases about companies: each slot is filled by its claim, so that no figure or judgement is written without one. */
export class Speaker {
  readonly #vocabulary: Vocabulary;
  readonly #source: ClaimSource;

  constructor(vocabulary: Vocabulary, source: ClaimSource) {
    this.#vocabulary = vocabulary;
    this.#source = source;
  }

  /** Whether there is such a phrase. */
  knows(id: PhraseId): boolean {
    return Object.hasOwn(this.#vocabulary.phrases, id);
  }

  /**
   * Says a phrase.
   * @param about Tickers.
   * @returns `undefined` when a slot has no claim, or a judgement no spelling.
   */
  say(id: PhraseId, about: readonly string[], { of, parts = {} }: SayOptions = {}): Statement | undefined {
    return this.#compose(id, { about, of, given: parts });
  }

  /** Whatever of several phrases can be said. */
  sayAll(ids: readonly PhraseId[], about: readonly string[]): readonly Statement[] {
    return ids.flatMap((id) => this.say(id, about) ?? []);
  }

  /** Whatever of several phrases can be said of each company. */
  eachOf(ids: readonly PhraseId[], tickers: readonly string[]): readonly Statement[] {
    return tickers.flatMap((ticker) => this.sayAll(ids, [ticker]));
  }

  #compose(id: PhraseId, { about, of: outer, given }: Context): Statement | undefined {
    const phrase = this.#vocabulary.phrases[id];
    if (phrase === undefined) throw new TypeError(`Cannot say ${JSON.stringify(id)}: it is no phrase`);
    const of = aboutOf(phrase, outer);
    if (phrase.takes !== undefined && of === undefined) return undefined;
    const said: Said = { texts: [], claims: [], parts: {} };
    for (const piece of piecesOf(phrase)) {
      if ("words" in piece) said.texts.push(wordsAfter(said.texts.at(-1) ?? "", piece.words));
      else if (!this.#fill(piece.slot, said, { phrase, about, of, given })) return undefined;
    }
    return {
      text: phrase.takes === "quote" ? said.texts.join("") : yearOnce(said.texts.join("")), // a quote stays as it is
      claims: said.claims,
      saying: sayingOf(id, phrase, { about, of, parts: said.parts }),
    };
  }

  #fill(slot: string, said: Said, context: Context & { readonly phrase: Phrase }): boolean {
    const { phrase: { parts, words, bare = [] }, about, of, given } = context;
    const part = parts?.[slot];
    if (part === undefined) {
      const { metric, of: object } = slotOf(slot, of);
      const claim = spelled(this.#source.claim(metric, about, object), words?.[slot]);
      if (claim === undefined) return false;
      const shown = bare.includes(slot) ? withoutSign(claim.shown) : claim.shown;
      said.texts.push(shown);
      said.claims.push({ ...claim, shown });
      return true;
    }
    const { least = 1, join, silent } = part;
    const found = given[slot] ?? this.#found(part, { about, of });
    if (found.length < least) return false;
    if (!silent) said.texts.push(joinTexts(found.map(({ text }) => text), join));
    said.claims.push(...found.flatMap(({ claims }) => claims));
    said.parts[slot] = found.map(({ saying }) => saying);
    return true;
  }

  /** All that can be said in a part; nothing where a company of an `each` has no phrase. */
  #found({ role, about: whom, most = Infinity }: Part, { about, of }: Omit<Context, "given">): readonly Statement[] {
    const ids = this.#vocabulary.byRole.get(role) ?? [];
    const sayable = (companies: readonly string[], limit: number) => {
      const found: Statement[] = [];
      for (const id of ids) {
        if (found.length === limit) break;
        const said = this.#compose(id, { about: companies, of, given: {} });
        if (said) found.push(said);
      }
      return found;
    };
    if (whom !== "each") return sayable(about, most);
    const found = about.map((ticker) => sayable([ticker], 1));
    return found.every((one) => one.length === 1) ? found.flat() : [];
  }
}

function sayingOf(
  id: PhraseId,
  { takes }: Phrase,
  { about, of, parts }: Omit<Context, "given"> & Pick<Saying, "parts">,
): Saying {
  return { phrase: id, about, ...(takes !== undefined && of !== undefined && { of: aboutText(of) }), parts };
}

interface Context {
  readonly about: readonly string[];
  readonly of: About | undefined;
  readonly given: Readonly<Record<string, readonly Statement[]>>;
}

interface Said {
  readonly texts: string[];
  readonly claims: Claim[];
  readonly parts: Record<string, readonly Saying[]>;
}

/** The claim as a phrase spells it; `undefined` where a judgement has no spelling there. */
function spelled(
  claim: Claim | undefined,
  words: Readonly<Record<string, string>> | undefined,
): Claim | undefined {
  if (claim === undefined || claim.unit !== "word") return claim;
  const value = String(claim.value);
  const shown = words !== undefined && Object.hasOwn(words, value) ? words[value] : undefined;
  return shown === undefined ? undefined : { ...claim, shown };
}

/** What could be said of some statements, as a list. */
export function given(...statements: readonly (Statement | undefined)[]): readonly Statement[] {
  return statements.filter((one) => one !== undefined);
}
