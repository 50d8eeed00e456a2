/** What is known on a day stays what it is, whatever is published later, and wherever it is kept. */
import { deepEqual, equal, match, ok, throws } from "../../assert.ts";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { openFolder } from "../../../src/data/folder/folder.ts";
import type { CompanyTexts } from "../../../src/data/text_document.ts";
import { type HeldText, heldTexts } from "../../held_texts.ts";
import { inFolder } from "../in_folder.ts";
import { runsOf } from "../../sweeps.ts";
import { lines } from "./made_texts.ts";

const LATER = () => Date.now() + 60_000;
const WORDS = ["supply", "supplies", "demand", "margin", "margins", "risk", "rain", "plant", "sold", "grew"];
const QUERIES = ["supply", "demand risks", '"risk rain" plant', "margin sold grew supply"];

const sentence = fc.array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 30 })
  .map((words) => `It ${words.join(" ")}.`);
const row = fc.record({
  date: fc.integer({ min: 1, max: 28 }).map((day) => `2020-02-${String(day).padStart(2, "0")}`),
  ticker: fc.constantFrom("MADE", "BOTH", "MADE,BOTH"),
  text: fc.array(sentence, { minLength: 1, maxLength: 20 }).map((sentences) => sentences.join(" ")),
});

/** All that a view says of texts. */
function said({ documents, text, find }: CompanyTexts): unknown {
  return {
    documents,
    texts: documents.map(({ id }) => text(id)),
    found: QUERIES.map((words) => find({ words, limit: 100 })),
  };
}

const DAYS = ["2020-02-05", "2020-02-14", "2020-02-27"];

Deno.test("an index, a folder in memory and held texts say the same of each day, and later rows change nothing of it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 25 }), async (rows) => {
      const whole = lines(rows);
      await inFolder({ "a.jsonl": whole }, async (folder) => {
        const [anew, filled, known] = [
          await openFolder(folder),
          await openFolder(folder, { index: "file", now: LATER }),
          await openFolder(folder, { index: "file", now: LATER }),
        ];
        const first = [anew.span.first, ...DAYS].toSorted();
        for (const ticker of ["MADE", "BOTH"]) {
          for (const day of first.filter((one) => one >= anew.span.first)) {
            const view = said(anew.at(day).texts(ticker));
            deepEqual(said(filled.at(day).texts(ticker)), view);
            deepEqual(said(known.at(day).texts(ticker)), view);
            const { documents, text } = anew.at(day).texts(ticker);
            const held = documents.map(({ sha256: _sha256, chars: _chars, ...about }): HeldText => ({
              ...{ ...about, text: text(about.id) },
            }));
            deepEqual(said(heldTexts(ticker, held).until(day)), view);
          }
        }
      });
      for (const day of DAYS) {
        const until = rows.map((one) => one.date < day ? one : { ...one, text: "" });
        if (!until.some(({ text }) => text !== "")) continue;
        await inFolder({ "a.jsonl": whole, "b.jsonl": "" }, async (folder) => {
          const all = await openFolder(folder);
          await Deno.writeTextFile(`${folder}/a.jsonl`, lines(until));
          const early = await openFolder(folder);
          if (day < all.span.first || day < early.span.first) return;
          for (const ticker of ["MADE", "BOTH"]) {
            deepEqual(said(all.at(day).texts(ticker)), said(early.at(day).texts(ticker)));
          }
        });
      }
    }),
    runsOf("data/texts/later_texts", 40),
  );
});

Deno.test("a passage is of whole sentences of a text that is known, and holds a word of the query", () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 10 }), fc.constantFrom(...DAYS), (rows, day) => {
      const held = rows.map(({ date, text }, at): HeldText => ({
        ...{ id: `${at}`, kind: "news", title: "", day: date, known: date, source: "a", sections: [], text },
      }));
      const { documents, text, find } = heldTexts("MADE", held).until(day);
      for (const { document, start, end } of find({ words: "demand", limit: 100 })) {
        ok(documents.some(({ id, known }) => id === document && known <= day));
        match(text(document).slice(start, end), /^It .*demand.*\.$/);
      }
      for (const { id, known } of held) if (known > day) throws(() => text(id), RangeError);
    }),
    runsOf("data/texts/later_texts, passages", 200),
  );
});

const ROWS = lines([{
  date: "2020-02-13",
  ticker: "MADE",
  text: `We sold more. ${"It rained on the plant. ".repeat(40)}`,
}]);

function inIndex(folder: string, sql: string): void {
  const database = new DatabaseSync(`${folder}/.conviction/index.sqlite`);
  database.exec(sql);
  database.close();
}

for (
  const [what, sql] of [
    ["what is said of texts is other JSON", "UPDATE texts SET said = replace(said, 'MADE', 'OTHER')"],
    ["the table of texts is missing", "DROP TABLE texts"],
    ["the table of words is missing", "DROP TABLE words"],
  ] as const
) {
  Deno.test(`an index in which ${what} is built anew, and what it held is not believed`, async () => {
    await inFolder({ "a.jsonl": ROWS }, async (folder) => {
      const before = said((await openFolder(folder, { index: "file", now: LATER })).at("2020-02-14").texts("MADE"));
      inIndex(folder, sql);
      const data = await openFolder(folder, { index: "file", now: LATER });
      deepEqual(data.problems.map(({ message }) => message), ["The index was damaged and is rebuilt"]);
      deepEqual(said(data.at("2020-02-14").texts("MADE")), before);
    });
  });
}

for (
  const [what, sql] of [
    ["a text has other bytes", "UPDATE text SET bytes = zeroblob(length(bytes))"],
    ["a document is another one", "UPDATE document SET said = replace(said, '2020-02-14', '2020-02-13')"],
    ["a passage is at another place", "UPDATE passage SET start = start + 1"],
  ] as const
) {
  Deno.test(`where ${what} in the index, its texts cannot be loaded, and the error says what to do`, async () => {
    await inFolder({ "a.jsonl": ROWS }, async (folder) => {
      await openFolder(folder, { index: "file", now: LATER });
      inIndex(folder, sql);
      const data = await openFolder(folder, { index: "file", now: LATER });
      throws(() => said(data.at("2020-02-14").texts("MADE")), /it is damaged; delete \.conviction in it/);
    });
  });
}

Deno.test("texts are read from the index as it was when it was opened, while another process fills it anew", async () => {
  await inFolder({ "a.jsonl": ROWS }, async (folder) => {
    const before = await openFolder(folder, { index: "file", now: LATER });
    await Deno.writeTextFile(`${folder}/a.jsonl`, ROWS.replace("We sold more", "We sold less"));
    const after = await openFolder(folder, { index: "file", now: LATER });
    const first = (data: typeof before) => {
      const { documents, text } = data.at("2020-02-14").texts("MADE");
      return text(documents[0]?.id ?? "").slice(0, 13);
    };
    equal(first(before), "We sold more.");
    equal(first(after), "We sold less.");
  });
});
