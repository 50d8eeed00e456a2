/** The texts that `text_measures.py` made about each company, with closes of the week up to their day. */
import { dayNumber, dayText } from "../../src/calendar/day.ts";
import { createDataset } from "../../src/data/dataset_in_memory.ts";
import { seriesOf } from "../../src/data/series.ts";
import type { TextKind } from "../../src/data/text_document.ts";
import { type HeldText, heldTexts } from "../held_texts.ts";
import TEXTS from "./text_measures.json" with { type: "json" };

interface MadeText extends Pick<HeldText, "id" | "day" | "known"> {
  readonly kind: string;
  /** How often each sentence of a section stands there. */
  readonly parts: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** Below it stands its day, as two texts of the same words are one. */
function textOf({ parts, kind, ...about }: MadeText, at: number): HeldText {
  let text = "";
  const sections = Object.entries(parts).map(([name, sentences]) => {
    if (text !== "") text += " ";
    const start = text.length;
    text += Object.entries(sentences).flatMap(([one, times]) => Array<string>(times).fill(one)).join(" ");
    return { name, start, end: text.length };
  });
  const own = { kind: kind as TextKind, title: about.id, source: "made", sections };
  return { ...about, ...own, text: `${text}\n${about.day} ${at}` };
}

export const TEXT_WORLDS = TEXTS.made.map(({ of: ticker, texts }) => {
  const bars = [-4, -3, -2, -1, 0].map((back) => ({ date: dayText(dayNumber(TEXTS.day) + back), close: 40 - back }));
  const name = { ticker, frequency: "daily", basis: "price", currency: "USD", source: "made" } as const;
  const dataset = createDataset({
    ...{ name: "Made texts", notice: "", companies: [{ ticker, name: ticker }] },
    sources: [{ id: "made", title: "Made", sha256: "" }],
    series: [seriesOf(name, bars)],
    texts: [heldTexts(ticker, (texts as unknown as readonly MadeText[]).map(textOf))],
  });
  return { ticker, day: TEXTS.day, dataset };
});
