/** Data on demand: what is asked of whom before anything is sent, in each way in which a person may say yes or no. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { existsSync } from "node:fs";
import { askCommand } from "../../src/commands/ask_command.ts";
import { connectTo } from "../../src/commands/connect_to.ts";
import { fetchCommand } from "../../src/commands/fetch_command.ts";
import { nightlyCommand } from "../../src/commands/nightly_command.ts";
import { screenCommand } from "../../src/commands/screen_command.ts";
import { readTextFile } from "../../src/commands/text_file.ts";
import { settingsCommand } from "../../src/commands/settings_command.ts";
import { verifyCommand } from "../../src/commands/verify_command.ts";
import { readVerifier } from "../../src/setup/read_verifier.ts";
import { lockFolder } from "../../src/disk/folder_lock.ts";
import { openFilers } from "../../src/data/names/filers.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { CONTACT, factsOf, listOf, type MadeFiler, published, TICKERS } from "../connect/made_edgar.ts";
import { testHost } from "./captured.ts";

const PLTR: MadeFiler = {
  cik: 1321655,
  tickers: ["PLTR"],
  name: "Palantir Technologies Inc.",
  filings: [
    { accession: "0001321655-26-000002", form: "4", filed: "2026-11-03", document: "xslF345X05/form4.xml" },
    { accession: "0000000001-20-000001", form: "10-K", filed: "2020-02-14", document: "r.htm", isXBRL: 1 },
  ],
  facts: [{}, { start: "2018-01-01", end: "2018-12-31", value: 800 }],
};
const REPLIES = published([PLTR]);
const FIGURE = "What was Palantir's revenue in 2019?";
const LIST = "ticker\nAAPL\nPLTR\nZZZZZ\n";
const SETTINGS = ".config/conviction/settings.json";

/** A person's machine: a home folder that later commands find again. */
function machine({ env = {}, replies = REPLIES }: { env?: Record<string, string>; replies?: typeof REPLIES } = {}) {
  const home = Deno.makeTempDirSync();
  const sent: string[] = [];
  const prompts: string[] = [];
  const host = (says?: readonly string[]) => {
    const answers = [...says ?? []];
    return testHost({
      folder: home,
      clock: systemClock,
      env: (name) => ({ HOME: home, ...env })[name],
      readText: readTextFile,
      connect: (settings) => Promise.resolve(connectTo(settings)),
      askPerson: says && ((question) => {
        prompts.push(question);
        return Promise.resolve(answers.shift() ?? "");
      }),
      fetch: (url) => {
        sent.push(url);
        const reply = replies.get(url);
        return Promise.resolve(new Response(reply?.body ?? "<Code>NoSuchKey</Code>", { status: reply ? 200 : 404 }));
      },
    });
  };
  return {
    ...{ home, sent, prompts },
    /** Asks; `says` is what a person types; without it there is no terminal. */
    async ask(args: readonly string[], says?: readonly string[]) {
      const own = host(says);
      const code = await askCommand(args, own);
      return { code, out: own.out.text, err: own.err.text };
    },
    /** Screens a list, or does its night. */
    async list(name: "screen" | "nightly", args: readonly string[], rows = LIST) {
      await Deno.writeTextFile(`${home}/list.csv`, rows);
      const own = host(["y"]); // nobody is asked
      const code = await { screen: screenCommand, nightly: nightlyCommand }[name](["list.csv", ...args], own);
      return { code, out: own.out.text, err: own.err.text };
    },
    async fetch(args: readonly string[]) {
      const own = host();
      return { code: await fetchCommand(args, own), out: own.out.text, err: own.err.text };
    },
    async verify(text: string, args: readonly string[] = []) {
      const own = { ...host(), readInput: () => Promise.resolve(text), openVerifier: readVerifier };
      return { code: await verifyCommand(["-", ...args], own), out: own.out.text };
    },
    async settings(...args: readonly string[]) {
      const own = host();
      return { code: await settingsCommand(args, own), out: own.out.text };
    },
    keep(settings: object) {
      Deno.mkdirSync(`${home}/.config/conviction`, { recursive: true });
      Deno.writeTextFileSync(`${home}/${SETTINGS}`, JSON.stringify(settings));
    },
    kept: () => JSON.parse(readTextFile(`${home}/${SETTINGS}`) ?? "{}"),
  };
}

interface Row {
  readonly where: string;
  readonly args?: readonly string[];
  /** What a person types; none: no terminal. */
  readonly says?: readonly string[];
  readonly env?: Record<string, string>;
  readonly kept?: object;
  /** Whether something is sent, and the answer comes; else the refusal ends like this. */
  readonly then: true | RegExp;
  /** What is kept afterwards, where that changes. */
  readonly keeps?: object;
  readonly prompts?: number;
}

const WHO = { CONVICTION_CONTACT: CONTACT };
const FETCH = /deno task -q ask 'What was Palantir'\\''s revenue in 2019\?'( --json)? --fetch\n$/;
const NAMED = new RegExp(`: CONVICTION_CONTACT="Jane Doe jane@example.com" ${FETCH.source}`);
const ROWS: readonly Row[] = [
  { where: "a terminal, Enter", says: [""], env: WHO, then: FETCH, prompts: 1 },
  { where: "a terminal, n", says: ["n"], env: WHO, then: FETCH, prompts: 1 },
  { where: "a terminal, what is neither", says: ["maybe"], env: WHO, then: FETCH, prompts: 1 },
  { where: "a terminal, y", says: ["y"], env: WHO, then: true, keeps: {}, prompts: 1 },
  { where: "a terminal, always", says: [" Always \n"], env: WHO, then: true, keeps: { fetch: "always" }, prompts: 1 },
  { where: "a terminal, y and a contact", says: ["y", CONTACT], then: true, keeps: { contact: CONTACT }, prompts: 2 },
  { where: "a terminal, y and no contact", says: ["y", ""], then: NAMED, prompts: 2 },
  {
    where: "a terminal, y and no e-mail address",
    says: ["y", "Jane", "Jane Doe jane@example.com", CONTACT],
    then: true,
    keeps: { contact: CONTACT },
    prompts: 4,
  },
  { where: "a terminal, --fetch", args: ["--fetch"], says: [], env: WHO, then: true, prompts: 0 },
  { where: "a terminal, --no-fetch", args: ["--no-fetch"], says: ["y"], env: WHO, then: FETCH, prompts: 0 },
  { where: "a terminal in CI", says: ["y"], env: { ...WHO, CI: "true" }, then: FETCH, prompts: 0 },
  { where: "a terminal, --json", args: ["--json"], says: ["y"], env: WHO, then: FETCH, prompts: 0 },
  { where: "no terminal", env: WHO, then: FETCH },
  { where: "no terminal, --fetch", args: ["--fetch"], env: WHO, then: true },
  { where: "no terminal, always kept", env: WHO, kept: { fetch: "always" }, then: true },
  { where: "no terminal, always and a contact kept", kept: { fetch: "always", contact: CONTACT }, then: true },
  { where: "no terminal, --fetch, no contact", args: ["--fetch"], then: NAMED },
  { where: "no terminal, --no-fetch", args: ["--no-fetch"], env: WHO, then: FETCH },
  { where: "--no-fetch, always kept", args: ["--no-fetch"], env: WHO, kept: { fetch: "always" }, then: FETCH },
  {
    where: "--fetch, never kept",
    args: ["--fetch"],
    env: WHO,
    kept: { fetch: "never" },
    then: /settings --fetch ask\n$/,
  },
  {
    where: "a terminal, never kept",
    says: ["y"],
    env: WHO,
    kept: { fetch: "never" },
    then: /--fetch ask\n$/,
    prompts: 0,
  },
  { where: "--fetch and --no-fetch", args: ["--fetch", "--no-fetch"], env: WHO, then: /--fetch with --no-fetch/ },
  {
    where: "--fetch with a folder",
    args: ["--fetch", "--data", "d"],
    env: WHO,
    then: /--fetch with data or a service/,
  },
  {
    where: "the sample as a folder",
    args: ["--data", "sample"],
    env: WHO,
    then: /--data sample: say --sample/,
  },
  { where: "no home folder", args: ["--fetch"], env: { ...WHO, HOME: "" }, then: /set HOME, or name a folder/ },
  {
    where: "settings that are none",
    args: ["--fetch"],
    env: WHO,
    kept: { fetch: "sometimes" },
    then: /Cannot use .*json: it/,
  },
];

for (const { where, args = [], says, env = {}, kept, then, keeps, prompts } of ROWS) {
  Deno.test(`consent, ${where}: ${then === true ? "the filings are fetched" : "nothing is sent"}`, async () => {
    const own = machine({ env });
    if (kept !== undefined) own.keep(kept);
    const { code, out, err } = await own.ask([FIGURE, ...args], says);
    if (then === true) {
      deepEqual([code, own.sent], [0, [listOf(PLTR.cik), factsOf(PLTR.cik)]], err);
      match(out, /revenue in the year to 31 Dec 2019 was \$1,000/);
      match(out, /Fetched just now; the question does not leave this machine\./);
    } else {
      deepEqual([code, own.sent, out], [2, [], ""]);
      match(err, then);
      equal(err.trimEnd().split("\n").filter((line) => line.startsWith("error: ")).length, prompts === 1 ? 0 : 1);
    }
    if (prompts !== undefined) equal(own.prompts.length, prompts);
    if (prompts === 1) {
      match(
        err,
        /Palantir Technologies Inc. \(PLTR, CIK 1321655\): not on this machine yet.*\nabout 4 requests, 0\.3 MB/,
      );
    }
    if (keeps === undefined) return;
    deepEqual(own.kept(), keeps);
    if (Object.keys(keeps).length > 0) equal(((await Deno.stat(`${own.home}/${SETTINGS}`)).mode ?? 0) & 0o777, 0o600);
  });
}

Deno.test("a second question sends nothing; forms of insiders are asked for when a question is about them", async () => {
  const own = machine({ env: WHO });
  await own.ask([FIGURE, "--fetch"]);
  for (const args of [[FIGURE], [FIGURE, "--fetch"], [FIGURE, "--no-fetch"]]) {
    const { code, out } = await own.ask(args);
    deepEqual([code, own.sent.splice(0).length], [0, args.length === 1 ? 2 : 0]);
    match(out, /was \$1,000/);
  }
  const before = await own.ask(["Did insiders of PLTR buy?"]);
  match(
    before.out,
    /Without insiders' forms of Palantir Technologies Inc. \(PLTR\): deno task -q ask 'Did insiders of PLTR buy\?' --fetch/,
  );
  const after = await own.ask(["Did insiders of PLTR buy?", "--fetch"]);
  deepEqual(own.sent.splice(0).map((url) => url.split("/").at(-1)), ["form4.xml"]);
  match(after.out, /As of .*insider trades for 1 name|insider trades for 1 name/);
  await own.ask(["Analyse PLTR", "--fetch"]);
  deepEqual(own.sent, []);
  match((await own.ask(["Which name in the sample is the riskiest?"])).out, /^Sample: /);
});

Deno.test("the table of filers names a company before anything is sent, and never stands in for a request", async () => {
  const own = machine({ env: WHO });
  const { code, err } = await own.ask(["Analyse Palantier", "--fetch"]);
  deepEqual([code, own.sent], [2, []]);
  match(
    err,
    /"Palantier"; nearest: Palantir Technologies Inc. \(PLTR\); to ask for the first: deno task -q ask 'Analyse PLTR'\n$/,
  );
  const filers = await openFilers();
  ok(filers.length > 10_000 && new Set(filers.map(({ ticker }) => ticker)).size === filers.length);
  deepEqual(filers.find(({ ticker }) => ticker === "BRK.B"), {
    ...{ ticker: "BRK.B", cik: "0001067983", name: "BERKSHIRE HATHAWAY INC" },
  });
  await own.ask(["Analyse PLTR", "--fetch"]);
  ok(!own.sent.includes(TICKERS));
});

Deno.test("a name of the sample is answered from it, which the first line says, until filings are there", async () => {
  const own = machine({ env: WHO });
  for (const args of [["Analyse AAPL"], ["Analyse AAPL", "--no-fetch"]]) {
    const { code, out } = await own.ask(args);
    deepEqual([code, own.sent, own.prompts], [0, [], []]);
    match(
      out,
      /^Sample: real prices of 2024 and 2025, not today's market\..*\nFilings of today: .* 'Analyse AAPL' --fetch\n/,
    );
  }
  match((await own.ask(["Analyse AAPL", "--sample"])).out, /^\*\*Apple/);
  const unlisted = await own.list("screen", [], "ticker\nPLTR\n");
  deepEqual([unlisted.code, unlisted.out, existsSync(`${own.home}/runs`)], [2, "", false]);
  match(unlisted.err, /^error: 1 of 1 filer of the list is not on this machine; to fetch .*list\.csv --fetch\n$/);
  const missing = await own.ask(["Compare AAPL and PLTR"]);
  deepEqual([missing.code, own.sent], [2, []]);
  match(missing.err, /Apple Inc\. \(AAPL\), Palantir Technologies Inc. \(PLTR\): not on this machine/);
});

for (
  const [what, replies, then] of [
    ["is not there is refused without another try", new Map(), /sec\.gov does not have what it filed/],
    [
      "is not whole is refused with the command that tries again",
      new Map([[listOf(PLTR.cik), { body: "{" }]]),
      /to try again: .* --fetch/,
    ],
  ] as const
) {
  Deno.test(`what ${what}`, async () => {
    const own = machine({ env: WHO, replies });
    const { code, out, err } = await own.ask([FIGURE, "--fetch"]);
    deepEqual([code, out], [2, ""]);
    match(
      err,
      new RegExp(
        `CIK0001321655\\.json: it .*\nerror: Not fetched: Palantir Technologies Inc. \\(PLTR\\); ${then.source}\n$`,
      ),
    );
  });
}

const UNLISTED = new Map([...REPLIES].filter(([url]) => url !== TICKERS));
const PASTED: readonly (readonly [what: string, args: readonly string[], env: object, status: number, says: RegExp])[] =
  [
    ["without a word on where", ["PLTR"], WHO, 0, /^Into .*data\.\nFilings only: for prices set .*\nedgar: 3 new/],
    ["from a mirror without a table of tickers", ["PLTR", "--from", "edgar"], WHO, 1, /tickers\.json: it answers 404/],
    ["with nobody named", ["PLTR"], {}, 2, /: CONVICTION_CONTACT="Jane .*" deno task -q conviction data fetch PLTR\n$/],
    ["of nothing", [], WHO, 2, /name tickers, like data fetch NVDA, or a list/],
  ];
for (const [what, args, env, status, says] of PASTED) {
  Deno.test(`data fetch ${what}: ${status < 2 ? "the next question finds what came" : "nothing is sent"}`, async () => {
    const own = machine({ env: { ...env }, replies: UNLISTED });
    const { code, out, err } = await own.fetch(args);
    equal(code, status);
    match(status < 2 ? out : err, says);
    equal(own.sent.includes(listOf(PLTR.cik)), status < 2);
    if (status < 2) match((await own.ask([FIGURE])).out, /was \$1,000/);
    else deepEqual(own.sent, []);
  });
}

const LEFT_OUT = /; filings after that, up to 4 Nov 2026, are not used\./;
const PRICED:
  readonly (readonly [what: string, prices: string | undefined, args: readonly string[], isSaid: boolean])[] = [
    ["prices that end years before the newest filing", "date,close\n2020-02-20,9\n2020-02-21,10\n", [], true],
    ["the same, as of a day", "date,close\n2020-02-20,9\n2020-02-21,10\n", ["--as-of", "2020-02-20"], false],
    ["prices that end days before it", "date,close\n2026-10-29,9\n2026-10-30,10\n", [], false],
    ["no prices", undefined, [], false],
  ];
for (const [what, prices, args, isSaid] of PRICED) {
  Deno.test(`${what}: the first line ${isSaid ? "says which filings are not used" : "speaks of no filing left out"}`, async () => {
    const own = machine({ env: WHO });
    await own.ask([FIGURE, "--fetch"]);
    const folder = `${own.home}/.cache/conviction/data/prices`;
    if (prices !== undefined) await Deno.mkdir(folder).then(() => Deno.writeTextFile(`${folder}/PLTR.csv`, prices));
    const { code, out } = await own.ask([FIGURE, ...args]);
    deepEqual([code, LEFT_OUT.test(out)], [0, isSaid], out);
    match(out, /was \$1,000/);
    equal(/^No prices: put a CSV into \S+\/conviction\/data\/prices, or /m.test(out), prices === undefined);
  });
}

Deno.test("verify checks a text on what was fetched where it names a company of that, else on the sample, and says so", async () => {
  const own = machine({ env: WHO });
  await own.ask([FIGURE, "--fetch"]);
  const [figure, sample] = ["Palantir's revenue in 2019 was $1,000.\n", "Apple's revenue was $1.\n"];
  match((await own.verify(figure)).out, /^Filings for 1 name.*\n[^]*- unknown \$1,000 \(PLTR\): it is too small/);
  for (const args of [[], ["--data", "sample"]]) match((await own.verify(sample, args)).out, /^Sample: /);
  match(
    (await own.verify(figure, ["--data", "sample"])).out,
    /1 unknown\.\nThe text names no company of the sample\. .* deno task -q conviction data fetch TICKER\n$/,
  );
});

Deno.test("a question waits while another process fetches into the folder", async () => {
  const own = machine({ env: WHO });
  const state = `${own.home}/.cache/conviction/data/.conviction`;
  await Deno.mkdir(state, { recursive: true });
  const lock = lockFolder(state, { name: "fetch.lock" });
  const asked = own.ask([FIGURE, "--fetch"]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  deepEqual(own.sent, []);
  lock.close();
  const { code, err } = await asked;
  deepEqual([code, own.sent.length], [0, 2]);
  match(err, new RegExp(`Waiting for process ${Deno.pid}, which is fetching`));
});

const ADDRESSES: readonly (readonly [string, object, boolean])[] = [
  ["http://127.0.0.1:1/", {}, true],
  ["http://localhost:1", {}, true],
  ["https://mirror.example/sec", { mirror: "https://mirror.example/sec" }, true],
  ["https://mirror.example", {}, false],
  ["https://mirror.example.evil", { mirror: "https://mirror.example" }, false],
  ["https://127.0.0.1.evil.example", {}, false],
  ["file:///etc", {}, false],
];
for (const [url, kept, isTaken] of ADDRESSES) {
  Deno.test(`CONVICTION_EDGAR_URL ${url} is ${isTaken ? "asked" : "refused"} with ${JSON.stringify(kept)}`, async () => {
    const own = machine({ env: { ...WHO, CONVICTION_EDGAR_URL: url } });
    own.keep(kept);
    const { err } = await own.ask([FIGURE, "--fetch"]);
    deepEqual(
      own.sent.map((one) => one.slice(0, -"/submissions/CIK0001321655.json".length)),
      isTaken ? [url.replace(/\/$/, "")] : [],
    );
    if (!isTaken) match(err, /error: Cannot use CONVICTION_EDGAR_URL/);
  });
}

Deno.test("settings shows, changes and forgets what was said once", async () => {
  const own = machine();
  await own.settings("--contact", CONTACT, "--fetch", "never", "--mirror", "https://mirror.example");
  deepEqual(own.kept(), { contact: CONTACT, fetch: "never", mirror: "https://mirror.example" });
  match((await own.settings("--fetch", "ask")).out, /\nfetch +ask\n/);
  deepEqual(own.kept(), { contact: CONTACT, mirror: "https://mirror.example" });
  match(
    (await own.settings()).out,
    new RegExp(`^settings +\\S+json\\ndata +\\S+/conviction/data\\ncontact +${CONTACT}\\n`),
  );
  equal((await own.settings("--contact", "Jane")).code, 2);
  match((await own.settings("--forget")).out, /contact +not named\nfetch +ask\nmirror +none\n/);
  equal(readTextFile(`${own.home}/${SETTINGS}`), undefined);
});

const MISSING =
  /^1 of 2 filers of the list is not on this machine; .* about 40 requests.*: deno task -q (screen|nightly) list\.csv .*--fetch$/m;
const LISTS: readonly (readonly [string, "screen" | "nightly", readonly string[], object, boolean | RegExp])[] = [
  ["a screen counts what is missing, and asks nobody", "screen", ["--dry-run"], {}, MISSING],
  ["a screen with --no-fetch, always kept", "screen", ["--dry-run", "--no-fetch"], { fetch: "always" }, MISSING],
  ["a screen, never kept", "screen", ["--dry-run"], { fetch: "never" }, MISSING],
  ["a screen with --fetch", "screen", ["--quiet", "--fetch"], {}, true],
  ["a screen, always kept", "screen", ["--quiet"], { fetch: "always" }, true],
  ["a screen with --fetch, never kept", "screen", ["--fetch"], { fetch: "never" }, /conviction settings --fetch ask$/m],
  ["a screen with --sample", "screen", ["--dry-run", "--sample"], {}, false],
  ["a night counts what is missing", "nightly", ["--dry-run"], {}, MISSING],
  ["a night with --fetch", "nightly", ["--fetch"], {}, true],
  ["a night with --fetch, never kept", "nightly", ["--fetch", "--dry-run"], { fetch: "never" }, /--fetch ask$/m],
  ["a night with --fetch and a folder", "nightly", ["--fetch", "--data", "d"], {}, /--fetch with data or a service/],
];
for (const [what, name, args, kept, then] of LISTS) {
  Deno.test(`${what}: ${then === true ? "the list is fetched first" : "nothing is sent"}`, async () => {
    const own = machine({ env: WHO });
    own.keep(kept);
    const { out, err } = await own.list(name, args);
    deepEqual(own.prompts, []);
    equal(own.sent.filter((url) => url === listOf(PLTR.cik)).length, then === true ? 1 : 0, err);
    if (typeof then === "object") match(out + err, then);
    if (then === false) ok(!(out + err).includes("not on this machine"));
    const again = own.sent.length;
    if (then === true) match((await own.ask([FIGURE])).out, /was \$1,000/);
    equal(own.sent.length, again);
  });
}
