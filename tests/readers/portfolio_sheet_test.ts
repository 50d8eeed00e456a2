/** The sums of the sheet "Portfolio", computed anew by LibreOffice. */
import { Buffer } from "node:buffer";
import { equal, ok } from "../assert.ts";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { workbookPieces } from "../../src/view/workbook/workbook.ts";
import { missingProgram, testNeeding } from "../needs.ts";
import { sampleManifest } from "../run/sample_thesis_rows.ts";
import { thesisRow } from "../view/report_rows.ts";

/** LibreOffice: commas, quotes, UTF-8; each sheet into its own file, numbers unformatted. */
const TO_CSV = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1";
const NAMES = 100;

testNeeding(
  missingProgram("soffice"),
  "LibreOffice computes the sums of 100 long and short positions to the values that the sheet holds",
  async () => {
    const folder = await Deno.makeTempDir();
    try {
      const positions = Array.from({ length: NAMES }, (_, at) => ({
        ticker: `T${at}`,
        weight: (at % 3 === 0 ? -1 : 1) * (at + 1) / 7_000,
        variance_share: (at + 1) * 2 / (NAMES * (NAMES + 1)),
      }));
      const portfolio = {
        ...{ column: "weight", status: "done", weights: positions, drivers: [], risks: [] } as const,
        figures: { positions },
      };
      const rows = [thesisRow(1, { ticker: "T0", drawdownProbability: 0.2 })];
      const book = Buffer.concat([...workbookPieces({ manifest: { ...sampleManifest(), portfolio }, rows })]);
      const held = new Map<string, number>();
      const parts = unzipSync(new Uint8Array(book));
      for (const [path, part] of Object.entries(parts)) {
        const xml = strFromU8(part).replace(
          /<c r="(B\d+)"([^>]*)>(<f>[^<]*<\/f>)<v>([^<]*)<\/v>/g,
          (_, place, style, f, v) => {
            held.set(place, Number(v));
            return `<c r="${place}"${style}>${f}`; // without a value a program must compute one
          },
        );
        if (path.startsWith("xl/worksheets/sheet")) parts[path] = strToU8(xml);
      }
      equal(held.size, 7);
      await Deno.writeFile(`${folder}/book.xlsx`, zipSync(parts));
      const { success } = await new Deno.Command("soffice", {
        args: ["--headless", "--convert-to", TO_CSV, "--outdir", folder, `${folder}/book.xlsx`],
        env: { HOME: folder },
        stdin: "null",
        stdout: "null",
        stderr: "null",
      }).output();
      ok(success, "soffice failed");
      const lines = (await Deno.readTextFile(`${folder}/book-Portfolio.csv`)).split("\n");
      for (const [place, value] of held) {
        const cell = numberIn(lines[Number(place.slice(1)) - 1]?.split(",")[1] ?? "");
        ok(Math.abs(cell - value) <= 1e-9, `${place}: ${cell} is not ${value}`);
      }
      equal(Number(held.get([...held.keys()].at(-1) ?? "")?.toFixed(9)), 1);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
);

/** LibreOffice writes a share as `"23.0857142857143%"`. */
function numberIn(cell: string): number {
  const digits = cell.replaceAll('"', "");
  return digits.endsWith("%") ? Number(digits.slice(0, -1)) / 100 : Number(digits);
}
