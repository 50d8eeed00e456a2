import { ok, throws } from "../assert.ts";
import { textWidth } from "../../src/chart/text_width.ts";

const fontAt = async (name: string) => {
  const text = await Deno.readTextFile(new URL(`../../src/chart/font/${name}.base64`, import.meta.url));
  return Uint8Array.fromBase64(text);
};

/** Widths computed by fontTools from the same files. */
const WIDTHS = [
  { font: "DejaVuSans", text: "", width: 0 },
  { font: "DejaVuSans", text: "Apple Inc (AAPL)", width: 8.26953125 },
  { font: "DejaVuSans", text: "Häagen €5", width: 5.45166015625 },
  { font: "DejaVuSans", text: "iiiWWW", width: 3.7998046875 },
  { font: "DejaVuSans", text: "−12.5%", width: 4.0146484375 },
  { font: "DejaVuSans", text: "中", width: 0.60009765625 },
  { font: "DejaVuSans-Bold", text: "Apple Inc (AAPL)", width: 9.431640625 },
  { font: "DejaVuSans-Bold", text: "Häagen €5", width: 6.0322265625 },
  { font: "DejaVuSans-Bold", text: "−12.5%", width: 4.30712890625 },
];
for (const { font, text, width } of WIDTHS) {
  Deno.test(`textWidth() of ${JSON.stringify(text)} in ${font} is ${width}`, async () => {
    const found = textWidth(await fontAt(font))(text);
    ok(Math.abs(found - width) < 1e-9, `${found}`);
  });
}

Deno.test("textWidth() rejects bytes that are not a font", () => {
  throws(() => textWidth(new Uint8Array(64)), RangeError);
});
