import { type FaultKind, FIGURE, kindsOf, replaced } from "./kind.ts";

interface Language {
  readonly point: string;
  readonly minus: string;
  readonly digits: readonly string[];
  readonly percent: string;
}

const LANGUAGES = {
  English: {
    point: "point",
    minus: "minus",
    percent: "per cent",
    digits: ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"],
  },
  German: {
    point: "Komma",
    minus: "minus",
    percent: "Prozent",
    digits: ["null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"],
  },
  French: {
    point: "virgule",
    minus: "moins",
    percent: "pour cent",
    digits: ["zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"],
  },
  Spanish: {
    point: "coma",
    minus: "menos",
    percent: "por ciento",
    digits: ["cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"],
  },
  Italian: {
    point: "virgola",
    minus: "meno",
    percent: "per cento",
    digits: ["zero", "uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove"],
  },
  Chinese: {
    point: "点",
    minus: "负",
    percent: "百分点",
    digits: ["零", "一", "二", "三", "四", "五", "六", "七", "八", "九"],
  },
} satisfies Record<string, Language>;

const FIGURE_AND_PERCENT = new RegExp(`${FIGURE.source}%?`, "gu");

/** Figures written out, in the words of a language or of a careless writer. */
export const NUMBERS_IN_WORDS: readonly FaultKind[] = kindsOf("numbers in words", [
  ...Object.entries(LANGUAGES).map(([name, language]) => ({
    name: `a wrong number in ${name} words`,
    make: (text: string) => replaced(text, FIGURE_AND_PERCENT, (figure) => [spoken(wrong(figure), language)]),
  })),
  {
    name: "a round word for a figure",
    make: (text) => replaced(text, FIGURE_AND_PERCENT, ["a dozen", "a hundred", "a couple", "thousands", "a third"]),
  },
  {
    name: "a part in words for a percentage",
    make: (text) => replaced(text, /[-+\u2212]?[\d.]+%/g, ["three quarters", "nine tenths", "double", "one in two"]),
  },
  {
    name: "a Roman number",
    make: (text) => replaced(text, FIGURE, ["MMXVII", "XCIX", "IV"]),
  },
  {
    name: "an ordinal for a rank",
    make: (text) =>
      replaced(text, /\d+(?:st|nd|rd|th) of \d+/g, ["first of all", "second to none", "last by far", "one of them"]),
  },
  {
    name: "a word of size after a figure",
    make: (text) =>
      replaced(text, FIGURE, (figure) => [`${figure} thousand`, `${figure} dozen`, `${figure} and a half`]),
  },
]);

/** The figure with its first digit changed. */
function wrong(figure: string): string {
  return figure.replace(/\d/, (digit) => String((Number(digit) + 3) % 10));
}

function spoken(figure: string, { digits, point, minus, percent }: Language): string {
  return [...figure.replaceAll(",", "")].map((one) => {
    if (one === ".") return point;
    if (one === "%") return percent;
    return /\d/.test(one) ? digits[Number(one)] : one === "+" ? "plus" : minus;
  }).join(" ");
}
