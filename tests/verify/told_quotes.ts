import { AnswerClaims } from "../../src/agent/claims.ts";
import { keyOfQuote } from "../../src/agent/find_quotes.ts";
import { KNOWLEDGE } from "../../src/agent/tools.ts";
import { quotableIn } from "../../src/agent/quotable.ts";
import { Speaker } from "../../src/agent/say.ts";
import type { Claim, Saying, Statement } from "../../src/data/claim.ts";
import type { DatasetView } from "../../src/data/dataset.ts";
import { type AboutOf, aboutText, readAs } from "../../src/data/about.ts";
import { verify } from "../../src/verify/verify.ts";

const QUOTED = ["remarks", "questions", "call", "annual", "quarterly", "current", "news", "post", "other"];

/** The sentence that quotes a place of a text, whatever stands there: an agent that trusts its key says it. */
export function toldQuote(view: DatasetView, ticker: string, of: string): Statement | undefined {
  const companies = view.companies.map((one) => one.ticker);
  const claims = new AnswerClaims({ view, knowledge: KNOWLEDGE, found: [], companies });
  const speaker = new Speaker(KNOWLEDGE.vocabulary, claims);
  return QUOTED.map((id) => speaker.say(`quote.${id}`, [ticker], { of: readAs("quote", of) })).find((one) =>
    one !== undefined
  );
}

/** A sentence with a quote, and its key. */
export interface ToldQuote {
  readonly ticker: string;
  readonly of: string;
  readonly statement: Statement;
}

/** Each sentence of each text about a company that may be quoted, as an answer says it. */
export function quotesAbout(view: DatasetView, ticker: string): readonly ToldQuote[] {
  const texts = view.texts(ticker);
  return texts.documents.flatMap((document) =>
    quotableIn(texts.text(document.id), document).flatMap((stretch) => {
      const of = aboutText(keyOfQuote({ document, ...stretch }));
      const statement = toldQuote(view, ticker, of);
      return statement === undefined ? [] : [{ ticker, of, statement }];
    })
  );
}

/** What the verifier says against a sentence of an answer about all companies; `undefined` where it passes. */
export function wrongWith(statement: Statement, view: DatasetView): string | undefined {
  const companies = view.companies.map(({ ticker }) => ticker);
  const { kept, verification } = verify({ companies, reasoning: [statement], drivers: [], risks: [] }, view);
  if (kept.reasoning.length === 1) return undefined;
  return (verification.checks ?? []).map(({ detail }) => detail ?? "").join("; ");
}

/** A sentence with the same change in its text and its claims, so that only the text it quotes refutes it. */
export function reworded(statement: Statement, metric: string, change: (shown: string) => string): Statement {
  const claim = statement.claims.find((one) => one.metric === metric);
  if (claim === undefined) return statement;
  const shown = change(claim.shown);
  return {
    ...statement,
    text: statement.text.replace(claim.shown, () => shown),
    claims: statement.claims.map((one) => one === claim ? { ...one, value: shown, shown } : one),
  };
}

/** A sentence with its claims and phrases of another key, and otherwise as it was. */
export function rekeyed(statement: Statement, change: (key: string) => string): Statement {
  const claims = statement.claims.map((one): Claim => one.of === undefined ? one : { ...one, of: change(one.of) });
  const rekey = ({ of, parts, ...saying }: Saying): Saying => ({
    ...saying,
    ...(of !== undefined && { of: change(of) }),
    parts: Object.fromEntries(Object.entries(parts).map(([name, all]) => [name, all.map(rekey)])),
  });
  return { ...statement, claims, saying: rekey(statement.saying) };
}

/** A key with some of its parts replaced. */
export function keyWith(of: string, change: Partial<AboutOf<"quote">>): string {
  const key = readAs("quote", of);
  if (key === undefined) throw new TypeError(`${of} is no key of a quote`);
  return aboutText({ ...key, ...change });
}
