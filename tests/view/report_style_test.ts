import { equal, ok } from "../assert.ts";
import { REPORT_STYLE } from "../../src/view/page/style.ts";

const MIN_CONTRAST = 4.5;
const PAIRS = [
  ...["ink", "dim", "link", "up", "down", "bad", "ok"].flatMap((ink) => [[ink, "bg"], [ink, "card"]] as const),
  ...[["ink", "soft"], ["ink", "warnbg"], ["dim", "warnbg"], ["ink", "badbg"], ["bad", "badbg"], [
    "dim",
    "soft",
  ]] as const,
];

/** The colours of one scheme, by name. */
function coloursOf(style: string): Map<string, string> {
  const [, root = ""] = /:root\{([^}]*)\}/.exec(style) ?? [];
  return new Map(
    Array.from(root.matchAll(/--(\w+):(#[0-9a-f]{3,6})/g), ([, name = "", colour = ""]) => [name, colour]),
  );
}

/** Relative luminance, as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const hex = colour.length === 4 ? colour.replace(/[0-9a-f]/g, "$&$&") : colour;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

Deno.test("contrast is computed as in WCAG", () => {
  equal(contrast("#000", "#ffffff").toFixed(2), "21.00");
  equal(contrast("#777", "#fff").toFixed(2), "4.48");
});

const SCHEMES = {
  light: REPORT_STYLE,
  dark: REPORT_STYLE.slice(REPORT_STYLE.indexOf("prefers-color-scheme:dark")),
  print: REPORT_STYLE.slice(REPORT_STYLE.indexOf("@media print")),
};
for (const [scheme, style] of Object.entries(SCHEMES)) {
  Deno.test(`every text colour of the report has enough contrast: ${scheme}`, () => {
    const colours = coloursOf(style);
    for (const [ink, ground] of PAIRS) {
      const found = contrast(colours.get(ink) ?? "#fff", colours.get(ground) ?? "#fff");
      ok(found >= MIN_CONTRAST, `${ink} on ${ground}: ${found.toFixed(2)}`);
    }
  });
}

Deno.test("the style of the report loads nothing and ends no element", () => {
  equal(/url\(|@import|@font-face|<|expression/i.test(REPORT_STYLE), false);
});
