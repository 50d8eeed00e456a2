/** The measures of texts in both rooms, against figures that were counted by hand. */
import { deepEqual, equal, ok } from "../assert.ts";
import { madeText, spoken } from "../made_text.ts";
import { textFiguresOf } from "../text_figures.ts";
import type { HeldText } from "../held_texts.ts";

const DAY = "2024-06-28";
const call = (day: string, text: string): HeldText => madeText({ kind: "call", day, text });
const report = (day: string, text: string): HeldText => madeText({ kind: "10-K", day, text, isRisks: true });
const news = (...days: readonly string[]): readonly HeldText[] =>
  days.map((day, at) => madeText({ kind: at % 2 === 0 ? "news" : "post", day, text: "Said.", id: `news ${at}` }));
/** 200 plain words that are no words of tone. */
const PLAIN = spoken({ words: 200 });
const day = (text: string) => Date.parse(text) / 86_400_000;

/** What is in a call of 200 plain words and these, and what its words are counted as. */
const SAID = [
  { says: "strong strong weak", tone: 1 / 3, positive: 2, negative: 1 },
  { says: "Strong, STRONG; weak!", tone: 1 / 3, positive: 2, negative: 1 },
  { says: "not strong", tone: -1, positive: 0, negative: 1 },
  { says: "not a very strong", tone: -1, positive: 0, negative: 1 },
  { says: "not what we call strong", tone: 1, positive: 1, negative: 0 },
  { says: "wasn't strong", tone: -1, positive: 0, negative: 1 },
  { says: "wasn\u2019t strong", tone: -1, positive: 0, negative: 1 },
  { says: "not weak", tone: -1, positive: 0, negative: 1 },
  { says: "not strong strong strong strong", tone: -0.5, positive: 1, negative: 3 },
  { says: "without improvement, never successful", tone: -1, positive: 0, negative: 2 },
  { says: "strong-willed 3strong4 weak's", tone: 1, positive: 2, negative: 0 },
  { says: "strong unclear maybe", tone: 1, positive: 1, negative: 0, uncertain: 2 },
  { says: "\u00dcberstrong \ud835\udc00strong stronger", tone: 1, positive: 1, negative: 0 },
] as const;
for (const { says, tone, positive, negative, ...rest } of SAID) {
  Deno.test(`a call that says "${says}" has a tone of ${tone.toFixed(2)} in both rooms`, () => {
    const figures = textFiguresOf([call("2024-05-02", `${PLAIN} ${says}`)], DAY);
    deepEqual([figures["call_positive"], figures["call_negative"]], [positive, negative]);
    near(figures["tone"], tone);
    const words = figures["call_words"];
    ok(typeof words === "number");
    near(figures["uncertainty"], ("uncertain" in rest ? rest.uncertain : 0) / words);
  });
}

Deno.test("a word is a run of letters with the apostrophes between them, whatever stands around it", () => {
  const counted = (text: string) => textFiguresOf([call("2024-05-02", `${PLAIN} ${text}`)], DAY)["call_words"];
  equal(counted("don't"), 201);
  equal(counted("it's 'strong' rock'n'roll"), 203);
  equal(counted("12% of 3.5 bn\nQ3-results"), 204);
  equal(counted("\u65e5\u672c \ud83d\ude00 na\u00efve"), 202);
});

/** The value or the cause of one measure of some texts. */
const READ: readonly { when: string; texts: readonly HeldText[]; metric: string; is: number | string; on?: string }[] =
  [
    { when: "no text is read", texts: [], metric: "tone", is: "texts" },
    { when: "no call is read", texts: news("2024-06-20"), metric: "tone", is: "no_such_text" },
    {
      when: "the call has 199 words",
      texts: [call("2024-05-02", spoken({ words: 199, positive: 9 }))],
      metric: "tone",
      is: "short",
    },
    {
      when: "the call has 200 words",
      texts: [call("2024-05-02", spoken({ words: 200, positive: 9 }))],
      metric: "tone",
      is: 1,
    },
    { when: "no word of the call has a tone", texts: [call("2024-05-02", PLAIN)], metric: "tone", is: "short" },
    { when: "no word of the call has a tone", texts: [call("2024-05-02", PLAIN)], metric: "uncertainty", is: 0 },
    { when: "the call is 100 days old", texts: [call("2024-03-20", spoken({ negative: 2 }))], metric: "tone", is: -1 },
    {
      when: "the call is 101 days old",
      texts: [call("2024-03-19", spoken({ negative: 2 }))],
      metric: "tone",
      is: "stale_text",
    },
    {
      when: "the newest call is not known yet",
      texts: [call("2024-02-01", spoken({ positive: 3, negative: 1 })), call("2024-05-02", spoken({ negative: 1 }))],
      ...{ metric: "tone", is: 0.5, on: "2024-05-01" },
    },
    {
      when: "the newest call is known from this day on",
      texts: [call("2024-02-01", spoken({ positive: 3, negative: 1 })), call("2024-05-02", spoken({ negative: 1 }))],
      ...{ metric: "tone", is: -1, on: "2024-05-02" },
    },
    {
      when: "a call is known later than it was held",
      texts: [madeText({ kind: "call", day: "2024-05-02", known: "2024-05-10", text: spoken({ positive: 1 }) })],
      ...{ metric: "tone", is: "texts", on: "2024-05-09" },
    },
    {
      when: "two calls are of one day, that which comes last by its id counts",
      texts: [
        madeText({ kind: "call", day: "2024-05-02", id: "a", text: spoken({ positive: 1 }) }),
        madeText({ kind: "call", day: "2024-05-02", id: "b", text: spoken({ negative: 1 }) }),
      ],
      ...{ metric: "tone", is: -1 },
    },
    {
      when: "the tone fell since the call before",
      texts: [
        call("2024-02-01", spoken({ positive: 3, negative: 1 })),
        call("2024-05-02", spoken({ positive: 1, negative: 3 })),
      ],
      ...{ metric: "tone_change", is: -1 },
    },
    {
      when: "the call before is of that day",
      texts: [call("2024-02-01", spoken({ positive: 3 })), call("2024-05-02", spoken({ positive: 1 }))],
      ...{ metric: "call_before", is: day("2024-02-01") },
    },
    {
      when: "another text of the same call came 44 days before",
      texts: [call("2024-03-19", spoken({ positive: 3 })), call("2024-05-02", spoken({ positive: 1 }))],
      ...{ metric: "tone_change", is: "no_such_text" },
    },
    {
      when: "the call before was 201 days before",
      texts: [call("2023-10-14", spoken({ positive: 3 })), call("2024-05-02", spoken({ positive: 1 }))],
      ...{ metric: "tone_change", is: "no_such_text" },
    },
    // words of the two reports: 300 plain, and 150 plain with 150 others; cosine 300 * 150 / (300 * sqrt(2 * 150 ** 2))
    {
      when: "half of the words are others",
      texts: [
        report("2023-03-01", spoken({ words: 300 })),
        report("2024-03-01", spoken({ words: 300, uncertain: 150 })),
      ],
      ...{ metric: "filing_change", is: 1 - 1 / Math.SQRT2 },
    },
    {
      when: "nothing changed",
      texts: [report("2023-03-01", spoken({ words: 300 })), report("2024-03-01", spoken({ words: 300 }))],
      ...{ metric: "filing_change", is: 0 },
    },
    {
      when: "no word is the same",
      texts: [
        report("2023-03-01", spoken({ words: 300 })),
        report("2024-03-01", spoken({ words: 300, negative: 300 })),
      ],
      ...{ metric: "filing_change", is: 1 },
    },
    {
      when: "the newer report has no such section, and that of the year before is too old",
      texts: [report("2023-03-01", spoken({})), madeText({ kind: "10-K", day: "2024-03-01", text: spoken({}) })],
      ...{ metric: "filing_change", is: "stale_text" },
    },
    {
      when: "one report is read",
      texts: [report("2024-03-01", spoken({}))],
      metric: "filing_change",
      is: "no_such_text",
    },
    {
      when: "the report before is of two years before",
      texts: [report("2022-03-01", spoken({})), report("2024-03-01", spoken({}))],
      ...{ metric: "filing_change", is: "no_such_text" },
    },
    {
      when: "a section has 199 words",
      texts: [report("2023-03-01", spoken({ words: 199 })), report("2024-03-01", spoken({}))],
      ...{ metric: "filing_change", is: "short" },
    },
    {
      when: "a call says the same as a report",
      texts: [call("2023-03-01", spoken({})), report("2024-03-01", spoken({}))],
      ...{ metric: "filing_change", is: "no_such_text" },
    },
    // 3 of 5 days, 4 of 60: (3 / 5) / (4 / 60)
    {
      when: "three of four came within five days",
      texts: news("2024-04-01", "2024-05-20", "2024-06-24", "2024-06-26", "2024-06-28"),
      ...{ metric: "news_volume", is: 9 },
    },
    { when: "the first came 60 days before", texts: news("2024-04-29", "2024-06-27"), metric: "news_usual", is: 1 },
    {
      when: "the first came 59 days before",
      texts: news("2024-04-30", "2024-06-27"),
      metric: "news_volume",
      is: "history",
    },
    { when: "the last came 14 days before", texts: news("2024-04-01", "2024-06-14"), metric: "news_recent", is: 0 },
    {
      when: "the last came 15 days before",
      texts: news("2024-04-01", "2024-06-13"),
      metric: "news_volume",
      is: "stale_text",
    },
    { when: "only calls are read", texts: [call("2024-05-02", PLAIN)], metric: "news_volume", is: "no_such_text" },
  ];
for (const { when, texts, metric, is, on = DAY } of READ) {
  Deno.test(`${metric} is ${typeof is === "number" ? Number(is.toFixed(4)) : `missing (${is})`} in both rooms: ${when}`, () => {
    const found = textFiguresOf(texts, on)[metric];
    if (typeof is === "number") near(found, is);
    else equal(found, is);
  });
}

function near(found: number | string | undefined, wanted: number): void {
  ok(typeof found === "number" && Math.abs(found - wanted) <= 1e-12, `${found} is not ${wanted}`);
}
