import { longDay } from "../../src/calendar/day.ts";
import { deepEqual, equal, match, ok, throws } from "../assert.ts";
import type { CheckedClaim, TextReport } from "../../src/verify/text/text_report.ts";
import type { DatasetView } from "../../src/data/dataset.ts";
import { openHistory } from "../worlds/history.ts";
import { textVerifier, type VerifyText } from "../../src/setup/text_verifier.ts";

const dataset = await openHistory();
const { first, last } = dataset.span;

/** Finds what it is given wrong with the whole text, and keeps what it was asked. */
function fakeCheck(wrong: readonly Partial<CheckedClaim>[] = []) {
  const asked: { readonly asOf: string; readonly tickers: readonly string[] | undefined }[] = [];
  const verifyText: VerifyText = (text, view: DatasetView, about): TextReport => {
    asked.push({ asOf: view.asOf, tickers: about?.tickers });
    const place = { start: 0, end: text.length };
    const claims = wrong.map((claim): CheckedClaim => ({ finding: "false", shown: "7%", ...place, ...claim }));
    return {
      asOf: view.asOf,
      sentences: wrong.length === 0 ? [] : [{ ...place, line: 1, finding: "false", claims }],
      ...{ proven: 2, false: wrong.length, unknown: 1 },
    };
  };
  return { asked, verifier: textVerifier(dataset, verifyText) };
}

Deno.test("a verifier names its data, with a digest that is that of the embedded service", () => {
  const { data } = fakeCheck().verifier;
  deepEqual([data.name, data.notice, data.ends], [dataset.name, dataset.notice, last]);
  match(data.digest, /^[0-9a-f]{64}$/);
});

Deno.test("a thesis is checked about its company, as of its day and never later than the data", async () => {
  const { asked, verifier } = fakeCheck();
  for (const day of ["2010-06-30", last, "2099-01-01"]) {
    await verifier.verifyThesis({ text: "It rose.", tickers: ["aapl", "Apple Inc."], day });
  }
  deepEqual(asked.map(({ asOf }) => asOf), ["2010-06-30", last, last]);
  deepEqual(asked[0]?.tickers, ["AAPL"]);
});

Deno.test("a check on data that end long before the day of the thesis says so", async () => {
  const { verifier } = fakeCheck();
  const daysBefore = async (day: string) => {
    const check = await verifier.verifyThesis({ text: "It rose.", tickers: ["AAPL"], day });
    return "problem" in check ? check.problem : check.daysBefore;
  };
  equal(await daysBefore(last), undefined);
  const later = new Date(Date.parse(last) + 8 * 86_400_000).toISOString().slice(0, 10);
  equal(await daysBefore(later), 8);
});

const NOT_MADE = [
  { when: "the data have no such company", tickers: ["NOPE"], day: last, says: `${dataset.name} has no company NOPE` },
  {
    when: "its day is before the data",
    tickers: ["AAPL"],
    day: "1900-01-01",
    says: `its day 1 Jan 1900 is before ${longDay(first)}, when ${dataset.name} begins`,
  },
];

for (const { when, tickers, day, says } of NOT_MADE) {
  Deno.test(`no check is made when ${when}, and it says why`, async () => {
    const { asked, verifier } = fakeCheck();
    deepEqual(await verifier.verifyThesis({ text: "It rose.", tickers, day }), { problem: says });
    equal(asked.length, 0);
  });
}

const LINES: readonly { readonly text: string; readonly claim: Partial<CheckedClaim>; readonly line: string }[] = [
  {
    text: "Sales\nfell 7%.",
    claim: { why: "it went the other way", evidence: "revenue of the year to 2017-09-30 is $229.2bn" },
    line: "Sales fell 7%. (7%: it went the other way; revenue of the year to 2017-09-30 is $229.2bn)",
  },
  { text: "Sales fell 7%.", claim: {}, line: "Sales fell 7%. (7%: it is not what the data say)" },
];

for (const { text, claim, line } of LINES) {
  Deno.test(`the first false claim is one line: ${line}`, async () => {
    const check = await fakeCheck([claim]).verifier.verifyThesis({ text, tickers: ["AAPL"], day: last });
    equal("firstFalse" in check && check.firstFalse, line);
  });
}

Deno.test("the first false claim has at most 300 characters, however long its sentence is, and says why", async () => {
  const { verifier } = fakeCheck([{ why: "the data say another" }]);
  const check = await verifier.verifyThesis({ text: "word ".repeat(5_000), tickers: ["AAPL"], day: last });
  const line = "firstFalse" in check ? check.firstFalse ?? "" : "";
  ok(line.length <= 300 && line.endsWith("(7%: the data say another)"), line);
});

Deno.test("a text is checked on the usual day of the data, or on the one that is named", () => {
  const { asked, verifier } = fakeCheck();
  verifier.verifyText("It rose.");
  verifier.verifyText("It rose.", { asOf: "2010-06-30", tickers: ["IBM"] });
  deepEqual(asked, [{ asOf: dataset.asOf, tickers: [] }, { asOf: "2010-06-30", tickers: ["IBM"] }]);
});

Deno.test("a text about an unknown company, or of a day before the data, is refused", () => {
  const { verifier } = fakeCheck();
  throws(() => verifier.verifyText("It rose.", { tickers: ["NOPE"] }), {
    name: "InputError",
    message: `Cannot check the text about "NOPE": ${dataset.name} has no such company`,
  });
  throws(() => verifier.verifyText("It rose.", { asOf: "1900-01-01" }), { name: "InputError", message: /begin on/ });
});
