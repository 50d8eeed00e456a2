import { dayIn } from "../../../src/calendar/day.ts";
import { DATE, exchangedWords, type FaultKind, FIGURE, kindsOf, replaced } from "./kind.ts";

const keeping = (name: string, make: (text: string) => readonly string[]) => ({ name, make, keepsMeaning: true });
const DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** The same said in other words. They may be dropped or kept: they are only counted. */
export const PARAPHRASES: readonly FaultKind[] = kindsOf("paraphrases", [
  keeping("synonyms", (text) =>
    exchangedWords(text, [
      ["comes out", "turns out"],
      ["closed at", "ended the day at"],
      ["maximum drawdown", "deepest decline"],
      ["chance", "likelihood"],
      ["taken together", "as a group"],
      ["have tended to", "have often been found to"],
      ["signals conflict", "signals disagree"],
    ])),
  keeping("per cent in words", (text) => replaced(text, /%/g, [" percent", " per cent", " %"])),
  keeping(
    "the right number in words",
    (text) =>
      replaced(text, /(?<![\d.-])\d\.\d\d?(?![\d.-])/g, (figure) => [
        [...figure].map((one) => one === "." ? "point" : DIGITS[Number(one)]).join(" "),
      ]),
  ),
  keeping(
    "the same day written otherwise",
    (text) =>
      replaced(text, DATE, (date) => [dayIn(date) ?? "", dayIn(date)?.replaceAll("-", "/") ?? "", `the day ${date}`]),
  ),
  keeping(
    "a window written otherwise",
    (text) =>
      exchangedWords(text, [["52-week", "52 week"], ["three months", "3 months"], ["12-month", "twelve-month"], [
        "200-day",
        "200 day",
      ]]),
  ),
  keeping("other punctuation", (text) => [
    text.replace("; ", ", and "),
    text.replace(/, (?=\p{L})/u, " - "),
    text.replace(/ \(([^()]*)\)/, ", $1,"),
    text.replace(/\.$/, ""),
  ]),
  keeping("and as well", (text) => replaced(text, / and (?=\p{L})/gu, [" as well as ", " & "])),
  keeping(
    "a possessive turned",
    (
      text,
    ) => [
      text.replace(/([A-Z]{2,5})'s volatility/, "the volatility of $1"),
      text.replace(/([A-Z]{2,5})'s beta/, "the beta of $1"),
    ],
  ),
  keeping("fewer or more zeros", (text) => replaced(text, /\d+\.\d+/g, (figure) => [`${figure}0`])),
  keeping(
    "a figure rounded once more",
    (text) => replaced(text, /\d\d+\.\d/g, (figure) => [Number(figure).toFixed(0)]),
  ),
  keeping(
    "about a figure",
    (text) => replaced(text, FIGURE, (figure) => [`about ${figure}`, `roughly ${figure}`, `~${figure}`]),
  ),
  keeping(
    "a filler",
    (text) => [`In short, ${text}`, `Note: ${text}`, text.replace(/\bis\b/, "is, then,"), `${text} `],
  ),
  keeping("another dash or space", (text) => [
    ...replaced(text, /(?<=[ (])-(?=\d)/g, ["\u2212", "\u2013"]),
    ...replaced(text, /%/g, ["\u202f%", "\u00a0%"]),
  ]),
  keeping("quoted by nobody", (text) => [text.replace(/'/g, "\u2019"), text.replace(/ /, "  ")]),
]);
