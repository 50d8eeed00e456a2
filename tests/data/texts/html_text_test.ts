import { deepEqual, equal, ok } from "../../assert.ts";
import { HtmlScan, loadHtmlText } from "../../../src/data/texts/html_text.ts";
import { reportSections } from "../../../src/data/texts/sections.ts";
import { missingShared, sharedPath, testOnShared } from "../../needs.ts";
import { parseDocument } from "npm:htmlparser2@10.1.0";

const read = await loadHtmlText();

const PAGES: readonly (readonly [when: string, html: string, text: string])[] = [
  ["blocks end lines", "<p>One</p><div>two</div>three<br>four", "One\ntwo\nthree\nfour"],
  ["white space is one space", "<p>One\n \t two&nbsp;&#160;three</p>", "One two three"],
  ["marks inside a word leave it whole", "<p>un<b>der</b><i>stood</i>, <u>yes</u></p>", "understood, yes"],
  [
    "entities are characters",
    "<p>R&amp;D &mdash; 5 &lt; 6 &#8220;so&#x201d; &#146; &bogus;</p>",
    "R&D — 5 < 6 “so” ’ &bogus;",
  ],
  ["scripts and styles are left out", "<style>p{}</style><p>a</p><script>if (1<2) '<p>no</p>'</script><p>b", "a\nb"],
  ["comments are left out", "a<!-- <p>no --> b<!-- never closed", "a b"],
  ["hidden parts are left out", '<div style="display: none"><div>no</div>no</div><p hidden>no</p>yes', "yes"],
  ["the head of inline XBRL is left out", "<ix:header><ix:hidden>5</ix:hidden></ix:header><p>seen", "seen"],
  [
    "tagged figures are text",
    "<p>Sales were $<ix:nonFraction scale='6'>5</ix:nonFraction> million</p>",
    "Sales were $5 million",
  ],
  [
    "rows of tables are lines",
    "<table><tr><td><div>Sales</div></td><td>$</td><td>5</td><td>(</td><td>3</td><td>)</td><td>4</td><td>%</td></tr>" +
    "<tr><td>Costs</td><td></td><td>4</td></tr></table>after",
    "Sales $5 (3) 4%\nCosts 4\nafter",
  ],
  ["tables are in tables", "<table><tr><td>a<table><tr><td>b</td></tr></table></td><td>c</td></tr></table>", "a\nb\nc"],
  ["elements are never closed", "<div><p>one<p>two<table><tr><td>three", "one\ntwo\nthree"],
  ["elements are closed twice", "</p></div>one</p></table>", "one"],
  ["a quotation mark is never closed", '<p class="x>one</p><p>two</p>', "one\ntwo"],
  ["a sign is no tag", "<p>5 < 6 and a <3 b</p>", "5 < 6 and a <3 b"],
  ["preformatted lines stay", "<pre>a  b\nc</pre>", "a b\nc"],
  ["it is empty", "", ""],
];

for (const [when, html, text] of PAGES) {
  Deno.test(`the text of a page when ${when}`, () => equal(read(html).text, text));
}

Deno.test("the title of a page is no part of its text", () => {
  deepEqual(read("<html><head><title>A &amp; B</title></head><body><p>c"), { title: "A & B", text: "c" });
});

/** Made to be looked at again and again by a scan that forgets. */
const LONG: readonly (readonly [what: string, make: (count: number) => string])[] = [
  ["one line", (count) => "word ".repeat(count)],
  ["open angles", (count) => "<".repeat(count)],
  ["tags that are not closed", (count) => "<div ".repeat(count)],
  ["quotation marks that are not closed", (count) => `<p a='"`.repeat(count)],
  ["comments that are not closed", (count) => "<!--".repeat(count)],
  ["scripts that are not closed", (count) => "<script>".repeat(count)],
  ["ends of other elements in a script", (count) => `<script>${"</s".repeat(count)}`],
];

for (const [what, make] of LONG) {
  Deno.test(`a page of ${what} is looked at as often as it is long`, () => {
    const looked = (count: number) => {
      const scan = new HtmlScan(make(count));
      for (const _ of scan.tokens());
      return scan.looked;
    };
    const [short, long] = [looked(2_000), looked(200_000)];
    ok(long <= 110 * short, `${short} and ${long}`);
  });
}

const FOLDER = "sec/filings_html";

async function pageOf(file: string): Promise<string> {
  const packed = await Deno.open(sharedPath(`${FOLDER}/${file}`));
  return await new Response(packed.readable.pipeThrough(new DecompressionStream("gzip"))).text();
}

const TEN_K = "1 1A 1B 1C 2 3 4 5 6 7 7A 8 9 9A 9B 9C 10 11 12 13 14 15 16".split(" ").map((one) => `Item ${one}`);
const REPORTS: readonly (readonly [file: string, sections: readonly string[]])[] = [
  ...["aapl-10-k-2024-11-01", "amzn-10-k-2025-02-07", "googl-10-k-2025-02-05", "ibm-10-k-2025-02-25"].map((name) =>
    [`${name}.html.gz`, TEN_K] as const
  ),
  ...["nvda-10-k-2025-02-26", "wmt-10-k-2025-03-14"].map((name) => [`${name}.html.gz`, TEN_K] as const),
  ["aapl-10-q-2025-08-01.html.gz", [
    ...["Item 1", "Item 2", "Item 3", "Item 4", "Part II Item 1", "Item 1A", "Part II Item 2", "Part II Item 3"],
    ...["Part II Item 4", "Item 5", "Item 6"],
  ]],
  ["BuckleInc.8-K.html.gz", ["Item 2.02", "Item 9.01"]],
  ["form8k.Nordstrom.html.gz", ["Item 5.02", "Item 9.01"]],
  ["BuckleInc.8-K.EX99.1.html.gz", []],
];

for (const [file, sections] of REPORTS) {
  testOnShared(
    missingShared(`${FOLDER}/${file}`),
    `${file}: its sections, and the words another reader finds`,
    async () => {
      const whole = await pageOf(file);
      const html = whole.slice(whole.search(/<html/i)); // without the head of the submission that one was cut out of
      const { text } = read(html);
      deepEqual(reportSections(text).map(({ name }) => name), sections);
      equal(lettersOf(text), lettersOf(otherReading(html)));
    },
  );
}

/** Letters and digits, because each reader parts them in its own way. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, "");
}

interface Node {
  readonly type: string;
  readonly name?: string;
  readonly data?: string;
  readonly attribs?: Readonly<Record<string, string>>;
  readonly children?: readonly Node[];
}

/** The texts of a tree that another parser makes. */
function otherReading(html: string): string {
  const textOf = (node: Node): string => {
    if (node.type === "text") return node.data ?? "";
    const isHidden = /display\s*:\s*none/.test(node.attribs?.["style"] ?? "") ||
      ["head", "script", "style", "ix:header", "title"].includes(node.name ?? "");
    return isHidden || node.type === "comment" || node.type === "directive"
      ? ""
      : (node.children ?? []).map(textOf).join("");
  };
  return textOf(parseDocument(html) as unknown as Node);
}
