import { deepEqual, equal } from "../assert.ts";
import type { StopAhead, StopReason } from "../../src/run/progress.ts";
import { stopAheadWords, stopWords } from "../../src/view/stop_words.ts";

const EVENING = new Date(2026, 10, 21, 22, 5);

const STOPS: readonly { readonly stop: StopReason; readonly says: string }[] = [
  {
    stop: { code: "max_requests", requests: 7, limit: 7 },
    says: "--max-requests 7 reached; raise it to resume",
  },
  {
    stop: { code: "max_cost", requests: 3, price: 0.1, limit: 0.35 },
    says: "3 requests at 0.1 cost 0.3, and one more would pass --max-cost 0.35; raise it to resume",
  },
  {
    stop: { code: "max_cost", requests: 1, price: 2, limit: 3 },
    says: "1 request at 2 cost 2, and one more would pass --max-cost 3; raise it to resume",
  },
  {
    stop: { code: "max_failures", failed: 2, requests: 3, limit: { count: 1 } },
    says: "2 of 3 requests failed, more than --max-failures 1; see failures.csv, then run the same command to resume",
  },
  {
    stop: { code: "max_failures", failed: 2, requests: 20, limit: { share: 0.07 } },
    says: "2 of 20 requests failed, more than --max-failures 7%; see failures.csv, then run the same command to resume",
  },
  { stop: { code: "until", until: EVENING }, says: "it is 22:05 (--until); run the same command to resume" },
  {
    stop: { code: "unreadable", error: "Cannot read thesis: the body is not JSON" },
    says: "the service answers, but no reply is a thesis: Cannot read thesis: the body is not JSON; " +
      '"conviction probe" shows what it sends, and --read-again reads the kept replies again, ' +
      "with another --result-at, and sends none of them twice",
  },
  {
    stop: { code: "stalled", minutes: 30 },
    says: "nothing has come back for 30 minutes; run the same command to resume",
  },
  {
    stop: { code: "refused", minutes: 90, error: "Cannot get thesis: service answered 429" },
    says: "the service asks to retry in 90 minutes (Cannot get thesis: service answered 429); " +
      "run the same command then",
  },
  {
    stop: { code: "breaker", error: "the service refuses every request" },
    says: "the service refuses every request; fix that, then run the same command to resume",
  },
];
for (const { stop, says } of STOPS) {
  Deno.test(`a run stopped by ${JSON.stringify(stop)} prints the reason, the flag and what to do`, () => {
    equal(stopWords(stop), says);
  });
}

Deno.test("a dry run names the flags that would stop the run, and when", () => {
  const stops: readonly StopAhead[] = [
    { code: "max_requests", limit: 5, after: 2 },
    { code: "max_cost", limit: 4, after: 1 },
    { code: "max_cost", limit: 4, after: 2, isLeast: true },
    { code: "until", until: EVENING },
  ];
  deepEqual(stops.map(stopAheadWords), [
    "--max-requests 5, after 2 requests",
    "--max-cost 4, after 1 request",
    "--max-cost 4, after 2 requests or later",
    "--until, at 22:05",
  ]);
});
