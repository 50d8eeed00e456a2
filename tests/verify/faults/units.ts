import { type FaultKind, kindsOf, replaced } from "./kind.ts";

const MONEY = /\$\d[\d,]*(?:\.\d+)?(?:m|bn|trn)?/g;

/** Units, currencies, scales and what is measured against. */
export const UNITS: readonly FaultKind[] = kindsOf("units", [
  {
    name: "another unit for per cent",
    make: (text) => replaced(text, /%/g, [" basis points", " percentage points", " per mille", " sigma", "% of GDP"]),
  },
  {
    name: "another currency in words",
    make: (text) =>
      replaced(
        text,
        MONEY,
        (money) => [" euros", " US cents", " pounds", " yen"].map((other) => money.slice(1) + other),
      ),
  },
  {
    name: "a currency sign",
    make: (text) => replaced(text, /\$(?=\d)/g, ["€", "£", "¥", "US¢", "A$", ""]),
  },
  {
    name: "another scale in words",
    make: (text) => [
      ...replaced(text, /(?<=\d)bn\b/g, ["m", "trn", " million", " thousand", ""]),
      ...replaced(text, /(?<=\d)m\b/g, ["bn", "k", " billion", " thousand"]),
      ...replaced(text, /per billion/g, ["per million", "per share", "per trade", "per cent"]),
    ],
  },
  {
    name: "money of another kind",
    make: (text) =>
      replaced(
        text,
        MONEY,
        (money) => [" before tax", " a share", " in 1990 dollars", " after costs"].map((other) => money + other),
      ),
  },
  {
    name: "another benchmark",
    make: (text) =>
      replaced(text, /(?:the )?S&P 500/g, [
        "the DAX",
        "the Nasdaq Composite",
        "gold",
        "its sector",
        "cash",
        "the S&P 500 Total Return",
      ]),
  },
  {
    name: "another event of a probability",
    make: (text) => [
      ...replaced(text, /a positive return/g, [
        "a return above inflation",
        "a negative return",
        "a doubling",
        "any return",
      ]),
      ...replaced(text, /beating/g, ["trailing", "matching", "not beating", "missing"]),
      ...replaced(text, /falls 15% or more/g, ["falls at all", "rises 15% or more", "goes bankrupt"]),
      ...replaced(text, /a 15% drawdown/g, ["a drawdown", "a 15% rise", "a bankruptcy"]),
    ],
  },
  {
    name: "another basis of a price",
    make: (text) => [
      ...replaced(text, /adjusted for dividends/g, ["adjusted for inflation", "unadjusted", "adjusted for splits"]),
      ...replaced(text, /\bclosed at\b/g, ["opened at", "traded at", "peaked at", "closed below"]),
      ...replaced(text, /dividends are in/g, ["dividends are not in", "taxes are in"]),
    ],
  },
  {
    name: "another denominator",
    make: (text) =>
      replaced(text, /%(?! of)/g, ["% of its sales", "% of the index", "% on average per year", "% of the time"]),
  },
]);
