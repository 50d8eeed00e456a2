import { deepEqual, equal, match } from "../assert.ts";
import { runsOf } from "../sweeps.ts";
import fc from "fast-check";
import { type FailureKind, readFailure } from "../../src/batch/send/failure.ts";
import { judge, type JudgeOptions, type Verdict } from "../../src/batch/send/verdict.ts";
import { AbortedError, ConnectionError, HttpError, ProtocolError, TapeError, TimeoutError } from "conviction";
import type { HttpErrorReply } from "../../src/client/errors.ts";

/** The error of our client for a status. */
const answered = (status: number, reply: Partial<HttpErrorReply> = {}) =>
  new HttpError("get thesis", { status, body: "{}", requestId: undefined, ...reply });

/** Errors by cause; all but the last two are those of our client. */
const THROWN = {
  "a 429": answered(429),
  "a 429 that forbids a retry": answered(429, { shouldRetry: false }),
  "a 503 with Retry-After": answered(503, { retryAfterMs: 1000 }),
  "a bare 503": answered(503),
  "a 503 that allows a retry": answered(503, { shouldRetry: true }),
  "a 500": answered(500),
  "a 500 that forbids a retry": answered(500, { shouldRetry: false }),
  "a 408": answered(408),
  "a 401": answered(401),
  "a 422": answered(422, { error: { message: "no such company", code: "unknown_company" } }),
  "a reply that is not a thesis": new ProtocolError("Cannot read thesis: it is not JSON", { excerpt: "<html>" }),
  "a connection that was never made": new ConnectionError("get thesis", "nobody there", { delivery: "not_sent" }),
  "a connection that broke": new ConnectionError("get thesis", "it broke", { delivery: "maybe_sent" }),
  "no answer in time": new TimeoutError("get thesis", "totalMs", 1000),
  "an abort": new AbortedError("get thesis", { delivery: "maybe_sent" }),
  "an abort before it is sent": new AbortedError("get thesis", { delivery: "not_sent" }),
  "a request that is refused before it is sent": new TapeError("Cannot replay: the tape does not hold it"),
  "an error of another client": new Error("odd"),
  "a value that is not an Error": "odd",
} as const;
type What = keyof typeof THROWN;

const KINDS: Readonly<Record<What, FailureKind>> = {
  "a 429": "refused",
  "a 429 that forbids a retry": "final",
  "a 503 with Retry-After": "refused",
  "a bare 503": "maybe_ran",
  "a 503 that allows a retry": "maybe_ran",
  "a 500": "maybe_ran",
  "a 500 that forbids a retry": "final",
  "a 408": "maybe_ran",
  "a 401": "unauthorized",
  "a 422": "final",
  "a reply that is not a thesis": "final",
  "a connection that was never made": "not_sent",
  "a connection that broke": "maybe_ran",
  "no answer in time": "maybe_ran",
  "an abort": "maybe_ran",
  "an abort before it is sent": "not_sent",
  "a request that is refused before it is sent": "final",
  "an error of another client": "maybe_ran",
  "a value that is not an Error": "maybe_ran",
};
Deno.test("an error shows whether the request may have run, and whether a retry makes sense", () => {
  const kinds = Object.entries(THROWN).map(([what, thrown]) => [what, readFailure(thrown).kind]);
  deepEqual(Object.fromEntries(kinds), KINDS);
});

Deno.test("a failure has status, wait, code and body of our client's error", () => {
  const error = { message: "slow down", code: "rate_limited" };
  const { isAnswered, status, retryAfterMs, error: row } = readFailure(
    answered(429, { error, retryAfterMs: 2000, body: "{...}" }),
  );
  deepEqual({ isAnswered, status, retryAfterMs }, { isAnswered: true, status: 429, retryAfterMs: 2000 });
  const message = "Cannot get thesis: service answered 429: slow down";
  deepEqual(row, { code: "rate_limited", message, body: "{...}" });
  const unread = readFailure(THROWN["a reply that is not a thesis"]);
  deepEqual([unread.isAnswered, unread.error.code, unread.error.body], [true, "protocol", "<html>"]);
  deepEqual(
    (["a bare 503", "no answer in time", "a connection that broke"] as const).map((what) =>
      readFailure(THROWN[what]).error.code
    ),
    ["http_503", "timeout", "connection"],
  );
});

/** A verdict as a word: its state, and when the request is sent again. */
type Word = "failed" | "in_doubt" | "when_open" | "delayed" | "left planned";
const wordOf = ({ state, again }: Verdict): Word =>
  state !== "planned" ? state : again === "no" ? "left planned" : again;

const QUIET: JudgeOptions = {
  strikes: { code: undefined, count: 0 },
  isRepeatable: false,
  mayHaveRun: false,
  isGivenUp: false,
  isServiceDown: false,
  noMore: () => undefined,
};
const WHENS = {
  "": {},
  "with idempotency": { isRepeatable: true },
  "after giving up": { isGivenUp: true },
  "after giving up, with idempotency": { isGivenUp: true, isRepeatable: true },
  "with the service down": { isServiceDown: true },
  "with the service down, with idempotency": { isServiceDown: true, isRepeatable: true },
} as const satisfies Record<string, Partial<JudgeOptions>>;
type When = keyof typeof WHENS;

/** By kind: the verdict in the order of the table above, and whether its end is billed. */
const VERDICTS: readonly { readonly what: What; readonly words: readonly Word[]; readonly billed: boolean }[] = [
  {
    what: "a 429",
    words: ["when_open", "when_open", "left planned", "left planned", "when_open", "when_open"],
    billed: false,
  },
  {
    what: "a 503 with Retry-After",
    words: ["when_open", "when_open", "left planned", "left planned", "when_open", "when_open"],
    billed: false,
  },
  {
    what: "a 401",
    words: ["delayed", "delayed", "left planned", "left planned", "when_open", "when_open"],
    billed: false,
  },
  {
    what: "a connection that was never made",
    words: ["delayed", "delayed", "left planned", "left planned", "when_open", "when_open"],
    billed: false,
  },
  {
    what: "a bare 503",
    words: ["failed", "delayed", "failed", "left planned", "failed", "delayed"],
    billed: true,
  },
  {
    what: "no answer in time",
    words: ["in_doubt", "delayed", "in_doubt", "left planned", "in_doubt", "delayed"],
    billed: true,
  },
  { what: "a 422", words: ["failed", "failed", "failed", "failed", "failed", "failed"], billed: true },
  {
    what: "a request that is refused before it is sent",
    words: ["failed", "failed", "failed", "failed", "failed", "failed"],
    billed: false,
  },
];
for (const { what, words, billed } of VERDICTS) {
  for (const [at, when] of (Object.keys(WHENS) as When[]).entries()) {
    Deno.test(`${what} ${when} means ${words[at]}`.replace("  ", " "), () => {
      const verdict = judge(readFailure(THROWN[what]), { ...QUIET, ...WHENS[when] });
      equal(wordOf(verdict), words[at]);
      equal(verdict.isBillable, verdict.state !== "planned" && billed, "whether it is billed");
    });
  }
}

for (const what of ["a bare 503", "no answer in time", "a connection that was never made"] as const) {
  Deno.test(`${what} for the third time in a row ends the request, and the message says so`, () => {
    const failure = readFailure(THROWN[what]);
    const { code, message } = failure.error;
    const after = (count: number) => judge(failure, { ...QUIET, isRepeatable: true, strikes: { code, count } });
    deepEqual([0, 1].map((count) => [wordOf(after(count)), after(count).strikes]), [["delayed", 1], ["delayed", 2]]);
    equal(wordOf(after(2)), what === "no answer in time" ? "in_doubt" : "failed");
    equal(after(2).error.message, `${message}; not sent again: it failed 3 times in a row in the same way`);
    equal(wordOf(judge(failure, { ...QUIET, isRepeatable: true, strikes: { code: "other", count: 2 } })), "delayed");
  });
}

Deno.test("when no retry is allowed, the verdict says why; that is asked only where it matters", () => {
  let asked = 0;
  const noMore = () => `budget ${++asked}`;
  const options = { ...QUIET, isRepeatable: true, noMore };
  match(judge(readFailure(THROWN["a 500"]), options).error.message, /; not sent again: budget 1$/);
  const strikes = { code: "http_500", count: 2 };
  judge(readFailure(THROWN["a 500"]), { ...options, strikes });
  for (const what of ["a 429", "a 422"] as const) judge(readFailure(THROWN[what]), options);
  judge(readFailure(THROWN["a connection that was never made"]), { ...options, isServiceDown: true });
  equal(asked, 1);
});

const DOUBTS: readonly { readonly what: What; readonly word: Word; readonly billed: boolean }[] = [
  { what: "a 422", word: "failed", billed: true },
  { what: "a bare 503", word: "in_doubt", billed: true },
  { what: "a 401", word: "in_doubt", billed: true },
  { what: "a connection that was never made", word: "in_doubt", billed: true },
  { what: "a request that is refused before it is sent", word: "in_doubt", billed: true },
];
for (const { what, word, billed } of DOUBTS) {
  Deno.test(`a request that may have run before ends ${word} after ${what}`, () => {
    const verdict = judge(readFailure(THROWN[what]), { ...QUIET, mayHaveRun: true, noMore: () => "it is enough" });
    deepEqual([wordOf(verdict), verdict.isBillable], [word, billed]);
  });
}

Deno.test("a request that may have run is sent again only with idempotency, and otherwise stays in doubt", () => {
  const arbitrary = fc.record({
    what: fc.constantFrom(...Object.keys(THROWN) as What[]),
    isRepeatable: fc.boolean(),
    mayHaveRun: fc.boolean(),
    isGivenUp: fc.boolean(),
    isServiceDown: fc.boolean(),
    strikes: fc.record({ code: fc.constantFrom(undefined, "http_500", "connection"), count: fc.nat(3) }),
    isEnough: fc.boolean(),
  });
  fc.assert(
    fc.property(arbitrary, ({ what, isEnough, ...options }) => {
      const failure = readFailure(THROWN[what]);
      const verdict = judge(failure, { ...options, noMore: () => isEnough ? "it is enough" : undefined });
      const isUnknown = failure.kind === "maybe_ran" && !failure.isAnswered;
      if (failure.kind === "maybe_ran" && !options.isRepeatable) equal(verdict.again, "no");
      if (options.isGivenUp) equal(verdict.again, "no");
      if (verdict.state === "planned") equal(verdict.mayHaveRun, options.mayHaveRun || isUnknown);
      if (verdict.state === "failed" && failure.kind !== "final") equal(options.mayHaveRun || isUnknown, false);
      if (verdict.state === "in_doubt") equal(verdict.isBillable, true);
    }),
    runsOf("batch/verdict", 2_000),
  );
});
