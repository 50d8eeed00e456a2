import type { AnswerBlock } from "../../src/protocol/answer_block.ts";
import type { ReportInput } from "../../src/view/page/survey.ts";
import { HOSTILE_SVG, HOSTILE_TEXTS } from "../fixtures/hostile_texts.ts";
import { comparisonOf, flipped, manifestOf, openRow, thesisRow } from "./report_rows.ts";

const CONTROL = "\u0000\u0007\u001b[31m\u009b31m\u202e\u2066\ud800";
const IMAGES: readonly string[] = [
  `data:image/svg+xml;base64,${btoa(HOSTILE_SVG)}`,
  "javascript:ran(200)",
  `data:text/html;base64,${btoa("<script>ran(201)</script>")}`,
  'data:image/png;base64,AA=="><script>ran(202)</script>',
];

/** A run in which every text from outside is hostile, with each vector in each field. */
export function hostileInput(): ReportInput {
  const texts = HOSTILE_TEXTS.map(({ text }) => text);
  const all = `${CONTROL}${texts.join(" ")}`;
  const done = texts.map((text, at) => {
    const own = text + CONTROL;
    const said = [{ text: own, claims: [] }];
    const blocks: readonly AnswerBlock[] = [
      ...(["lead", "text", "points", "quote", "limits"] as const).map((kind) => ({ kind, title: own, said })),
      { kind: "table", columns: [own, own], rows: [{ name: own, cells: [own], claims: [] }] },
      { kind: "sources", items: [own] },
      { kind: "folded", title: own, said },
    ];
    return thesisRow(at + 1, {
      ...{ ticker: own, company: own, cells: [own, own], signal: own, reasoning: own, drivers: [own, all, own, own] },
      ...{ risks: [own, all], warnings: [own], asOf: own, horizon: own, benchmark: own, currency: own, subject: own },
      ...{
        engine: own,
        calibration: own,
        score: at / 20 - 0.3,
        rank: at + 1,
        drawdownProbability: at / 20,
        askedAt: own,
        sections: at % 2 === 0 ? undefined : { version: 1, kind: own, blocks },
      },
      files: [`files/${own}`, own, `files/../${own}`, "files/1_A/a b#c?.png", "files/1_A/\ud800.csv"].map((path) => ({
        ...{ path, bytes: 1, sha256: own, mediaType: own },
      })),
    });
  });
  const open = texts.map((text, at) => {
    return openRow(texts.length + at + 1, {
      ticker: text,
      cells: [text, text],
      errorCode: text,
      error: text + CONTROL,
    });
  });
  const side = { row: 1, status: "done", signal: all, asOf: all } as const;
  const lists = { newDrivers: texts, vanishedDrivers: texts, newRisks: texts, vanishedRisks: texts };
  const changes = texts.map((text, at) => {
    const claims = [{ metric: text, before: text, after: text }];
    const sides = { before: { ...side, row: at + 1 }, after: at % 5 === 4 ? undefined : { ...side, row: at + 1 } };
    return flipped(text, at + 1, { company: text, kinds: ["flipped", "risks", "drivers"], claims, ...lists, ...sides });
  });
  const run = { runId: all, startedAt: all, asOf: all, theses: 1 };
  return {
    manifest: manifestOf({
      ...{ runId: all, input: { name: all, sha256: all, notes: texts }, header: ["ticker", all] },
      ...{ service: { name: all, model: all, dataEnds: all }, startedAt: `2018-01-03T05:00${all}` },
      options: { prompt: all, promptColumn: all, data: all, "base-url": all },
      data: {
        ...{ notice: all, names: 1, files: { found: 1, read: 1 }, first: all, last: all, benchmark: all },
        problems: texts.map((text) => ({ kind: "refused", file: text, line: 1, column: 1, message: text })),
        more_problems: 0,
      },
    }, { claims_total: 4, claims_verified: 3 }),
    rows: [...done, ...open],
    comparison: comparisonOf(changes, {
      ...{ earlier: run, later: run },
      alerts: texts.map((text, at) => (
        { kind: "THESIS_DRIFT", ticker: text, row: at + 1, message: text + CONTROL, size: 6, weight: 0.1 }
      )),
      differences: texts.map((text) => ({ setting: "model", before: text, after: text })),
    }),
    ...{ group: all, folder: all, spent: 1, beside: ["theses.csv", ...texts], calibration: texts },
    seriesOf: ({ row }) => row % 2 === 0 ? { dates: [all, all, all], closes: [1, 2, 3] } : undefined,
    imageOf: ({ row }) => IMAGES[Math.floor(row / 2) % IMAGES.length],
  };
}
