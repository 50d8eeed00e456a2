import { equal } from "../../assert.ts";
import { filingKnown } from "../../../src/data/filings/filing_known.ts";

const CASES = [
  { when: "it came after the close", accepted: "2017-11-02T16:30:16.000Z", known: "2017-11-03" },
  { when: "it came within the session", accepted: "2017-11-02T13:05:00.000Z", known: "2017-11-03" },
  { when: "it may have come before the session", accepted: "2017-11-02T10:14:24.000Z", known: "2017-11-03" },
  { when: "it came at nine", accepted: "2017-11-02T09:00:00.000Z", known: "2017-11-03" },
  { when: "it came before nine by either reading", accepted: "2017-11-02T08:59:59.000Z", known: "2017-11-02" },
  { when: "it came on the evening before", accepted: "2017-11-01T18:22:00.000Z", known: "2017-11-02" },
  { when: "its hour is not known", accepted: "2017-11-02", known: "2017-11-03" },
  { when: "its hour is no hour", accepted: "", known: "2017-11-03" },
];
for (const { when, accepted, known } of CASES) {
  Deno.test(`a notice of results filed on 2017-11-02 is known from ${known} on when ${when}`, () => {
    equal(filingKnown({ filed: "2017-11-02", accepted, items: ["2.02", "9.01"] }), known);
  });
}

Deno.test("any other filing is known from the next session on, however early it came", () => {
  const accepted = "2017-11-03T06:30:00.000Z";
  equal(filingKnown({ filed: "2017-11-03", accepted, items: [] }), "2017-11-06");
  equal(filingKnown({ filed: "2017-11-03", accepted, items: ["5.02"] }), "2017-11-06");
});

Deno.test("a notice filed on a day without a session is known from the next one on", () => {
  equal(filingKnown({ filed: "2017-11-23", accepted: "2017-11-23T07:00:00.000Z", items: ["2.02"] }), "2017-11-24");
});
