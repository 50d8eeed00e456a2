import { deepEqual } from "./assert.ts";
import { columnsOf } from "../src/agent/domains/columns.ts";
import { TEXT_READERS as ANALYST } from "../src/agent/domains/text.ts";
import { dayNumber, dayText } from "../src/calendar/day.ts";
import { createDataset } from "../src/data/dataset_in_memory.ts";
import { filingName } from "../src/data/records.ts";
import { seriesOf } from "../src/data/series.ts";
import type { CompanyTexts } from "../src/data/text_document.ts";
import { type HeldText, heldTexts } from "./held_texts.ts";
import { TEXT_READERS as VERIFIER } from "../src/verify/domains/text.ts";
import { subjectOf } from "../src/verify/domains/subject.ts";

/** A measure in one room: its value or the cause of its lack, and the texts behind it. */
interface Read {
  readonly value: number | string;
  readonly behind: readonly string[];
}

/**
 * Every measure of texts on a day, from both rooms, which must agree on its value, its cause and the texts behind it.
 * @param day Of the last bar, `YYYY-MM-DD`.
 */
export function textFiguresOf(texts: readonly HeldText[], day: string): Readonly<Record<string, number | string>> {
  const stored = heldTexts("MADE", texts);
  return figuresBy(stored.until(day), day);
}

/** The same of texts that are held already. */
export function figuresBy(texts: CompanyTexts, day: string): Readonly<Record<string, number | string>> {
  const [own, again] = [analyst(texts, day), verifier(texts, day)];
  for (const [metric, read] of Object.entries(own)) {
    const other = again[metric];
    deepEqual({ metric, ...rounded(read) }, { metric, ...other && rounded(other) });
  }
  deepEqual(Object.keys(own).sort(), Object.keys(again).sort());
  return Object.fromEntries(Object.entries(own).map(([metric, { value }]) => [metric, value]));
}

function rounded({ value, behind }: Read): Read {
  // what is nearer to 0 than this is nothing but the last digits of figures that cancel
  return {
    value: typeof value === "number" ? Number((Math.round(value * 1e12) / 1e12).toPrecision(9)) : value,
    behind,
  };
}

const seriesTo = (day: string) => {
  const bars = Array.from({ length: 3 }, (_, at) => ({ date: dayText(dayNumber(day) - 2 + at), close: 10 }));
  return seriesOf({ ticker: "MADE", frequency: "daily", basis: "price", currency: "USD", source: "made.csv" }, bars);
};

function analyst(texts: CompanyTexts, day: string): Readonly<Record<string, Read>> {
  const columns = columnsOf({ series: seriesTo(day), mixed: false });
  return Object.fromEntries(
    Object.entries(ANALYST).map(([metric, reader]): [string, Read] => {
      const found = reader?.(columns, 2, { texts: () => texts }) ?? { cause: "none", lacks: "" };
      if ("lacks" in found) return [metric, { value: found.cause, behind: [] }];
      return [metric, { value: found.value, behind: found.filings?.map(filingName) ?? [] }];
    }),
  );
}

function verifier(texts: CompanyTexts, day: string): Readonly<Record<string, Read>> {
  const series = seriesTo(day);
  const dataset = createDataset({
    ...{
      name: "Made",
      notice: "Made up.",
      companies: [{ ticker: "MADE", name: "Made Inc." }],
      sources: [{ id: "made.csv", title: "Made", sha256: "0" }],
    },
    series: [series],
    texts: [{ ticker: "MADE", first: "", last: "", until: () => texts }],
  });
  const subject = subjectOf(dataset.at(day), "MADE");
  if (subject === undefined) throw new TypeError(`Cannot read texts on ${day}: the company has no series`);
  return Object.fromEntries(
    Object.entries(VERIFIER).map(([metric, reader]): [string, Read] => {
      const found = reader(subject, 2);
      if (typeof found !== "object") return [metric, { value: found, behind: [] }];
      return [metric, {
        value: found.value,
        behind: found.facts.map((one) => "tag" in one ? one.tag : filingName(one)),
      }];
    }),
  );
}
