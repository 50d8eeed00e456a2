import { type HeldText, heldTexts } from "../held_texts.ts";
import type { StoredTexts } from "../../src/data/text_document.ts";
import { madeText, spoken } from "../made_text.ts";

const call = (day: string, positive: number, negative: number, uncertain = 5): HeldText =>
  madeText({ kind: "call", day, text: spoken({ positive, negative, uncertain }) });

/** An annual report of as many plain words as risks. */
const report = (day: string, risks: number): HeldText =>
  madeText({ kind: "10-K", day, text: spoken({ words: 300, uncertain: risks }), isRisks: true });

const news = (...days: readonly string[]): readonly HeldText[] =>
  days.map((day, at) =>
    madeText({ kind: at % 2 === 0 ? "news" : "post", day, text: "Said.", id: `news ${day} ${at}` })
  );

/** Companies whose calls and reports differ: how many words are positive, negative and uncertain, and new risks. */
const TOLD: Readonly<Record<string, readonly [number, number, number, number]>> = {
  FIB: [8, 8, 5, 12],
  FIC: [3, 12, 9, 40],
  FID: [9, 8, 4, 9],
  FIE: [2, 14, 12, 60],
  FIF: [7, 8, 6, 21],
  FIG: [8, 9, 5, 15],
  FIH: [12, 5, 2, 3],
  FII: [16, 2, 1, 1],
  FIJ: [9, 7, 7, 18],
};

function toldOf(
  [positive, negative, uncertain, risks]: readonly [number, number, number, number],
): readonly HeldText[] {
  return [
    call("2020-08-05", 10, 5),
    call("2020-11-05", positive, negative, uncertain),
    report("2019-03-02", 20),
    report("2020-03-01", 20 + risks),
  ];
}

/** Companies of each kind that sentences about texts tell apart. */
const TEXTS: Readonly<Record<string, readonly HeldText[]>> = {
  ...Object.fromEntries(Object.entries(TOLD).map(([ticker, told]) => [ticker, toldOf(told)])),
  FIA: [
    ...toldOf([4, 10, 3, 0]),
    ...news("2020-09-01", "2020-10-20", "2020-11-28", "2020-12-28", "2020-12-29", "2020-12-30"),
  ],
  FIK: news("2020-12-20"),
  FIL: [call("2020-03-05", 9, 3), report("2018-03-02", 9), report("2019-03-01", 11)],
  FIM: [
    madeText({ kind: "call", day: "2020-11-05", text: spoken({ words: 60, positive: 9 }) }),
    ...["2019-03-02", "2020-03-01"].map((day) =>
      madeText({ kind: "10-K", day, text: spoken({ words: 60 }), isRisks: true })
    ),
  ],
  OLDD: [call("2020-09-10", 9, 3)],
  MONC: [call("2020-11-05", 9, 3)],
  MONA: [
    ...Array.from({ length: 12 }, (_, at) => {
      const day = `${2018 + Math.floor(at / 4)}-${["02", "05", "08", "11"][at % 4]}-05`;
      return call(day, 5 + at * at % 9, 7);
    }),
    report("2019-03-02", 20),
    report("2020-03-01", 40),
  ],
};

/** The texts about made companies. */
export function madeTexts(): readonly StoredTexts[] {
  return Object.entries(TEXTS).map(([ticker, all]) => heldTexts(ticker, all));
}
