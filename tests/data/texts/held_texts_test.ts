import { deepEqual, equal, throws } from "../../assert.ts";
import type { TextKind } from "../../../src/data/text_document.ts";
import { type HeldText, heldTexts } from "../../held_texts.ts";
import { sentencesOf } from "../../../src/data/texts/sentences.ts";

const made = (id: string, known: string, text: string, kind: TextKind = "call"): HeldText => ({
  ...{ id, kind, title: "", day: known, known, source: "calls.jsonl", sections: [], text },
});

const TEXTS = heldTexts("ACME", [
  made("call 2", "2017-08-01", "Demand was strong. Our suppliers could not keep up with it."),
  made("call 1", "2017-05-01", "Supply was short in the quarter. We expect it to improve."),
  made("news 1", "2017-09-01", "Acme opens a plant.", "news"),
]);

Deno.test("texts are in the order in which they became known, and those to come are not there", () => {
  deepEqual(TEXTS.until("2017-08-01").documents.map(({ id }) => id), ["call 1", "call 2"]);
  deepEqual(TEXTS.until("2017-04-30").documents, []);
});

Deno.test("a search folds the forms of a word, and finds nothing that is not known yet", () => {
  const found = (day: string, words: string) =>
    TEXTS.until(day).find({ words }).map(({ document, start, end }) =>
      TEXTS.until(day).text(document).slice(start, end)
    );
  deepEqual(found("2017-05-01", "supplies"), ["Supply was short in the quarter. We expect it to improve."]);
  equal(found("2017-09-01", "plants").length, 1);
  deepEqual(found("2017-08-01", "plants"), []);
  deepEqual(found("2017-09-01", '"*:^ AND -'), []);
});

Deno.test("a search is kept to a kind of texts", () => {
  deepEqual(
    TEXTS.until("2018-01-01").find({ words: "plant supply", kinds: ["news"] }).map(({ document }) => document),
    [
      "news 1",
    ],
  );
});

Deno.test("a text that is not known by the day cannot be read", () => {
  throws(() => TEXTS.until("2017-05-01").text("call 2"), RangeError);
});

for (
  const [text, sentences] of [
    ["Sales rose 3.2% to $1.4 bn. Costs fell.", ["Sales rose 3.2% to $1.4 bn.", "Costs fell."]],
    ["Mr. Cook of Apple Inc. spoke. Did it help? Yes!", ["Mr. Cook of Apple Inc. spoke.", "Did it help?", "Yes!"]],
    ["One line\nand another", ["One line", "and another"]],
    ["He said: “We will not.” Then he left.", ["He said: “We will not.”", "Then he left."]],
    ["In the U.S. we grew. J. Smith agreed.", ["In the U.S. we grew.", "J. Smith agreed."]],
    ["", []],
  ] as const
) {
  Deno.test(`sentences of ${JSON.stringify(text)}`, () => {
    deepEqual(sentencesOf(text).map(({ start, end }) => text.slice(start, end)), sentences);
  });
}
