import { deepEqual, equal } from "../assert.ts";
import fc from "fast-check";
import { plainMarks, scanFigures } from "../../src/verify/scan.ts";

/** Each figure as `text=value`, with its kind where it is not a plain number. */
function show(text: string): string[] {
  const plain = plainMarks(text);
  return scanFigures(plain).map(({ kind, start, end, value, currency }) =>
    `${plain.slice(start, end)}=${kind === "number" ? value : kind === "money" ? `${value} ${currency}` : kind}`
  );
}

const CASES: readonly { when: string; text: string; figures: readonly string[] }[] = [
  { when: "there is no figure", text: "The score is neutral.", figures: [] },
  { when: "it ends a sentence", text: "It is 1.38.", figures: ["1.38=1.38"] },
  { when: "thousands are separated", text: "1,234,567 shares", figures: ["1,234,567=1234567"] },
  { when: "a separator is misplaced", text: "1,23,456", figures: ["1,23,456=unreadable"] },
  { when: "there is a plus", text: "score +0.31,", figures: ["+0.31=0.31"] },
  {
    when: "the minus is a hyphen, a minus or a dash",
    text: "-5 \u22125 \u20135",
    figures: ["-5=-5", "-5=-5", "-5=-5"],
  },
  {
    when: "a word contains a hyphen",
    text: "top-10 and 2-for-1",
    figures: ["10=unreadable", "2=2", "1=unreadable"],
  },
  { when: "a range is given", text: "10-20", figures: ["10=10", "20=unreadable"] },
  { when: "there is a space before %", text: "46.1 %", figures: ["46.1 %=percent"] },
  { when: "there is no space before %", text: "46.1%", figures: ["46.1%=percent"] },
  {
    when: "there is a no-break or narrow space before %",
    text: "4\u00a0% 4\u202f%",
    figures: ["4 %=percent", "4 %=percent"],
  },
  {
    when: "per cent is spelled out",
    text: "4 per cent, 5 percent",
    figures: ["4 per cent=percent", "5 percent=percent"],
  },
  { when: "it is percentage points", text: "4 %-points", figures: ["4=4", "%=unreadable"] },
  { when: "a currency follows", text: "169.23 USD on", figures: ["169.23 USD=169.23 USD"] },
  { when: "a currency comes first", text: "EUR 12 and $3.50", figures: ["EUR 12=12 EUR", "$3.50=3.5 USD"] },
  { when: "three capitals are not a currency", text: "12 ABC", figures: ["12=12"] },
  {
    when: "it is in billions",
    text: "4.2 bn USD, 3m, 2 million",
    figures: ["4.2 bn USD=4200000000 USD", "3m=3000000", "2 million=2000000"],
  },
  { when: "it is a date", text: "on 2017-12-29.", figures: ["2017-12-29=date"] },
  {
    when: "it is nearly a date",
    text: "2017-12-2 -2017-12-29",
    figures: ["2017=2017", "12-2=unreadable", "-2017=-2017", "12-29=unreadable"],
  },
  { when: "it is a year", text: "in 2017", figures: ["2017=2017"] },
  { when: "it is a rank", text: "rank 3 of 8", figures: ["3=3", "8=8"] },
  {
    when: "letters are attached to it",
    text: "63d Q3 1e5 5x",
    figures: ["63d=unreadable", "3=unreadable", "1e5=unreadable", "5x=unreadable"],
  },
  { when: "it is spelled out", text: "twice, Seven times", figures: ["twice=unreadable", "Seven=unreadable"] },
  {
    when: "its digits are not ASCII",
    text: "\u0664\u0662 and \u00bd",
    figures: ["\u0664\u0662=unreadable", "\u00bd=unreadable"],
  },
  { when: "a unit has no number", text: "many % and some bn", figures: ["%=unreadable", "bn=unreadable"] },
];

for (const { when, text, figures } of CASES) {
  Deno.test(`scanFigures() reads a figure correctly when ${when}`, () => deepEqual(show(text), figures));
}

Deno.test("scanFigures() covers every digit of any text, and no two figures overlap", () => {
  const text = fc.string({ unit: fc.constantFrom(..."0123456789.,-+ %:/USDxkbn\u00bd\u202f") });
  fc.assert(fc.property(text, (any) => {
    const plain = plainMarks(any);
    const figures = scanFigures(plain);
    const outside = figures.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), plain);
    equal(/[\p{N}%]/u.test(outside), false);
    figures.slice(1).forEach(({ start }, at) => equal(start >= (figures[at]?.end ?? Infinity), true));
  }));
});
