import { deepEqual, equal, match, ok } from "../../assert.ts";
import fc from "fast-check";
import type { Report, ReportFact } from "../../../src/data/filings/report.ts";
import {
  madeContext,
  type MadeFact,
  madeInline,
  madeInstance,
  madePart,
  type MadeReport,
  madeUnit,
} from "./made_report.ts";
import { wholeReport } from "./reports_of.ts";

/** Facts in short: `us-gaap/Assets USD 2023-12-31 = 5`. */
function shown(facts: readonly ReportFact[]): readonly string[] {
  return facts.map(({ tag, unit, start, end, value, share }) =>
    [tag, unit, start === undefined ? end : `${start}/${end}`, ...(share === undefined ? [] : [share]), "=", value]
      .join(" ")
  );
}

const messages = ({ problems }: Report) => problems.map(({ message }) => message);
const NAME = "us-gaap:Revenues";
const YEAR = "us-gaap/Revenues USD 2023-01-01/2023-12-31";

/** How inline XBRL writes a number, and what it is. */
const NUMBERS = [
  { text: "1234", value: 1234 },
  { text: "1234.5", value: 1234.5 },
  { text: " 12\n", value: 12 },
  { text: "1,234,567.8", more: `format="ixt:num-dot-decimal"`, value: 1234567.8 },
  { text: "1,234", more: `format="ixt:numdotdecimal" scale="6"`, value: 1234e6 },
  { text: "12,34,567", more: `format="ixt:num-dot-decimal"`, value: 1234567 },
  { text: "1 234 567,8", more: `format="ixt:num-comma-decimal"`, value: 1234567.8 },
  { text: "1\u2019234\u2019567", more: `format="ixt:num-dot-decimal"`, value: 1234567 },
  { text: "1.234,5", more: `format="ixt:numcommadecimal" scale="3"`, value: 1234500 },
  { text: "1&#160;234", more: `format="ixt:num-comma-decimal"`, value: 1234 },
  { text: "1.234.567", more: `format="ixt:num-comma-decimal"`, value: 1234567 },
  { text: ".5", more: `format="ixt:num-dot-decimal"`, value: 0.5 },
  { text: "5", more: `sign="-" scale="3"`, value: -5000 },
  { text: "0", more: `sign="-"`, value: 0 },
  { text: "15.3", more: `scale="-2"`, value: 0.153 },
  { text: "4.35", more: `scale="2"`, value: 435 },
  { text: "1.1", more: `scale="6"`, value: 1100000 },
  { text: "&#8212;", more: `format="ixt:fixed-zero"`, value: 0 },
  { text: "-", more: `format="ixt:zerodash"`, value: 0 },
  { text: "", more: `format="ixt:fixed-zero"`, value: 0 },
  { text: "<b>1,2</b>34", more: `format="ixt:num-dot-decimal"`, value: 1234 },
  { text: "12<ix:exclude> (unaudited)</ix:exclude>", value: 12 },
  { text: "12<!-- 3 -->", value: 12 },
] as const satisfies readonly { readonly text: string; readonly more?: string; readonly value: number }[];

for (const { value, ...written } of NUMBERS) {
  const { text, more = "" } = { more: "", ...written };
  Deno.test(`inline, ${JSON.stringify(text)} with ${more || "nothing else"} is ${value}`, async () => {
    const report = await wholeReport(madeInline({ facts: [{ name: NAME, text, more }] }));
    deepEqual(shown(report.facts), [`${YEAR} = ${value}`]);
    ok(!Object.is(report.facts[0]?.value, -0));
    deepEqual(report.problems, []);
  });
}

/** How a number cannot be written, and what is said of it. */
const NO_NUMBERS = [
  { text: "1,234", says: /"1,234" is not a number/ },
  { text: "(5)", says: /"\(5\)" is not a number/ },
  { text: "-5", says: /"-5" is not a number/ },
  { text: "", says: /"" is not a number/ },
  { text: "1 2", more: `format="ixt:num-dot-decimal"`, says: /"1 2" is not a number/ },
  { text: "2023, 2022", more: `format="ixt:num-dot-decimal"`, says: /is not a number/ },
  { text: "1,234.5.6", more: `format="ixt:num-dot-decimal"`, says: /is not a number/ },
  { text: "1,23", more: `format="ixt:num-dot-decimal"`, says: /is not a number/ },
  { text: "four", more: `format="ixt:numwordsen"`, says: /the transformation "numwordsen" is not read/ },
  { text: "4", more: `format="ixt:constructor"`, says: /the transformation "constructor" is not read/ },
  { text: "4", more: `format="other:num-dot-decimal"`, says: /the transformation "other:num-dot-decimal" is not read/ },
  { text: "4", more: `scale="400"`, says: /its scale is "400"/ },
  { text: "4", more: `scale="1e9"`, says: /its scale is "1e9"/ },
  { text: "9".repeat(25), more: `scale="6"`, says: /is too large/ },
  { text: "4", more: `sign="+"`, says: /its sign is "\+"/ },
  { text: `1${" ".repeat(2000)}2`, says: /it has more than 1000 characters/ },
  { text: "1\ufffd2", more: `format="ixt:num-dot-decimal"`, says: /is not a number/ },
  { text: "\u0661\u0662", says: /is not a number/ },
] as const satisfies readonly { readonly text: string; readonly more?: string; readonly says: RegExp }[];

for (const { says, ...written } of NO_NUMBERS) {
  const { text, more = "" } = { more: "", ...written };
  Deno.test(`inline, ${JSON.stringify(text.slice(0, 40))} with ${more || "nothing else"} is no number`, async () => {
    const report = await wholeReport(madeInline({ facts: [{ name: NAME, text, more }] }));
    deepEqual(report.facts, []);
    equal(report.problems.length, 1);
    match(report.problems[0]?.message ?? "", says);
    equal(report.problems[0]?.line, 3);
  });
}

Deno.test("a whole number that is nested in another one is read for both", async () => {
  const inner =
    `<ix:nonFraction name="us-gaap:ProfitLoss" contextRef="year" unitRef="usd" scale="3">12</ix:nonFraction>`;
  const { facts } = await wholeReport(
    madeInline({ facts: [{ name: "us-gaap:NetIncomeLoss", text: inner, more: `scale="3"` }] }),
  );
  deepEqual(shown(facts), [
    "us-gaap/ProfitLoss USD 2023-01-01/2023-12-31 = 12000",
    "us-gaap/NetIncomeLoss USD 2023-01-01/2023-12-31 = 12000",
  ]);
});

/** What is the same in a report of either form, and the facts and problems that it gives. */
const CASES:
  readonly (MadeReport & { readonly what: string; readonly gives: readonly string[]; readonly says?: RegExp })[] = [
    {
      what: "balances, flows, shares and ratios are read with their units",
      facts: [
        { name: "us-gaap:Assets", text: "5", context: "end" },
        { name: NAME, text: "7" },
        { name: "us-gaap:EarningsPerShareDiluted", text: "1.25", unit: "usdPerShare" },
        { name: "dei:EntityCommonStockSharesOutstanding", text: "100", unit: "shares", context: "cover" },
        { name: "us-gaap:EffectiveIncomeTaxRateContinuingOperations", text: "0.21", unit: "pure" },
      ],
      gives: [
        "us-gaap/Assets USD 2023-12-31 = 5",
        `${YEAR} = 7`,
        "us-gaap/EarningsPerShareDiluted USD/shares 2023-01-01/2023-12-31 = 1.25",
        "dei/EntityCommonStockSharesOutstanding shares 2024-01-31 = 100",
        "us-gaap/EffectiveIncomeTaxRateContinuingOperations pure 2023-01-01/2023-12-31 = 0.21",
      ],
    },
    {
      what: "a fact of a part of the company is left out",
      facts: [{ name: NAME, text: "7", context: "part" }, { name: NAME, text: "9" }],
      gives: [`${YEAR} = 9`],
    },
    {
      what: "a fact per share of one class of shares has its name",
      facts: [
        { name: "us-gaap:EarningsPerShareDiluted", text: "8.05", unit: "usdPerShare", context: "a" },
        { name: "us-gaap:EarningsPerShareDiluted", text: "8.03", unit: "usdPerShare", context: "c" },
        { name: NAME, text: "7", context: "a" },
      ],
      gives: [
        "us-gaap/EarningsPerShareDiluted USD/shares 2023-01-01/2023-12-31 us-gaap/CommonClassAMember = 8.05",
        "us-gaap/EarningsPerShareDiluted USD/shares 2023-01-01/2023-12-31 made/ClassCMember = 8.03",
      ],
    },
    {
      what: "a class of shares in a part of the company is a part of the company",
      facts: [{ name: "us-gaap:EarningsPerShareDiluted", text: "8", unit: "usdPerShare", context: "two" }],
      more: madeContext(
        "two",
        "2023-12-31",
        madePart("us-gaap:StatementClassOfStockAxis", "us-gaap:CommonClassAMember").replace("</xbrli:segment>", "") +
          madePart("us-gaap:StatementBusinessSegmentsAxis", "made:PartMember").replace("<xbrli:segment>", ""),
      ),
      gives: [],
    },
    {
      what: "a part that is said with other elements is a part too, in a segment or in a scenario",
      facts: [{ name: NAME, text: "1", context: "x" }, { name: NAME, text: "2", context: "y" }],
      more: madeContext("x", "2023-12-31", `<xbrli:segment><made:part>x</made:part></xbrli:segment>`) +
        madeContext("y", "2023-12-31").replace(
          "</xbrli:context>",
          `<xbrli:scenario><made:budget/></xbrli:scenario></xbrli:context>`,
        ),
      gives: [],
    },
    {
      what: "the company's own tags are left out, and so is a prefix that only looks like a taxonomy's",
      facts: [{ name: "made:Revenues", text: "1" }, { name: "gaap:Revenues", text: "2" }, {
        name: "fake:Revenues",
        text: "3",
      }],
      prefixes: { gaap: "http://fasb.org/us-gaap/2009-01-31", fake: "http://fasb.org.example/us-gaap/2023" },
      gives: [`${YEAR} = 2`],
    },
    {
      what: "taxonomies of any year are one",
      facts: [{ name: "g:Revenues", text: "1" }, { name: "i:Revenue", text: "2" }, {
        name: "d:EntityPublicFloat",
        text: "3",
      }],
      prefixes: {
        g: "http://xbrl.us/us-gaap/2009-01-31",
        i: "http://xbrl.ifrs.org/taxonomy/2014-03-05/ifrs-full",
        d: "http://xbrl.us/dei/2009-01-31",
      },
      gives: [
        `${YEAR} = 1`,
        "ifrs-full/Revenue USD 2023-01-01/2023-12-31 = 2",
        "dei/EntityPublicFloat USD 2023-01-01/2023-12-31 = 3",
      ],
    },
    {
      what: "a fact without a value is left out",
      facts: [{ name: NAME, text: "", more: `xsi:nil="true"` }, { name: NAME, text: "4", more: `xsi:nil="false"` }],
      gives: [`${YEAR} = 4`],
    },
    {
      what: "a fact that is stated twice is kept once",
      facts: [{ name: NAME, text: "5", more: `decimals="0"` }, { name: NAME, text: "5.0", more: `decimals="INF"` }],
      gives: [`${YEAR} = 5`],
    },
    {
      what: "of a fact and its rounding the more exact is kept",
      facts: [
        { name: NAME, text: "19900000000", more: `decimals="-8"` },
        { name: NAME, text: "19949000000", more: `decimals="-6"` },
        { name: NAME, text: "20000000000", more: `decimals="-9"` },
      ],
      gives: [`${YEAR} = 19949000000`],
    },
    {
      what: "two values that no rounding makes one are both kept, and said",
      facts: [
        { name: NAME, text: "2000000000", more: `decimals="-6"` },
        { name: NAME, text: "19900000000", more: `decimals="-8"` },
        { name: NAME, text: "2000000000", more: `decimals="-6"` },
      ],
      gives: [`${YEAR} = 2000000000`, `${YEAR} = 19900000000`],
      says: /^It states us-gaap\/Revenues USD 2023-01-01\/2023-12-31 in 2 ways: 2000000000, 19900000000$/,
    },
    {
      what: "two values without a precision differ where they are not equal",
      facts: [{ name: NAME, text: "5" }, { name: NAME, text: "5.1" }],
      gives: [`${YEAR} = 5`, `${YEAR} = 5.1`],
      says: /in 2 ways/,
    },
    {
      what: "the precision of early instances counts digits",
      facts: [{ name: NAME, text: "1234", more: `precision="4"` }, { name: NAME, text: "1200", more: `precision="2"` }],
      gives: [`${YEAR} = 1234`],
    },
    {
      what: "the same number in two units is two facts",
      facts: [{ name: NAME, text: "5" }, { name: NAME, text: "6", unit: "eur" }],
      more: madeUnit("eur", "iso4217:EUR"),
      gives: [`${YEAR} = 5`, `${YEAR.replace("USD", "EUR")} = 6`],
    },
    {
      what: "a context that is missing is said",
      facts: [{ name: NAME, text: "5", context: "nowhere" }],
      gives: [],
      says: /its context "nowhere" is missing or not read/,
    },
    {
      what: "a context of which there are two by one name is none",
      facts: [{ name: NAME, text: "5", context: "two" }],
      more: madeContext("two", "2023-12-31") + madeContext("two", "2022-12-31"),
      gives: [],
      says: /its context "two"/,
    },
    {
      what: "a day that is none makes a context that is none",
      facts: [{ name: NAME, text: "5", context: "odd" }],
      more: madeContext("odd", "2023-02-30"),
      gives: [],
      says: /its context "odd"/,
    },
    {
      what: "a period that ends before it starts is none",
      facts: [{ name: NAME, text: "5", context: "odd" }],
      more: madeContext("odd", "2023-12-31/2023-01-01"),
      gives: [],
      says: /its context "odd"/,
    },
    {
      what: "midnight at the end of a period is the end of the day before, at its start that day",
      facts: [{ name: NAME, text: "5", context: "t" }, { name: "us-gaap:Assets", text: "6", context: "u" }],
      more: madeContext("t", "2023-01-01T00:00:00/2024-01-01T00:00:00") + madeContext("u", "2023-12-31T24:00:00"),
      gives: [`${YEAR} = 5`, "us-gaap/Assets USD 2023-12-31 = 6"],
    },
    {
      what: "a unit that only looks like dollars is none",
      facts: [{ name: NAME, text: "5", unit: "odd" }],
      more: madeUnit("odd", "made:USD"),
      gives: [],
      says: /its unit "odd" is missing or not read/,
    },
    {
      what: "a unit of several measures is none",
      facts: [{ name: NAME, text: "5", unit: "odd" }],
      more: madeUnit("odd", "iso4217:USD</xbrli:measure><xbrli:measure>iso4217:EUR"),
      gives: [],
      says: /its unit "odd"/,
    },
    {
      what: "a fact of another filer is left out, and said",
      facts: [{ name: NAME, text: "5", context: "other" }],
      more: madeContext("other", "2023-12-31").replace("0001234567", "0007654321"),
      gives: [],
      says: /it is of another filer, 0007654321/,
    },
    {
      what: "a script element is passed over",
      facts: [{ name: NAME, text: "5" }],
      more: "<made:script>Deno.exit(1)</made:script>",
      gives: [`${YEAR} = 5`],
    },
  ];

for (const { what, gives, says, ...made } of CASES) {
  for (const [form, text] of [["inline", madeInline(made)], ["as an instance", madeInstance(made)]] as const) {
    Deno.test(`${form}, ${what}`, async () => {
      const report = await wholeReport(text);
      deepEqual(shown(report.facts), gives);
      if (says === undefined) deepEqual(report.problems, []);
      else ok(messages(report).some((message) => says.test(message)), messages(report).join("; "));
    });
  }
}

Deno.test("inline, a fact of another target, or of a tuple, is left out", async () => {
  const facts = ['target="fees"', 'tupleRef="t"', 'order="1"'].map((more) => ({ name: NAME, text: "5", more }));
  deepEqual((await wholeReport(madeInline({ facts }))).facts, []);
});

Deno.test("inline, a fraction is not read, and said", async () => {
  const more =
    `<ix:fraction name="${NAME}" contextRef="year" unitRef="usd"><ix:numerator>1</ix:numerator></ix:fraction>`;
  deepEqual(messages(await wholeReport(madeInline({ facts: [], more }))), [
    "1 facts are fractions, which are not read",
  ]);
});

Deno.test("in an instance, a fact inside another element is a part of a tuple, and left out", async () => {
  const more = `<made:tuple><us-gaap:Revenues contextRef="year" unitRef="usd">5</us-gaap:Revenues></made:tuple>`;
  deepEqual((await wholeReport(madeInstance({ facts: [], more }))).facts, []);
});

const COVERS = [
  { cover: {}, form: "10-K", period: "2023-12-31" },
  { cover: { DocumentType: "10-Q", DocumentPeriodEndDate: "September 28, 2024" }, form: "10-Q", period: "2024-09-28" },
  { cover: { DocumentPeriodEndDate: "<b>Sept. 28,</b> <i>2024</i>" }, form: "10-K", period: "2024-09-28" },
  { cover: { DocumentPeriodEndDate: "28 September 2024" }, form: "10-K", period: "2024-09-28" },
  { cover: { DocumentPeriodEndDate: "the end of the year" }, form: "10-K", period: "2023-12-31" },
  { cover: { AmendmentFlag: "true" }, form: "10-K/A", period: "2023-12-31" },
  { cover: { DocumentType: "10-K/A", AmendmentFlag: "true" }, form: "10-K/A", period: "2023-12-31" },
  { cover: { DocumentType: " 20-F " }, form: "20-F", period: "2023-12-31" },
  { cover: { DocumentType: "<script>alert(1)</script>&lt;" }, form: undefined, period: "2023-12-31" },
] as const;

for (const { cover, form, period } of COVERS) {
  Deno.test(`a cover with ${JSON.stringify(cover)} is that of a ${form} to ${period}`, async () => {
    const report = await wholeReport(madeInline({ facts: [], cover }));
    equal(report.cover.form, form);
    equal(report.cover.period, period);
    deepEqual([report.cik, report.cover.name, report.cover.tickers], ["0001234567", "Made Company", ["MADE"]]);
  });
}

Deno.test("the cover of a report of several companies is that of the whole", async () => {
  const more = ["EntityCentralIndexKey", "EntityRegistrantName", "DocumentType"].map((name) =>
    `<ix:nonNumeric name="dei:${name}" contextRef="part">10-Q 7654321</ix:nonNumeric>`
  ).join("");
  const report = await wholeReport(madeInline({ facts: [{ name: NAME, text: "5" }], more }));
  const inFront = madeInline({ facts: [{ name: NAME, text: "5" }] }).replace("<ix:hidden>", `<ix:hidden>${more}`);
  for (const { cover, cik, facts } of [report, await wholeReport(inFront)]) {
    deepEqual([cover.form, cover.name, cik, facts.length], ["10-K", "Made Company", "0001234567", 1]);
  }
});

Deno.test("an instance with the element around it that submissions have is read", async () => {
  const whole = madeInstance({ facts: [{ name: NAME, text: "5" }] });
  deepEqual(shown((await wholeReport(`<XBRL>\n${whole}\n</XBRL>`)).facts), [`${YEAR} = 5`]);
});

Deno.test("the tickers of a cover are those of common shares first, and no words", async () => {
  const symbol = (context: string, text: string) =>
    `<ix:nonNumeric name="dei:TradingSymbol" contextRef="${context}">${text}</ix:nonNumeric>`;
  const more = [symbol("c", "MADE"), symbol("part", "MADE27"), symbol("a", "made-b"), symbol("a", "None; not traded")]
    .join("");
  const report = await wholeReport(madeInline({ facts: [], more, cover: { TradingSymbol: "" } }));
  deepEqual(report.cover.tickers, ["MADE.B", "MADE", "MADE27"]);
});

Deno.test("a text of the cover that is written in pieces is put together", async () => {
  const more =
    `<ix:continuation id="x2">-K</ix:continuation><ix:nonNumeric name="dei:DocumentType" contextRef="year" ` +
    `continuedAt="x1">1</ix:nonNumeric><ix:continuation id="x1" continuedAt="x2">0</ix:continuation>`;
  equal((await wholeReport(madeInline({ facts: [], more, cover: { DocumentType: "" } }))).cover.form, undefined);
  const alone = madeInline({ facts: [], more }).replace(
    /<ix:nonNumeric name="dei:DocumentType" contextRef="year">.*?>/,
    "",
  );
  equal((await wholeReport(alone)).cover.form, "10-K");
});

Deno.test("pieces that continue each other in a circle end", async () => {
  const more = `<ix:nonNumeric name="dei:EntityRegistrantName" contextRef="year" continuedAt="x">a</ix:nonNumeric>` +
    `<ix:continuation id="x" continuedAt="x">b</ix:continuation>`;
  ok((await wholeReport(madeInline({ facts: [], more }))).cover.name !== undefined);
});

Deno.test("any numbers are the same inline and as an instance, however inline writes them", async () => {
  const number = fc.record({
    digits: fc.bigInt({ min: 0n, max: 10n ** 15n }),
    point: fc.integer({ min: 0, max: 3 }),
    scale: fc.constantFrom(0, 3, 6, 9),
    isNegative: fc.boolean(),
    isComma: fc.boolean(),
    context: fc.constantFrom("year", "end", "cover"),
    tag: fc.integer({ min: 0, max: 1e6 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(number, { selector: ({ tag }) => tag, maxLength: 20 }), async (numbers) => {
      const written = numbers.map(({ digits, point, scale, isNegative, isComma, context, tag }) => {
        const [group, mark] = isComma ? [".", ","] : [",", "."];
        const text = digits.toString().padStart(point + 1, "0");
        const [whole, part] = [text.slice(0, text.length - point), text.slice(text.length - point)];
        const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, group) + (part === "" ? "" : mark + part);
        const format = isComma ? "ixt:num-comma-decimal" : "ixt:num-dot-decimal";
        const name = `us-gaap:Made${tag}`;
        const more = `format="${format}" scale="${scale}"${isNegative ? ` sign="-"` : ""}`;
        const value = `${isNegative && digits > 0n ? "-" : ""}${whole}${part === "" ? "" : `.${part}`}e${scale}`;
        return {
          inline: { name, text: grouped, context, more },
          instance: { name, text: value, context } satisfies MadeFact,
        };
      });
      const inline = await wholeReport(madeInline({ facts: written.map((one) => one.inline) }));
      const instance = await wholeReport(madeInstance({ facts: written.map((one) => one.instance) }));
      deepEqual(inline, instance);
      equal(inline.facts.length, numbers.length);
    }),
  );
});
