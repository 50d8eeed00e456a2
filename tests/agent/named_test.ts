import { equal, match, ok } from "../assert.ts";
import { ask, conclusionOf, sample, textOf, thesisOf } from "./ask.ts";

const REFUSED = [
  {
    input: "Analyse QQQ",
    says:
      /^QQQ is a fund that holds the Nasdaq-100, not a company\. Ask about the companies themselves \("Analyse AAPL"\)/,
  },
  {
    input: "How volatile is the S&P 500?",
    says: /^S&P 500 is an index, not a company\. The data measures others against it/,
  },
  { input: "How is the DAX?", says: /^DAX is an index, not a company\. Ask about the companies themselves/ },
  {
    input: "Analyse SAP.DE",
    says: /^SAP\.DE is listed in Frankfurt, in EUR, and not in the data\. Ask about a company of the data/,
  },
  {
    input: "Is Toyota safe?",
    says: /^Toyota is listed at home in Tokyo, in JPY, and not in the data\. Ask about a company/,
  },
  { input: "EURUSD", says: /^EURUSD is a pair of currencies, EUR in USD, not a company\. Ask about a company/ },
  { input: "Is Mircosoft safe?", says: /^The data does not know "Mircosoft"\. Nearest: Microsoft \(MSFT\)/ },
  { input: "How do airlines look?", says: /^The data hold no company of the industry Airlines\. It knows: / },
] as const;

for (const { input, says } of REFUSED) {
  Deno.test(`"${input}" is refused by name`, async () => {
    const steps = await ask(input);
    equal(conclusionOf(steps).kind, "unknown_company");
    match(textOf(steps), says);
  });
}

const TOLD = [
  {
    input: "Compare IBM and QQQ",
    subject: "IBM",
    says: /QQQ is a fund that holds the Nasdaq-100, not a company, so left out\./,
  },
  { input: "Compare AAPL, MSFT and IBM, but not IBM", subject: "AAPL, MSFT", says: /Left out as asked: IBM\./ },
  {
    input: "tech without Apple",
    subject: "ADBE, DELL, GOOGL, IBM, MSFT, XRX",
    says: /This answer covers Information Technology, without AAPL\./,
  },
  {
    input: "compare apple and microsft",
    subject: "AAPL",
    says: /^Not in the data: "microsft"\. "microsft" is nearest to Microsoft \(MSFT\)/,
  },
  {
    input: "Which stock is the riskiest?",
    subject: sample.at(sample.asOf).companies.map(({ ticker }) => ticker).join(", "),
    says: /This answer covers all companies in the data\./,
  },
] as const;

for (const { input, subject, says } of TOLD) {
  Deno.test(`the answer to "${input}" tells how its names are read`, async () => {
    const steps = await ask(input);
    equal(thesisOf(steps).metadata?.subject, subject);
    match(textOf(steps), says);
  });
}

Deno.test("the index that the data measures against is no stranger beside a company", async () => {
  const text = textOf(await ask("Is MSFT ahead of the S&P 500?"));
  ok(!text.includes("left out"), text);
});

Deno.test("two sectors are both answered", async () => {
  const steps = await ask("Compare the technology sector with consumer discretionary");
  equal(thesisOf(steps).metadata?.subject?.split(", ").length, 8);
  match(textOf(steps), /This answer covers Information Technology and Consumer Discretionary\./);
});
