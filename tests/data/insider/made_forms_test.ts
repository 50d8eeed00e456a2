import { deepEqual, equal, ok } from "../../assert.ts";
import { OWNERSHIP_SUBMISSION, OWNERSHIP_XML } from "../../../src/data/insider/ownership_files.ts";
import type { InsiderTrade } from "../../../src/data/records.ts";
import { BOUGHT, formXml, type MadeForm, type MadeRow, readPieces, rowXml, submission, tradesIn } from "./made_form.ts";

/** What a trade says, in one line. */
function told({ person, roles, day, code, shares, price, held, isPlanned, amends }: InsiderTrade): string {
  const planned = isPlanned === undefined ? "" : isPlanned ? " planned" : " unplanned";
  const amended = amends === undefined ? "" : ` amends ${amends || "?"}`;
  return `${person} (${roles.join("+")}) ${day} ${code} ${shares} at ${price} holds ${held}${planned}${amended}`;
}

const USUAL = "Doe Jane (officer) 2024-05-01 P 1000 at 10.5 holds 5000";
const DERIVATIVE = `<derivativeTable><derivativeTransaction>${
  rowXml(BOUGHT).replaceAll(/<\/?nonDerivativeTransaction>/g, "")
}</derivativeTransaction></derivativeTable>`;
const HOLDING = "<nonDerivativeHolding><postTransactionAmounts><sharesOwnedFollowingTransaction><value>9</value>" +
  "</sharesOwnedFollowingTransaction></postTransactionAmounts></nonDerivativeHolding>";
const row = (other: MadeRow): readonly MadeRow[] => [{ ...BOUGHT, ...other }];
const JANE = { name: "Doe Jane", cik: "0000000007", is: ["isOfficer"] };

interface Case {
  readonly when: string;
  readonly form: MadeForm;
  readonly gives: readonly string[];
  /** Words of its only problem. */
  readonly problem?: RegExp;
}

const CASES: readonly Case[] = [
  { when: "an officer buys", form: {}, gives: [USUAL] },
  { when: "the table of derivatives has a purchase too", form: { after: DERIVATIVE }, gives: [USUAL] },
  { when: "it has nothing but derivatives", form: { rows: [], after: DERIVATIVE }, gives: [] },
  {
    when: "shares are granted",
    form: { rows: row({ code: "A", price: "0" }) },
    gives: ["Doe Jane (officer) 2024-05-01 A 1000 at 0 holds 5000"],
  },
  {
    when: "options are exercised",
    form: { rows: row({ code: "M" }) },
    gives: ["Doe Jane (officer) 2024-05-01 M 1000 at 10.5 holds 5000"],
  },
  {
    when: "shares are withheld for tax",
    form: { rows: row({ code: "F", way: "D" }) },
    gives: ["Doe Jane (officer) 2024-05-01 F 1000 at 10.5 holds 5000"],
  },
  {
    when: "shares are given away",
    form: { rows: row({ code: "G", way: "D", price: "0" }) },
    gives: ["Doe Jane (officer) 2024-05-01 G 1000 at 0 holds 5000"],
  },
  {
    when: "a code is in lower case",
    form: { rows: row({ code: "s", way: "D" }) },
    gives: ["Doe Jane (officer) 2024-05-01 S 1000 at 10.5 holds 5000"],
  },
  {
    when: "several report together, one of them as a director",
    form: { owners: [JANE, { name: "Doe Trust", cik: "8", is: ["isDirector", "isTenPercentOwner"] }] },
    gives: ["Doe Jane (officer+director+ten_percent) 2024-05-01 P 1000 at 10.5 holds 5000"],
  },
  {
    when: "a price is missing, with a footnote in its place",
    form: {
      rows: [{
        ...{ day: "2024-05-01", code: "P", shares: "1000", way: "A", held: "5000" },
        more: '<transactionPricePerShare><footnoteId id="F1"/></transactionPricePerShare>',
      }],
      after: '<footnotes><footnote id="F1">Bought between 10 and 11 dollars.</footnote></footnotes>',
    },
    gives: ["Doe Jane (officer) 2024-05-01 P 1000 at undefined holds 5000"],
  },
  {
    when: "the price of a purchase is 0",
    form: { rows: row({ price: "0" }) },
    gives: ["Doe Jane (officer) 2024-05-01 P 1000 at undefined holds 5000"],
  },
  { when: "a day has a zone", form: { rows: row({ day: "2024-05-01-05:00" }) }, gives: [USUAL] },
  { when: "a day has the zone of Greenwich", form: { rows: row({ day: "2024-05-01Z" }) }, gives: [USUAL] },
  { when: "a day is before 1990", form: { rows: row({ day: "1924-05-01" }) }, gives: [], problem: /before 1 Jan 1990/ },
  { when: "a day is none", form: { rows: row({ day: "2024-02-30" }) }, gives: [], problem: /2024-02-30.*not a day/ },
  { when: "a day is missing", form: { rows: [{ ...BOUGHT, day: "" }] }, gives: [], problem: /"" is not a day/ },
  { when: "a day is still to come", form: { rows: row({ day: "2042-05-01" }) }, gives: [], problem: /in the future/ },
  { when: "a code is missing", form: { rows: row({ code: "" }) }, gives: [], problem: /not a transaction code/ },
  { when: "a number of shares is words", form: { rows: row({ shares: "many" }) }, gives: [], problem: /not a number/ },
  { when: "a purchase is of 0 shares", form: { rows: row({ shares: "0" }) }, gives: [], problem: /of 0 shares/ },
  { when: "a number of shares has commas", form: { rows: row({ shares: "1,000" }) }, gives: [USUAL] },
  {
    when: "a number of shares has decimals",
    form: { rows: row({ shares: "12.345" }) },
    gives: ["Doe Jane (officer) 2024-05-01 P 12.345 at 10.5 holds 5000"],
  },
  { when: "a purchase disposes of shares", form: { rows: row({ way: "D" }) }, gives: [], problem: /disposes/ },
  {
    when: "a holding stands between the transactions",
    form: { after: `<nonDerivativeTable>${HOLDING}</nonDerivativeTable>` },
    gives: [USUAL],
  },
  {
    when: "it was planned",
    form: { rows: row({ code: "S", way: "D" }), before: "<aff10b5One>1</aff10b5One>" },
    gives: ["Doe Jane (officer) 2024-05-01 S 1000 at 10.5 holds 5000 planned"],
  },
  { when: "it was not planned", form: { before: "<aff10b5One>false</aff10b5One>" }, gives: [`${USUAL} unplanned`] },
  {
    when: "only a footnote speaks of a plan",
    form: { after: '<footnotes><footnote id="F1">Under a Rule 10b5-1 plan.</footnote></footnotes>' },
    gives: [USUAL],
  },
  {
    when: "it amends a form",
    form: { type: "4/A", before: "<dateOfOriginalSubmission>2024-05-02</dateOfOriginalSubmission>" },
    gives: [`${USUAL} amends 2024-05-02`],
  },
  { when: "it amends a form and does not say which", form: { type: "4/A" }, gives: [`${USUAL} amends ?`] },
  { when: "it is a Form 3 of holdings", form: { type: "3", rows: [], after: HOLDING }, gives: [] },
  {
    when: "it is a Form 5 with a gift",
    form: { type: "5", rows: row({ code: "G", price: "0" }) },
    gives: ["Doe Jane (officer) 2024-05-01 G 1000 at 0 holds 5000"],
  },
  { when: "it is of another type", form: { type: "144" }, gives: [], problem: /its type is "144"/ },
  { when: "it names no owner", form: { owners: [] }, gives: [], problem: /names no owner/ },
  {
    when: "a script stands in it, in the table and in a value",
    form: {
      before: "<script>globalThis.ran = true</script>",
      rows: row({ more: "<script><transactionShares><value>7</value></transactionShares></script>" }),
    },
    gives: [USUAL],
  },
  {
    when: "a name has control characters",
    form: { owners: [{ ...JANE, name: "Doe &#x202e;\tJane\n" }] },
    gives: [USUAL],
  },
  {
    when: "a name is long",
    form: { owners: [{ ...JANE, name: "x".repeat(500) }] },
    gives: [
      `${"x".repeat(79)}… (officer) 2024-05-01 P 1000 at 10.5 holds 5000`,
    ],
  },
  {
    when: "two lots are alike in one form",
    form: { rows: [BOUGHT, BOUGHT] },
    gives: [USUAL, USUAL],
  },
];

for (const { when, form, gives, problem } of CASES) {
  Deno.test(`a form is read, as XML and in a submission, when ${when}`, async () => {
    const xml = formXml(form);
    const { type = "4" } = form;
    for (const size of [1, 4096]) {
      const bare = await readPieces(OWNERSHIP_XML, xml, { size, latest: "2026-11-20" });
      const whole = await readPieces(OWNERSHIP_SUBMISSION, submission(xml, { type }), { size, latest: "2026-11-20" });
      deepEqual(tradesIn(bare).map(told), gives);
      deepEqual(bare.problems.map(({ message }) => problem?.test(message)), problem === undefined ? [] : [true]);
      if (!/in the future/.test(problem?.source ?? "")) deepEqual(tradesIn(whole).map(told), gives);
    }
    equal("ran" in globalThis, false);
  });
}

Deno.test("a form is known from the session after it was filed, and one without a filing day from three sessions on", async () => {
  const xml = formXml({}); // traded on Wednesday, 1 May 2024, filed on Friday
  const [filed] = tradesIn(await readPieces(OWNERSHIP_SUBMISSION, submission(xml)));
  deepEqual([filed?.filed, filed?.known, filed?.isFilingAssumed], ["2024-05-03", "2024-05-06", undefined]);
  equal(filed?.accession, "0000000042-24-000001");
  const [assumed] = tradesIn(await readPieces(OWNERSHIP_XML, xml));
  deepEqual([assumed?.filed, assumed?.known, assumed?.isFilingAssumed], ["2024-05-03", "2024-05-06", true]);
});

Deno.test("an assumed filing day is never before the newest trade of the form, its signature, or when a Form 5 is due", async () => {
  const filedOf = async (form: MadeForm) => tradesIn(await readPieces(OWNERSHIP_XML, formXml(form)))[0]?.filed;
  equal(await filedOf({ rows: [BOUGHT, { ...BOUGHT, day: "2024-05-08" }] }), "2024-05-08");
  const signature = "<ownerSignature><signatureDate>2024-05-14</signatureDate></ownerSignature>";
  equal(await filedOf({ after: signature }), "2024-05-14");
  equal(await filedOf({ type: "5" }), "2024-06-15");
});

Deno.test("a trade after its form was filed is a slip, and the row is kept out", async () => {
  const read = await readPieces(OWNERSHIP_SUBMISSION, submission(formXml({}), { filed: "20240430" }));
  deepEqual(tradesIn(read), []);
  ok(/1 May 2024 is after its form was filed, on 30 Apr 2024/.test(read.problems[0]?.message ?? ""));
});

Deno.test("the number of a filing is taken from the path of its file", async () => {
  for (const file of ["0000320193-22-000061.xml", "sec/320193/000032019322000061/form4.xml"]) {
    const [trade] = tradesIn(await readPieces(OWNERSHIP_XML, formXml({}), { file }));
    equal(trade?.accession, "0000320193-22-000061");
  }
});

Deno.test("what is no form is refused with its place", async () => {
  const messagesOf = async (text: string) =>
    (await readPieces(OWNERSHIP_XML, text)).problems.map(({ kind, line, message }) => `${kind} ${line} ${message}`);
  const [cut] = await messagesOf(formXml({}).slice(0, -30));
  ok(cut?.startsWith("refused") && cut.includes("Not complete XML"), cut);
  const [other] = await messagesOf("<html></html>");
  equal(other, "refused 1 It is not an ownershipDocument");
});

Deno.test("a form's file is recognised by its content", () => {
  const xml = formXml({});
  ok(OWNERSHIP_XML.looksLike(xml, "x"));
  ok(!OWNERSHIP_XML.looksLike("<html>ownershipDocument</html>", "x"));
  ok(OWNERSHIP_SUBMISSION.looksLike(submission(xml), "x"));
  ok(!OWNERSHIP_SUBMISSION.looksLike(submission(xml, { type: "8-K" }), "x"));
  ok(!OWNERSHIP_XML.looksLike(submission(xml), "x"));
});
