/** Sentences by which the check was broken: true ones that it refused, and false ones that it proved. */
import { openSample } from "../../../src/data/prices/sample.ts";
import { verifyText } from "../../../src/verify/text/verify_text.ts";
import { deepEqual } from "../../assert.ts";

const view = (await openSample()).at("2017-12-29");

/** What was found of each claim, in order: `p`roven, `f`alse, `u`nknown. */
function found(text: string): string {
  return verifyText(text, view).sentences.flatMap(({ claims }) => claims.map(({ finding }) => finding.charAt(0)))
    .join("");
}

/** What is found, and of which sentences. */
const REPORTS: readonly (readonly [title: string, rows: readonly (readonly [found: string, text: string])[]])[] = [
  ["figures in a list are of the companies of another, in order", [
    ["pp", "Apple and Alphabet had revenue of $215.6 billion and $90.3 billion in 2016."],
    ["ff", "Apple and Alphabet had revenue of $90.3 billion and $215.6 billion in 2016."],
    ["pp", "In 2016 Apple and Alphabet reported net income of $45.7 billion and $19.5 billion."],
    ["uu", "Apple, Initech and Alphabet had revenue of $215.6 billion and $90.3 billion in 2016."],
    ["u", "Apple and Alphabet both had revenue of more than $100 billion in 2016."],
  ]],
  ["figures in a list are of the items of another, in order", [
    ["pp", "Apple's revenue and net income were $229.2 billion and $48.4 billion in fiscal 2017."],
    ["ff", "Apple's revenue and net income were $48.4 billion and $229.2 billion in fiscal 2017."],
    ["u", "Apple spent $46 billion on dividends and buybacks in fiscal 2017."],
    ["u", "Apple's revenue and net income rose in fiscal 2017."],
  ]],
  ["figures in a list are of the times of another, in order", [
    ["ppp", "In fiscal 2015, 2016 and 2017, Apple's revenue was $233.7 billion, $215.6 billion and $229.2 billion."],
    ["fpf", "In fiscal 2015, 2016 and 2017, Apple's revenue was $229.2 billion, $215.6 billion and $233.7 billion."],
    ["pp", "Apple's revenue in fiscal 2016 and 2017 was $215.6 billion and $229.2 billion."],
    ["pp", "Apple's revenue was $215.6 billion and $229.2 billion in fiscal 2016 and 2017."],
  ]],
  ["a range holds what is between its ends", [
    ["pp", "Apple's revenue was between $200 billion and $250 billion in fiscal 2017."],
    ["pf", "Apple's revenue was between $200 billion and $220 billion in fiscal 2017."],
  ]],
  ["a change has the time of what it led to", [
    [
      "pppp",
      "Apple's fiscal 2017 revenue rose 6% to $229.2 billion, and Alphabet's rose 20% to $90.3 billion in 2016.",
    ],
  ]],
  ["a time that is not read is no year", [
    ["u", "Apple's revenue was $88.3 billion in the holiday quarter of 2017."],
    ["u", "Apple's revenue since 2015 totals $678.6 billion."],
    ["u", "Apple's revenue has risen 46.5% since fiscal 2012."],
    ["u", "Apple's revenue was $19.1 billion a month in fiscal 2017."],
  ]],
  ["how far something is from another is no size of it", [
    ["u", "Apple's 2016 revenue exceeded Alphabet's by $125 billion."],
    ["u", "Apple's revenue was $125.4 billion more than Alphabet's in 2016."],
    ["p", "Apple's fiscal 2017 revenue was $4.5 billion below that of fiscal 2015."],
    ["u", "Apple added $13.6 billion of revenue in fiscal 2017."],
  ]],
  ["another currency refuses nothing", [
    ["u", "Apple's revenue was ¥25 trillion in fiscal 2017."],
    ["u", "Apple's revenue was HK$1.8 trillion in fiscal 2017."],
    ["u", "Apple's revenue was 195 billion Swiss francs in fiscal 2017."],
    ["u", "Apple's revenue was CAD 290 billion in fiscal 2017."],
  ]],
  ["what somebody else is told to say is not decided on", [
    ["u", "According to one rumor, Apple's revenue was $300 billion in fiscal 2017."],
    ["u", '"Apple\'s revenue was $300 billion in fiscal 2017," he claimed.'],
  ]],
];

for (const [title, rows] of REPORTS) {
  Deno.test(`verifyText(): ${title}`, () => deepEqual(rows.map(([, text]) => [found(text), text]), rows));
}
