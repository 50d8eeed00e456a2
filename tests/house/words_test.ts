/** The words of the field, in every sentence of the analyst, in alerts and on the pages: what they replaced does not come back. */
import { VOCABULARY } from "../../src/data/vocabulary.ts";
import { deepEqual, ok } from "../assert.ts";
import { filesBelow, ROOT } from "./module_graph.ts";

/** A word that is not said, what is said instead, and where it is right all the same. */
interface Unsaid {
  readonly word: RegExp;
  readonly instead: string;
  /** Texts in which it stands for something else. "Fell", of a return, is no match anyway. */
  readonly except?: RegExp;
}

const WORDS: readonly Unsaid[] = [
  { word: /\b(?:worst|deepest) falls?\b/i, instead: "maximum drawdown" },
  { word: /\bchance of a (?:15% )?fall\b/i, instead: "chance of a 15% drawdown, drawdown risk" },
  { word: /\bvolatility (?:is|of) [^ ,;]+ a year\b|\bvolatility a year\b/i, instead: "annualised volatility" },
  { word: /\b(?:200-day|10-month|long) mean\b/i, instead: "moving average" },
  { word: /\bthe mean (?:score|chance|correlation|of)\b|\bmean correlation\b/i, instead: "average" },
  { word: /\b(?:\d+|\{\w+\}) names\b/i, instead: "companies" },
  { word: /\bmonthly bars|\bdaily bars|'s bars?\b|\bits bars\b/i, instead: "prices" },
  { word: /\bknown since\b/i, instead: "public since" },
  { word: /\bis read as\b/i, instead: "is taken as" },
  { word: /\breckoned\b/i, instead: "estimated, derived" },
  { word: /\bnewest\b(?! first)/i, instead: "latest" },
  { word: /\ba year before\b/i, instead: "a year earlier", except: /less that of a year before/ },
  { word: /\bthe data holds\b/i, instead: "the data hold" },
  { word: /\bturn came true|flipped\b/i, instead: "trigger hit, view changed" },
  { word: /\bpoint in opposite directions\b/i, instead: "signals conflict" },
  { word: /\bbeats its own past\b/i, instead: "counts as a beat" },
  { word: /\b(?:heavier|thinner) traded\b/i, instead: "more liquid, less liquid" },
  { word: /(?<!\ba )\bnumber of shares\b/i, instead: "share count" },
  { word: /\bgross profit for its assets\b/i, instead: "gross profit over assets" },
  { word: /\btensions?\b/i, instead: "conflicting signals" },
  { word: /\b(?:grew|rose|fell|changed) [^ ]+ in a year\b/i, instead: "over the year" },
  { word: /[\d}] %/, instead: "12.7%" },
  { word: /\bsessions? (?:old|ago)\b/i, instead: "trading days" },
  { word: /\b(?:is|are|was|were) told\b|\btold (?:to stop|apart)\b/i, instead: "reported, interrupted, distinguished" },
  { word: /\bstill to come\b/i, instead: "in the future" },
  {
    word: /(?<!there )\bis no (?:number|day|date|ticker|file|address|table|price|feed|error|JSON)\b/i,
    instead: "is not a",
  },
  { word: /\bbuilt anew\b|\bexits at once\b|\bgoes on where\b/i, instead: "rebuilt, exits now, resumes" },
];

/** What a text says that is said otherwise. */
function unsaid(text: string): readonly string[] {
  return WORDS.flatMap(({ word, instead, except }) => {
    const rest = except === undefined ? text : text.replace(except, "");
    const found = word.exec(rest)?.[0];
    return found === undefined ? [] : [`"${found}", instead: ${instead}`];
  });
}

Deno.test("no phrase of the analyst, and no name of a measure in one, says a word that the field has another for", () => {
  const phrases = Object.entries(VOCABULARY.phrases).flatMap(([id, { text, words = {} }]) =>
    [text, ...Object.values(words).flatMap((values) => Object.values(values))].map((said) => ({ id, said }))
  );
  const names = Object.entries(VOCABULARY.metrics).flatMap(([id, { name, window, most, least, needs, head, alert }]) =>
    [name, window, most, least, needs, head, alert].flatMap((said) => said === undefined ? [] : { id, said })
  );
  ok(phrases.length > 700 && names.length > 90, `${phrases.length} ${names.length}`);
  deepEqual([...phrases, ...names].flatMap(({ id, said }) => unsaid(said).map((what) => `${id}: ${what}`)), []);
});

/**
 * Files whose strings a person reads beside an answer: all but definitions and what people say in questions, but the
 * bars of a day, and but what the analyst, the verifier and the views say elsewhere. A literal in a comment, an import or
 * a code name is no text, nor is code in a template.
 */
const FILES =
  /^src\/(?!(?:agent|verify|view|terms|data\/(?:metrics|names|phrases|question|sessions))\/|data\/prices\/intraday)|^src\/agent\/(?:question_notes|unanswerable|conclude)/;

Deno.test("no string of a command, a run, an alert or a refusal says a word that the field has another for", async () => {
  const files = (await filesBelow("src", ".ts")).filter((file) => FILES.test(file));
  ok(files.length > 500, `${files.length}`);
  const found = await Promise.all(files.map(async (file) => {
    const source = (await Deno.readTextFile(new URL(file, ROOT))).replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, "");
    const strings = source.match(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [];
    return strings.filter((said) => said.includes(" ")).flatMap((said) =>
      unsaid(said.replace(/\$\{[^{}]*\}/g, "{x}")).map((what) => `${file}: ${what}`)
    );
  }));
  deepEqual(found.flat(), []);
});

/** Pages define measures by formulas of prices, which have bars, means and the newest of things; printed answers do not. */
const PRINTED = /^> .*$|^[A-Z]{2,5}(?:'s|:| ).*$|^- (?:For: |Against: )?[A-Z]{2,5}(?:'s|:| ).*$/gm;

Deno.test("no answer that a page prints says a word that the field has another for", async () => {
  const pages = ["README.md", ...await filesBelow("docs", ".md")];
  const found = await Promise.all(pages.map(async (page) => {
    const printed = (await Deno.readTextFile(new URL(page, ROOT))).match(PRINTED) ?? [];
    return printed.flatMap((said) => unsaid(said).map((what) => `${page}: ${what} in ${said.slice(0, 80)}`));
  }));
  deepEqual(found.flat(), []);
});

/** In prose these have a meaning of their own: bars and what is newest are said of files, names of lists, telling of people. */
const IN_PROSE = /bars|newest|names|told|number of shares|in a year|session|is no /;

Deno.test("no page says a word that the field has another for, but measures, which are defined there", async () => {
  const pages = ["README.md", ...await filesBelow("docs", ".md")].filter((page) => page !== "docs/measures.md");
  const words = WORDS.filter(({ word }) => !IN_PROSE.test(word.source));
  ok(pages.length > 20 && words.length > 12, `${pages.length} ${words.length}`);
  const found = await Promise.all(pages.map(async (page) => {
    const prose = (await Deno.readTextFile(new URL(page, ROOT))).replace(/```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)/g, "");
    return words.flatMap(({ word, instead }) => {
      const said = word.exec(prose)?.[0];
      return said === undefined ? [] : [`${page}: "${said}", instead: ${instead}`];
    });
  }));
  deepEqual(found.flat(), []);
});
