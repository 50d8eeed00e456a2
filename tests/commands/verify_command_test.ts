import { deepEqual, equal, match, ok } from "../assert.ts";
import { verifyCommand } from "../../src/commands/verify_command.ts";
import { readVerifier } from "../../src/setup/read_verifier.ts";
import type { CheckedClaim, TextReport } from "../../src/verify/text/text_report.ts";
import type { TextOptions, Verifier, VerifierData } from "../../src/setup/verifier.ts";
import { testHost } from "./captured.ts";

const DATA = { name: "Own prices", notice: "Own prices, 12 names.", ends: "2017-12-29", digest: "ab" };
const TEXT = "# Draft\n\nSales rose 12%. Margins fell 7%.\nThe CEO is likely to stay 30 years.\n";

const place = (words: string) => ({ start: TEXT.indexOf(words), end: TEXT.indexOf(words) + words.length });
const claim = (shown: string, over: Partial<CheckedClaim> = {}): CheckedClaim => (
  { finding: "proven", shown, ...place(shown), ...over }
);
const FALSE = claim("7%", {
  ...{ finding: "false", ticker: "AAPL", metric: "gross_margin", why: "it went the other way" },
  ...{ evidence: "gross margin of the year to 2017-09-30 is 38.5%", source: "facts/aapl.json" },
});
const REPORT: TextReport = {
  asOf: "2017-12-29",
  sentences: [
    { ...place("Sales rose 12%."), line: 3, finding: "proven", claims: [claim("12%")] },
    { ...place("Margins fell 7%."), line: 3, finding: "false", claims: [FALSE] },
    {
      ...place("The CEO is likely to stay 30 years."),
      ...{
        line: 4,
        finding: "unknown",
        claims: [claim("30 years", { finding: "unknown", why: "no report states it" })],
      },
    },
  ],
  ...{ proven: 1, false: 1, unknown: 1 },
};

/** A verifier that gives a report of its own, and keeps what it was asked. */
function reporting(report: TextReport) {
  const asked: { text: string; options: TextOptions | undefined }[] = [];
  const opened: VerifierData[] = [];
  const verifier: Verifier = {
    data: DATA,
    verifyText: (text, options) => {
      asked.push({ text, options });
      return report;
    },
    verifyThesis: () => Promise.resolve({ problem: "no thesis is checked here" }),
  };
  const host = testHost({
    folder: "/desk",
    readText: (path) =>
      ({
        "/desk/draft.md": TEXT,
        "/desk/page.txt": "<!DOCTYPE html><p>12%",
        "/desk/a.html": "12%",
        "/desk/long.md": "12 % ".repeat(200_001),
      })[path],
    readInput: () => Promise.resolve(TEXT),
    openVerifier: ({ data, currency }) => {
      opened.push({ data, currency });
      return Promise.resolve(verifier);
    },
  });
  return { host, asked, opened };
}

Deno.test("verify shows each sentence with its line, and below it what was read, why and the nearest evidence", async () => {
  const { host } = reporting(REPORT);
  equal(await verifyCommand(["draft.md"], host), 1);
  deepEqual(host.out.text.split("\n"), [
    "Own prices, 12 names. Checked as of 29 Dec 2017.",
    "",
    "Line 3: Sales rose 12%.",
    "- proven 12%",
    "",
    "Line 3: Margins fell 7%.",
    "- FALSE 7% (AAPL, gross margin): it went the other way; gross margin of the year to 2017-09-30 is",
    "  38.5%, from facts/aapl.json",
    "",
    "Line 4: The CEO is likely to stay 30 years.",
    "- unknown 30 years: no report states it",
    "",
    "3 claims: 1 proven, 1 false, 1 unknown.",
    "",
  ]);
});

Deno.test("verify exits with 0 when nothing is false, whatever is unknown", async () => {
  const { host } = reporting({ ...REPORT, sentences: REPORT.sentences.slice(0, 1), false: 0 });
  equal(await verifyCommand(["draft.md"], host), 0);
  const nothing = reporting({ asOf: "2017-12-29", sentences: [], proven: 0, false: 0, unknown: 0 });
  equal(await verifyCommand(["draft.md"], nothing.host), 0);
  match(nothing.host.out.text, /The text states no figure and no judgement that can be checked\.\n$/);
});

Deno.test("verify hands on folder, currency, day and companies, and reads standard input for -", async () => {
  const { host, asked, opened } = reporting(REPORT);
  await verifyCommand(
    ["-", "--data", "prices", "--currency", "GBp", "--as-of", "2017-06-30", "--about", "AAPL, IBM"],
    host,
  );
  deepEqual(opened, [{ data: "/desk/prices", currency: "GBp" }]);
  deepEqual(asked, [{ text: TEXT, options: { asOf: "2017-06-30", tickers: ["AAPL", "IBM"] } }]);
});

Deno.test("verify takes the folder of CONVICTION_DATA, and without it the sample", async () => {
  const { host, opened } = reporting(REPORT);
  await verifyCommand(["draft.md"], host);
  await verifyCommand(["draft.md"], { ...host, env: (name) => name === "CONVICTION_DATA" ? "own" : undefined });
  deepEqual(opened.map(({ data }) => data), [undefined, "/desk/own"]);
});

Deno.test("verify --json prints the whole report on one line", async () => {
  const { host } = reporting(REPORT);
  equal(await verifyCommand(["draft.md", "--json"], host), 1);
  deepEqual(JSON.parse(host.out.text), { file: "draft.md", data: DATA, ...JSON.parse(JSON.stringify(REPORT)) });
});

const WRONG = [
  { args: [], says: /no file is named; give one, or - for standard input/ },
  { args: ["draft.md", "more.md"], says: /Cannot check two texts at once: "more\.md" is one too many/ },
  { args: ["absent.md"], says: /Cannot check \/desk\/absent\.md: there is no readable file/ },
  { args: ["page.txt"], says: /Cannot check page\.txt: it is HTML, .*convert it, like with pandoc --to plain/ },
  {
    args: ["long.md"],
    says: /Cannot check long\.md: it has 1,000,005 characters, and at most 1,000,000 are checked at once; split it/,
  },
  { args: ["a.html"], says: /Cannot check a\.html: it is HTML/ },
  { args: ["draft.md", "--as-of", "soon"], says: /Cannot use --as-of soon: it is not a day/ },
  { args: ["draft.md", "--about", ","], says: /Cannot use --about ,: it names no company/ },
];

for (const { args, says } of WRONG) {
  Deno.test(`verify ${args.join(" ") || "without a file"} is wrong usage, and reads no data`, async () => {
    const { host, opened } = reporting(REPORT);
    equal(await verifyCommand(args, host), 2);
    match(host.err.text, says);
    equal(opened.length, 0);
  });
}

Deno.test("on the sample a right figure is proven and a wrong one is false, with what the report says", async () => {
  const text = "Revenue was 391.0 billion dollars in fiscal 2024.\nRevenue was 333 billion dollars in fiscal 2023.\n";
  const host = testHost({ readInput: () => Promise.resolve(text), openVerifier: readVerifier });
  equal(await verifyCommand(["-", "--about", "AAPL"], host), 1, host.err.text);
  match(host.out.text, /^- proven 391\.0 billion dollars/m);
  match(host.out.text, /^- FALSE 333 billion dollars[^]*revenue of the year\s+to 2023-09-30 is \$383\.3bn/m);
  match(host.out.text, /2 claims: 1 proven, 1 false, 0 unknown\.\n$/);
});

Deno.test("an unknown company and a day before the data are wrong usage, in the words of the flags", async () => {
  const host = testHost({ readInput: () => Promise.resolve(TEXT), openVerifier: readVerifier });
  equal(await verifyCommand(["-", "--about", "NOPE"], host), 2);
  match(host.err.text, /Cannot check the text about "NOPE": Sample has no such company/);
  equal(await verifyCommand(["-", "--as-of", "1900-01-01"], host), 2);
  ok(/1900-01-01.*the data begin on/.test(host.err.text), host.err.text);
});
