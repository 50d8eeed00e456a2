import { equal, match, ok } from "../assert.ts";
import {
  type Client,
  type Connection,
  type Downloaded,
  type Failure,
  failureOf,
  type Outcome,
  type Shown,
} from "./client.ts";

/** One of the six things that a client is used for. */
export interface Case {
  readonly name: string;
  /** Completes the sentence "openai: ...". */
  readonly sentence: string;
  readonly questions: readonly [string, ...string[]];
  run(client: Client, connection: Connection): Promise<Outcome>;
  /** Throws unless the outcome is clean. */
  judge(outcome: Outcome): void;
}

const QUESTION = "Analyse AAPL";
const SECOND = "And its drawdown?"; // names nobody
const UNKNOWN = "Analyse ZZZQ";

/** The key of the case `bad key`; no message may repeat it. */
export const WRONG_KEY = "sk-wrong";

/** The words of clients for an answer after which nothing is left to do. */
const ENDED = ["stop", "completed"];

const PNG_SIGNATURE = "89504e470d0a1a0a";

/** Shortest text of an analysis; a sentence that says what is not known is shorter. */
const ANALYSIS_CHARS = 500;

/** An answer begins with what was asked for. */
const LEAD_CHARS = 150;

/** A ticker and a length are those of nonsense, too; this sentence has the company that was meant, and a view on it. */
const VIEW = /(?:Bullish|Neutral|Bearish) on Apple as of \d+ \w{3} \d{4}/;

/** A fact ends with its sentence, without a view. */
const FALL = /^About Apple \(AAPL\), from the question before\.\s+\*\*Apple's maximum drawdown is −\d+\.\d%/;

/** The six cases, of which each client passes each. */
export const CASES: readonly Case[] = [
  {
    name: "question",
    sentence: "a question is answered with a text and an end, in one request, with no tool call left to the client",
    questions: [QUESTION],
    run: async (client, connection) => ({ shown: await client.ask(connection, QUESTION) }),
    judge: (outcome) => isAnalysis(shownOf(outcome)),
  },
  {
    name: "stream",
    sentence: "a stream gives the text in pieces, the same text at its end, and no tool call for the client",
    questions: [QUESTION],
    run: async (client, connection) => ({ shown: await client.stream(connection, QUESTION) }),
    judge: (outcome) => {
      const { pieces, ...shown } = shownOf(outcome);
      isAnalysis(shown);
      ok(pieces > 1, `the text came in ${pieces} piece`);
    },
  },
  {
    name: "second question",
    sentence: "a second question that names nobody is answered about the company of the first",
    questions: [QUESTION, SECOND],
    run: async (client, connection) => ({ shown: await client.followUp(connection, [QUESTION, SECOND]) }),
    judge: (outcome) => {
      const shown = shownOf(outcome);
      isEnded(shown);
      match(shown.text, FALL);
    },
  },
  {
    name: "file",
    sentence: "the first file that an answer names is downloaded whole, and is a chart",
    questions: [QUESTION],
    run: async (client, connection) => ({ downloaded: await client.download(connection, QUESTION) }),
    judge: (outcome) => {
      const { bytes, expectedBytes, signature } = downloadedOf(outcome);
      equal(signature, PNG_SIGNATURE);
      equal(bytes, expectedBytes);
    },
  },
  {
    name: "bad key",
    sentence: "a wrong key is the client's own error with status 401, and not repeated in its message",
    questions: [QUESTION],
    run: async (client, connection) => ({ shown: await client.ask({ ...connection, apiKey: WRONG_KEY }, QUESTION) }),
    judge: (outcome) => {
      const { kind, status, message } = failureIn(outcome);
      equal(status, 401);
      match(kind, /AuthenticationError$|^APICallError$/);
      ok(!message.includes(WRONG_KEY), message);
    },
  },
  {
    name: "unknown company",
    sentence: "an unknown company is an answer that says so, not an error and not a tool call",
    questions: [UNKNOWN],
    run: async (client, connection) => ({ shown: await client.ask(connection, UNKNOWN) }),
    judge: (outcome) => {
      const shown = shownOf(outcome);
      isEnded(shown);
      match(shown.text, /ZZZQ/);
      ok(shown.text.length < ANALYSIS_CHARS, shown.text);
    },
  },
];

/** What came of a case with a client of npm. */
export async function outcomeOf(client: Client, connection: Connection, { run }: Case): Promise<Outcome> {
  try {
    return await run(client, connection);
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

function isAnalysis(shown: Omit<Shown, "pieces">): void {
  isEnded(shown);
  match(shown.text.slice(0, LEAD_CHARS), /AAPL/);
  match(shown.text, VIEW);
  ok(shown.text.length >= ANALYSIS_CHARS, shown.text);
}

function isEnded({ text, finalText, finish, turns, ownCalls, warnings }: Omit<Shown, "pieces">): void {
  equal(text, finalText);
  ok(ENDED.includes(finish), `it ended with "${finish}"`);
  equal(turns, 1);
  equal(ownCalls, 0);
  equal(warnings.join("\n"), "");
}

function shownOf({ shown, failure }: Outcome): Shown {
  if (shown === undefined) throw new Error(`The client failed: ${JSON.stringify(failure)}`);
  return shown;
}

function downloadedOf({ downloaded, failure }: Outcome): Downloaded {
  if (downloaded === undefined) throw new Error(`The client failed: ${JSON.stringify(failure)}`);
  return downloaded;
}

function failureIn({ failure, shown }: Outcome): Failure {
  if (failure === undefined) throw new Error(`The client did not fail: ${JSON.stringify(shown)}`);
  return failure;
}
