import { after, type FaultKind, FIGURE, kindsOf, replaced, TICKER } from "./kind.ts";

const LOOKALIKES: Readonly<Record<string, string>> = {
  A: "А",
  B: "В",
  C: "С",
  E: "Е",
  H: "Н",
  I: "І",
  M: "М",
  O: "О",
  P: "Р",
  S: "Ѕ",
  T: "Т",
  X: "Х",
  a: "а",
  c: "с",
  e: "е",
  o: "о",
  p: "р",
  x: "х",
};
/** The zeros of Arabic, Devanagari, Bengali, fullwidth, mathematical and subscript digits. */
const SCRIPTS = [0x660, 0x966, 0x9e6, 0xff10, 0x1d7ce, 0x2080] as const;
const SUPERSCRIPTS = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"];
const INVISIBLE = ["\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad"];
const DIRECTIONS = ["\u202e", "\u2067", "\u200f"];
const CONTROLS = ["\u0007", "\u001b[8m", "\u0000", "\u0085"];

const inScript = (digits: string, zero: number) =>
  digits.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const other = (figure: string) => figure.replace(/\d/, (digit) => String((Number(digit) + 3) % 10));

/**
 * Characters that a reader sees as others, or not at all. A program that reads the text finds another name or another
 * figure, so all of them change the meaning.
 */
export const CHARACTERS: readonly FaultKind[] = kindsOf("characters", [
  {
    name: "a look-alike letter in a name",
    make: (text) => replaced(text, TICKER, (name) => [name.replace(/./g, (letter) => LOOKALIKES[letter] ?? letter)]),
  },
  {
    name: "look-alike letters in words",
    make: (text) =>
      replaced(text, /\b[a-z]{4,}\b/g, (word) => [word.replace(/[aceopx]/, (letter) => LOOKALIKES[letter] ?? letter)]),
  },
  {
    name: "digits of another script",
    make: (text) =>
      replaced(
        text,
        FIGURE,
        (figure) => SCRIPTS.flatMap((zero) => [inScript(figure, zero), inScript(other(figure), zero)]),
      ),
  },
  {
    name: "superscript digits after a figure",
    make: (text) => replaced(text, FIGURE, (figure) => SUPERSCRIPTS.map((digit) => figure + digit)),
  },
  {
    name: "an invisible character in a figure",
    make: (text) => replaced(text, /\d(?=[\d.])/g, (digit) => INVISIBLE.map((one) => digit + one)),
  },
  {
    name: "an invisible character in a word",
    make: (text) => replaced(text, /\b[A-Za-z]{2}(?=[A-Za-z])/g, (letters) => INVISIBLE.map((one) => letters + one)),
  },
  {
    name: "a turned direction",
    make: (text) => [
      ...replaced(text, FIGURE, (figure) => DIRECTIONS.map((one) => `${one}${figure}\u202c`)),
      ...DIRECTIONS.map((one) => one + text),
    ],
  },
  {
    name: "a control character",
    make: (text) => [...CONTROLS.map((one) => text + one), ...after(text, FIGURE, CONTROLS)],
  },
  {
    name: "a mark on a letter",
    make: (text) =>
      replaced(text, /\b[a-z]{4}/g, (word) => [`${word}\u0336`, `${word.slice(0, 1)}\u0301${word.slice(1)}`]),
  },
  {
    name: "a strange sign or point",
    make: (text) => [
      ...replaced(text, /(?<=\d)\.(?=\d)/g, [",", "·", "٫", "'", " "]),
      ...replaced(text, /(?<=[ (])[-+\u2212](?=\d)/g, ["~", "±", "⁻", "—", "="]),
      ...replaced(text, /%/g, ["％", "٪", "℅", "‰"]),
    ],
  },
  {
    name: "characters outside the text plane",
    make: (text) => [`${text}\u{E0041}\u{E0042}`, `${text} 📈`, `🚀 ${text}`, text.replace(/ /, " 👍 ")],
  },
]);
