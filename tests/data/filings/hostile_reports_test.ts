/** Files that nobody would file: they end in a problem, in the memory of a page, and nothing of them is run. */
import { deepEqual, equal, match, ok } from "../../assert.ts";
import fc from "fast-check";
import { missingShared, sharedPath, testOnShared } from "../../needs.ts";
import { runsOf } from "../../sweeps.ts";
import { REPORT } from "../../../src/data/filings/read_report.ts";
import { SUBMISSION } from "../../../src/data/filings/read_submission.ts";
import type { RecordsRead } from "../../../src/data/filings/record_file.ts";
import { readGzip } from "../support.ts";
import { madeInline, madeInstance } from "./made_report.ts";
import { readPieces } from "./read_text.ts";

const FILE = "made-10-k-2024-02-20.htm";
const FACT = { name: "us-gaap:Revenues", text: "5" };
const messages = ({ problems }: RecordsRead) => problems.map(({ message }) => message);

/** A report with something after its cover. */
const withBody = (body: string) => madeInline({ facts: [FACT] }).replace("</body>", `${body}</body>`);

const ENTITIES = `<!DOCTYPE html [<!ENTITY a "lol">${
  Array.from("bcdefghij", (name, at) => `<!ENTITY ${name} "${`&${"abcdefghi"[at]};`.repeat(10)}">`).join("")
}]>`;

const REFUSED = [
  {
    what: "with entities that grow when they are read",
    text: withBody("<p>&j;</p>").replace("<html", `${ENTITIES}<html`),
    says: /Invalid character entity/,
  },
  {
    what: "with an entity that is another file",
    text: withBody("<p>&x;</p>").replace("<html", `<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]><html`),
    says: /Invalid character entity/,
  },
  {
    what: "with a million elements inside each other",
    text: withBody("<b>".repeat(1e6)),
    says: /More than 1000 elements/,
  },
  {
    what: "with a million facts inside each other",
    text: withBody(`<ix:nonFraction name="us-gaap:Assets" contextRef="end" unitRef="usd">`.repeat(1e5)),
    says: /More than 1000 elements/,
  },
  {
    what: "with an attribute that does not end",
    text: withBody(`<b x="${"y".repeat(1e7)}`),
    says: /Max buffer length/,
  },
  { what: "with a comment that does not end", text: withBody(`<!--${"y".repeat(1e7)}`), says: /Max buffer length/ },
  { what: "with a name that does not end", text: withBody(`<${"y".repeat(1e7)}`), says: /Max buffer length/ },
  {
    what: "with more facts than any report",
    text: withBody(
      Array.from(
        { length: 1.2e5 },
        () => `<ix:nonFraction name="us-gaap:Assets" contextRef="end" unitRef="usd">1</ix:nonFraction>`,
      )
        .join(""),
    ),
    says: /more facts than any report/,
  },
  { what: "with a tag that is not closed", text: withBody("<p>"), says: /Unexpected close tag/ },
  {
    what: "with an attribute named like a method",
    text: withBody(`<p hasOwnProperty="1" b="2"/>`),
    says: /Invalid attribute/,
  },
  { what: "with a prefix that nothing declares", text: withBody("<q:p/>"), says: /Undeclared prefix of q:p/ },
  { what: "with NUL characters", text: withBody("<p>\0</p>").replaceAll("p", "\0p"), says: /./ },
] as const;

for (const { what, text, says } of REFUSED) {
  Deno.test(`a report ${what} gives nothing, and says why`, async () => {
    const read = await readPieces(REPORT, text, FILE);
    deepEqual(read.companies, []);
    equal(read.problems.length, 1);
    match(messages(read)[0] ?? "", says);
  });
}

Deno.test("names of objects' own members are names like any other", async () => {
  const names = ["__proto__", "constructor", "toString"];
  const facts = names.flatMap((name) => [
    { name: `us-gaap:${name}`, text: "1" },
    { name: "us-gaap:Revenues", text: "1", context: name, unit: name },
  ]);
  const body = names.map((name) => `<p ${name}="${name}" id="${name}">&${name};</p>`).join("");
  const read = await readPieces(
    REPORT,
    madeInline({ facts: [FACT, ...facts], more: body.replaceAll(/&\w+;/g, "") }),
    FILE,
  );
  deepEqual(read.companies.flatMap(({ records }) => records.facts.map(({ tag, value }) => [tag, value])), [[
    "us-gaap/Revenues",
    5,
  ]]);
  equal(Object.hasOwn(Object.prototype, "__proto__") && ({} as Record<string, unknown>)["1"], undefined);
});

Deno.test("nothing of a report is run", async () => {
  const script = `globalThis.wasRun = true`;
  const body =
    `<script>${script}</script><img src="x" onerror="${script}"/><a href="javascript:${script}">x</a><?php ${script} ?>`;
  const read = await readPieces(REPORT, withBody(body), FILE);
  equal(read.companies[0]?.records.facts.length, 1);
  equal("wasRun" in globalThis, false);
});

Deno.test("a report that ends early, wherever, gives nothing", async () => {
  const whole = madeInline({ facts: [FACT] });
  const end = whole.indexOf("</html>");
  for (let length = whole.indexOf("<ix:header"); length < end; length += 7) {
    const read = await readPieces(REPORT, whole.slice(0, length), FILE);
    deepEqual(read.companies, [], `${length} characters`);
    match(messages(read)[0] ?? "", /^Not complete XML, so that nothing of it is used: /);
  }
});

Deno.test("any text at all is read without an error, and so is any report with some characters changed", async () => {
  const reports = [madeInline({ facts: [FACT] }), madeInstance({ facts: [FACT] })];
  const changed = fc.tuple(fc.constantFrom(...reports), fc.nat(), fc.string({ maxLength: 5 }), fc.nat({ max: 20 }))
    .map(([text, at, other, gone]) => text.slice(0, at % text.length) + other + text.slice(at % text.length + gone));
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), changed), async (text) => {
      for (const reader of [REPORT, SUBMISSION]) {
        const { companies } = await readPieces(reader, text, FILE);
        ok(companies.flatMap(({ records }) => records.facts).every(({ value }) => Number.isFinite(value)));
      }
    }),
    runsOf("data/filings/hostile_reports", 2000),
  );
});

Deno.test("a submission of documents without end keeps a hundred of those that state facts", async () => {
  const document = `<DOCUMENT>\n<TYPE>10-K\n<FILENAME>x.htm\n<TEXT>\n${
    madeInline({ facts: [FACT] })
  }\n</TEXT>\n</DOCUMENT>\n`;
  const read = await readPieces(SUBMISSION, `<SEC-HEADER>\n</SEC-HEADER>\n${document.repeat(103)}`, FILE);
  equal(read.companies[0]?.records.facts.length, 1);
  equal(messages(read).filter((one) => one === "x.htm: It is skipped: 100 documents before it state facts").length, 3);
});

const WMT = "sec/filings_html/wmt-10-k-2025-03-14.html.gz";

testOnShared(
  missingShared(WMT),
  "a real report that ends early gives nothing, and says on which line it ended",
  async () => {
    const whole = await readGzip(sharedPath(WMT));
    for (const share of [0.01, 0.1, 0.5, 0.9, 0.999999]) {
      const read = await readPieces(
        REPORT,
        whole.slice(0, Math.floor(whole.length * share)),
        "wmt-10-k-2025-03-14.html",
      );
      deepEqual(read.companies, []);
      match(messages(read)[0] ?? "", /^Not complete XML, so that nothing of it is used: Un/);
      ok((read.problems[0]?.column ?? 0) > 1);
    }
  },
);

testOnShared(
  missingShared(WMT),
  "a real report in another encoding is not recognised, or states the same",
  async () => {
    const bytes = new Uint8Array(
      await new Response((await Deno.open(sharedPath(WMT))).readable.pipeThrough(new DecompressionStream("gzip")))
        .arrayBuffer(),
    );
    const name = "wmt-10-k-2025-03-14.html";
    const right = await readPieces(REPORT, new TextDecoder().decode(bytes), name);
    deepEqual(await readPieces(REPORT, new TextDecoder("windows-1252").decode(bytes), name), right);
    const wide = new TextDecoder("utf-16le").decode(bytes);
    equal(REPORT.looksLike(wide.slice(0, 1000), name), false);
    deepEqual((await readPieces(REPORT, wide, name)).companies, []);
  },
);
