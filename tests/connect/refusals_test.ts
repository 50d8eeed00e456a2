import { deepEqual, equal, match, ok } from "../assert.ts";
import type { FetchedFile, SourceFile } from "../../src/connect/source.ts";
import { HOST, madeFile, sourceOf, testFetch } from "./fetch_here.ts";

const KEY = "sk-made-0123456789";

/** What a network does once it changed its mind; before, it sends `{"first":1}`. */
interface Row {
  readonly when: string;
  readonly reply: () => Response | Promise<Response>;
  readonly file?: Partial<SourceFile>;
  readonly says: RegExp;
  /** Requests of the second fetch. Default: 1. */
  readonly requests?: number;
  /** Whether the source ends with it. Default: no. */
  readonly ends?: true;
}

const page = (text = "<!DOCTYPE html>\n<html><head><title>Sign in</title></head></html>") => new Response(text);
const redirect = (location: string, status = 302) => new Response(null, { status, headers: { location } });

function broken(after: string): Response {
  const stream = new ReadableStream({
    pull(controller) {
      if (after === "") controller.error(new TypeError("error reading a body from connection"));
      else controller.enqueue(new TextEncoder().encode(after));
      after = "";
    },
  });
  return new Response(stream, { headers: { "content-length": "99" } });
}

function zeros(megabytes: number): Response {
  let left = megabytes;
  return new Response(
    new ReadableStream({
      pull(controller) {
        if (left-- > 0) controller.enqueue(new Uint8Array(1024 * 1024).fill(123));
        else controller.close();
      },
    }),
  );
}

const ROWS: readonly Row[] = [
  { when: "a page of HTML comes with status 200", reply: () => page(), says: /^a page of HTML came: "Sign in"$/ },
  {
    when: "a page comes that begins as XML",
    reply: () => page('\ufeff<?xml version="1.0"?>\n<!-- x -->\n<html xmlns="x">'),
    file: { problemOf: () => undefined },
    says: /^a page of HTML came$/,
  },
  { when: "nothing comes with status 200", reply: () => new Response(""), says: /^it sent nothing$/ },
  {
    when: "it is not what was asked for",
    reply: () => new Response("[]"),
    says: /^it does not begin with a brace$/,
  },
  {
    when: "it is shorter than its head says",
    reply: () => new Response('{"sec', { headers: { "content-length": "12" } }),
    says: /^it has 5 bytes, but its head announced 12 \(5 times\)$/,
    requests: 5,
  },
  {
    when: "its digest is another than its head says",
    reply: () => new Response('{"second":2}', { headers: { "content-md5": "AAAAAAAAAAAAAAAAAAAAAA==" } }),
    says: /^its MD5 is not the one that its head says \(5 times\)$/,
    requests: 5,
  },
  { when: "the connection breaks in the body", reply: () => broken('{"sec'), says: /\(5 times\)$/, requests: 5 },
  {
    when: "nothing listens",
    reply: () => Promise.reject(new TypeError("error sending request: client error (Connect): Connection refused")),
    says: /^source\.example cannot be reached: nothing listens at its address \(5 times\)$/,
    requests: 5,
  },
  {
    when: "its certificate is for another name, which no attempt changes",
    reply: () =>
      Promise.reject(new TypeError("client error (Connect): invalid peer certificate: certificate not valid for name")),
    says: /certificate is for another name$/,
  },
  {
    when: "it unpacks to more than the limit",
    reply: () => zeros(3),
    file: { maxBytes: 2_000_000 },
    says: /larger than 2000000 bytes$/,
  },
  { when: "it is not there", reply: () => new Response("gone", { status: 404 }), says: /^it answers 404: gone$/ },
  {
    when: "the request is wrong",
    reply: () => new Response('{"e":1}', { status: 400 }),
    says: /^it answers 400: \{"e":1\}$/,
  },
  {
    when: "it fails",
    reply: () => new Response("", { status: 500 }),
    says: /^it answers 500 \(5 times\)$/,
    requests: 5,
  },
  {
    when: "it says that nothing changed, unasked",
    reply: () => new Response(null, { status: 304 }),
    says: /^it answers 304, which/,
  },
  {
    when: "it redirects to another host",
    reply: () => redirect("https://other.example/x"),
    says: /redirects to other\.example, which is not a host/,
  },
  { when: "it redirects to http", reply: () => redirect(`http://${HOST}/x`), says: /redirects to a http: address$/ },
  { when: "it redirects in a circle", reply: () => redirect("/one.json"), says: /redirects in a circle$/, requests: 6 },
  { when: "it redirects to nowhere", reply: () => redirect(""), says: /does not say where to$/ },
  { when: "it holds the key", reply: () => new Response(`{"next":"?token=${KEY}"}`), says: /holds the key/ },
  {
    when: "the key is refused",
    reply: () => new Response("bad token", { status: 401 }),
    says: /^it answers 401: bad token: it refuses the key$/,
    ends: true,
  },
  {
    when: "it is forbidden",
    reply: () => new Response("", { status: 403 }),
    says: /^it answers 403; no requests until 1 Mar 2024, \d\d:\d\d UTC$/,
    ends: true,
  },
  {
    when: "it asks to wait for an hour",
    reply: () => new Response("slow down", { status: 429, headers: { "retry-after": "3600" } }),
    says: /^it answers 429: slow down; no requests until/,
    ends: true,
  },
  {
    when: "its limit of the day is used up, as its text says",
    reply: () => new Response(`{"note":"25 a day for ${KEY}"}`),
    file: { problemOf: (body) => ({ text: new TextDecoder().decode(body), pauseMs: 3_600_000 }) },
    says: /^\{"note":"25 a day for \[redacted\]"\}; no requests until/,
    ends: true,
  },
  {
    when: "a status means something of its own",
    reply: () => new Response("not in your plan", { status: 403 }),
    file: { problemOfStatus: (status, body) => `${status}: ${new TextDecoder().decode(body)}` },
    says: /^403: not in your plan$/,
  },
];

for (const { when, reply, file = {}, says, requests = 1, ends } of ROWS) {
  Deno.test(`the file that was there stays when ${when}`, async () => {
    let answer = () => Promise.resolve(new Response('{"first":1}'));
    const fetching = testFetch(() => answer());
    const problemOf = file.problemOf === undefined ? {} : { problemOf: () => undefined };
    await fetching.run(sourceOf(() => madeFile(problemOf)));
    answer = () => Promise.resolve(reply());
    const got: FetchedFile[] = [];
    const report = await fetching.run(sourceOf(() => madeFile(file), { got }), { secrets: [KEY] });
    const [source] = report.sources;
    match((ends === undefined ? source?.refusals[0]?.problem : source?.ended) ?? "", says);
    equal(fetching.asked.length, 1 + requests);
    equal(await Deno.readTextFile(`${fetching.folder}/made/one.json`), '{"first":1}');
    if (ends === undefined) {
      deepEqual(got.map(({ state, body }) => [state, new TextDecoder().decode(body)]), [["refused", '{"first":1}']]);
    }
    ok(!JSON.stringify(report).includes(KEY));
    ok(!(await Deno.readTextFile(`${fetching.folder}/.conviction/fetch.jsonl`)).includes(KEY));
  });
}

for (
  const [limit, says] of [["headersMs", "no reply came"], ["silenceMs", "nothing more came"], [
    "totalMs",
    "it was not finished",
  ]] as const
) {
  Deno.test(`a reply that does not come to its end is refused by ${limit}, after all its attempts`, async () => {
    const { FETCH_LIMITS } = await import("../../src/connect/fetch_limits.ts");
    const stalled = () =>
      new Response(new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array([123])) }));
    const fetching = testFetch(() => limit === "headersMs" ? new Promise(() => {}) : stalled());
    const limits = { ...FETCH_LIMITS, [limit]: 5_000 }; // the clock of this test lets only short waits pass
    const report = await fetching.run(sourceOf(() => madeFile()), { limits });
    match(report.sources[0]?.refusals[0]?.problem ?? "", new RegExp(`^${says} within 5 s \\(5 times\\)$`));
    equal(fetching.asked.length, 5);
  });
}

Deno.test("a file whose end nothing marks is kept, with a note", async () => {
  const marked = testFetch(() => new Response("{}", { headers: { "content-length": "2" } }));
  const unmarked = testFetch(() => new Response("{}"));
  const notes = [marked, unmarked].map(async (fetching) =>
    (await fetching.run(sourceOf(() => madeFile()))).sources[0]?.notes
  );
  deepEqual(await Promise.all(notes), [[], [{
    what: `https://${HOST}/one.json`,
    remark: "it came without its length: it may not be whole",
    times: 1,
  }]]);
});

Deno.test("a page is kept where it is what was asked for", async () => {
  const fetching = testFetch(() => page());
  const report = await fetching.run(
    sourceOf(() =>
      madeFile({ url: `https://${HOST}/report.htm`, path: "made/report.htm", problemOf: () => undefined })
    ),
  );
  equal(report.sources[0]?.files.new, 1);
});

Deno.test("a source that fails five requests in a row is left, and one that has nothing of a company is not", async () => {
  const failing = testFetch(() => page());
  const fileOf = (ticker: string) => madeFile({ url: `https://${HOST}/${ticker}`, path: `made/${ticker}.json` });
  const { sources: [left] } = await failing.run(sourceOf(fileOf), { companies: 20 });
  match(left?.ended ?? "", /^a page of HTML came: "Sign in", and so for 5 requests in a row$/);
  deepEqual([left?.companiesDone, failing.asked.length], [4, 5]);
  const lacking = testFetch(() => new Response("", { status: 404 }));
  const { sources: [kept] } = await lacking.run(sourceOf(fileOf), { companies: 20 });
  deepEqual([kept?.ended, kept?.companiesDone, kept?.files.refused], [undefined, 20, 20]);
});

Deno.test("what a source says it does not have is no failure, is not asked for again in its session, and is refused once it was there", async () => {
  const fetching = testFetch(() => new Response("", { status: 404 }));
  const source = sourceOf(() => madeFile({ freshness: "session", absence: "it reports nothing in XBRL" }));
  const first = await fetching.run(source);
  deepEqual([first.sources[0]?.files.absent, first.sources[0]?.files.refused], [1, 0]);
  equal(first.sources[0]?.notes[0]?.remark, "it reports nothing in XBRL");
  await fetching.run(source);
  equal(fetching.asked.length, 1);
  await Deno.mkdir(`${fetching.folder}/made`);
  await Deno.writeTextFile(`${fetching.folder}/made/one.json`, "{}");
  const third = await fetching.run(source);
  deepEqual([third.sources[0]?.files.refused, fetching.asked.length], [1, 2]);
});
