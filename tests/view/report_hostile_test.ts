import { deepEqual, equal, ok } from "../assert.ts";
import { anyText } from "../fixtures/any_text.ts";
import { runsOf } from "../sweeps.ts";
import fc from "fast-check";
import { changeWords } from "../../src/compare/change_words.ts";
import { fileAddress } from "../../src/view/thesis_view.ts";
import { reportPage } from "../../src/view/page/page.ts";
import { hostileInput } from "./report_hostile_input.ts";
import { HOSTILE_TEXTS } from "../fixtures/hostile_texts.ts";
import { manifestOf, openRow, thesisRow } from "./report_rows.ts";
import { tagsOf, textOf } from "./report_tags.ts";

/** Every element that a report may have. */
const ELEMENTS = new Set([
  ...["html", "head", "meta", "title", "style", "body", "header", "nav", "main", "section", "footer", "div", "span"],
  ...["h1", "h2", "h3", "h4", "p", "ul", "ol", "li", "dl", "dt", "dd", "b", "i", "em", "small", "a", "code", "pre"],
  ...["table", "thead", "tbody", "tr", "th", "td", "details", "summary", "figure", "figcaption", "img", "svg", "path"],
  ...["blockquote", "del", "ins", "wbr", "doctype"],
]);
const WORD = /^[\w -]*$/;
const ANY = /^/;
/** Every attribute that an element may have, with the values allowed. */
const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  "data-t": ANY,
  ...{ class: WORD, id: WORD, role: WORD, scope: WORD, tabindex: /^0$/, lang: /^en$/, charset: /^utf-8$/ },
  ...{
    name: WORD,
    "http-equiv": /^Content-Security-Policy$/,
    content: ANY,
    "aria-hidden": /^true$/,
    "aria-label": ANY,
  },
  ...{ alt: ANY, loading: /^lazy$/, rel: /^noopener noreferrer$/, preserveaspectratio: /^none$/ },
  style: /^(?:(?:--[lwm]|left|top):-?[\d.]+%|flex-grow:\d+)(?:;(?:--w|top):-?[\d.]+%)?$/,
  href: /^(?:#\w+|(?:theses|failures|changes|alerts)\.\w+|files(?:\/[\w.~!*'()%-]+)+)$/,
  src: /^data:image\/[a-z+]+;base64,[A-Za-z0-9+/=]+$/,
  viewbox: /^[\d -]+$/,
  d: /^[MlhVHLz\d .-]+$/,
};

/** Elements and attributes in a page that are not allowed, with their values. */
function strangers(page: string): string[] {
  return tagsOf(page).flatMap(({ name, attributes }) => {
    if (name === "html" && page.startsWith("<!DOCTYPE html>") && attributes.size === 0) return [];
    if (!ELEMENTS.has(name.replace("/", ""))) return [name];
    return [...attributes].filter(([key, value]) => ATTRIBUTES[key]?.test(value) !== true)
      .filter(([key]) => !(name === "doctype" && key === "html"))
      .map(([key, value]) => `${name} ${key}="${value}"`);
  });
}

const hostile = reportPage(hostileInput());

Deno.test("a report of hostile texts has no element, attribute, link or picture but its own", () => {
  deepEqual(strangers(hostile), []);
});

Deno.test("the search for foreign elements finds each hostile text in a careless page", () => {
  for (const { name, text, careless } of HOSTILE_TEXTS) ok(strangers(careless(text)).length > 0, name);
});

Deno.test("a report of hostile texts opens and closes the same elements", () => {
  const open: string[] = [];
  for (const { name } of tagsOf(hostile)) {
    if (["meta", "img", "path", "wbr", "doctype"].includes(name)) continue;
    if (name.startsWith("/")) equal(open.pop(), name.slice(1));
    else open.push(name);
  }
  deepEqual(open, []);
});

Deno.test("a report shows hostile texts unchanged, except for control characters", () => {
  const text = textOf(hostile);
  for (const vector of HOSTILE_TEXTS) ok(text.includes(vector.text), vector.name);
  // deno-lint-ignore no-control-regex -- it searches for control characters
  equal(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(hostile), false);
  equal(hostile.isWellFormed(), true);
});

Deno.test("a report has no script and cannot load anything", () => {
  equal(/<script|javascript:ran\(\d+\)"|@import|url\(/i.test(hostile.replace(/&lt;script/g, "")), false);
  const policy = tagsOf(hostile).find(({ attributes }) => attributes.has("http-equiv"))?.attributes.get("content");
  equal(policy, "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'");
});

Deno.test("a report accepts a picture only as a base64 data: URI of an image", () => {
  const sources = tagsOf(hostile).filter(({ name }) => name === "img").map(({ attributes }) => attributes.get("src"));
  ok(sources.length > 0);
  for (const source of sources) ok(source?.startsWith("data:image/svg+xml;base64,"), source);
});

const PATHS = [
  { path: "files/1_AAPL/a.png", is: "files/1_AAPL/a.png" },
  { path: "files/1_A/a b#c?d%.png", is: "files/1_A/a%20b%23c%3Fd%25.png" },
  { path: "files/1_A/\ud800.png", is: "files/1_A/%EF%BF%BD.png" },
  { path: "files", is: undefined },
  { path: "files/", is: undefined },
  { path: "files//a", is: undefined },
  { path: "files/../manifest.json", is: undefined },
  { path: "files/./a", is: undefined },
  { path: "files/..\\..\\a", is: undefined },
  { path: "/files/a", is: undefined },
  { path: "javascript:alert(1)", is: undefined },
  { path: "https://example.com/files/a", is: undefined },
] as const;
for (const { path, is } of PATHS) {
  Deno.test(`fileAddress() of ${JSON.stringify(path)} is ${is ?? "undefined"}`, () => equal(fileAddress(path), is));
}

Deno.test("fileAddress() of an SVG is its address where the embedded service drew it, and of no page", () => {
  equal(fileAddress("files/1_A/a.svg"), undefined);
  equal(fileAddress("files/1_A/a.svg", { isOurs: true }), "files/1_A/a.svg");
  for (const path of ["files/1_A/a.html", "files/../a.svg", "a.svg"]) {
    equal(fileAddress(path, { isOurs: true }), undefined);
  }
});

Deno.test("a report of any texts has no element, attribute or link but its own", () => {
  const text = fc.oneof(
    anyText({ maxLength: 40 }),
    fc.array(fc.constantFrom("<", ">", '"', "'", "&", "`", "=", "/", "on", "a", " ", "\n", "\0", "${"), {
      maxLength: 20,
    })
      .map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(text, text, text, (a, b, c) => {
      const row = thesisRow(1, {
        ticker: a,
        company: b,
        signal: c,
        reasoning: a,
        drivers: [b],
        risks: [c],
        warnings: [a],
      });
      const files = [{ path: `files/${b}/${c}`, bytes: 1, sha256: "", mediaType: "" }];
      const rows = [{ ...row, files, asOf: b }, openRow(2, { ticker: c, errorCode: a, error: b })];
      const manifest = manifestOf({ input: { name: a, sha256: b }, service: { name: c, model: a }, header: ["x", b] });
      deepEqual(strangers(reportPage({ manifest, rows, folder: c, group: b, whatChanged: changeWords })), []);
    }),
    runsOf("view/report_hostile", 100),
  );
});
