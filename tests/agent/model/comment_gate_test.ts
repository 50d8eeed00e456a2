import fc from "fast-check";
import { deepEqual, equal, ok } from "../../assert.ts";
import { figuresOf, gateComment, type GateTerms, namesOf } from "../../../src/agent/model/comment_gate.ts";
import { COMMENT_WORDS } from "../../../src/agent/model/comment_words.ts";
import type { Claim, Statement } from "../../../src/data/claim.ts";
import { KNOWLEDGE } from "../../../src/agent/tools.ts";
import { runsOf } from "../../sweeps.ts";
import { A, B, BAD, C, GOOD } from "./comment_sentences.ts";
import { FORBIDDEN } from "./forbidden_words.ts";

const REVENUE = "revenue 2016-09-25/2017-09-30 newest";
const CLAIMS = [
  claim({ id: "AAPL.volatility", metric: "volatility", value: 0.176, shown: "17.6%" }),
  claim({ id: "MSFT.beta", metric: "beta", value: 1.2, unit: "ratio", shown: "1.20", entities: ["MSFT"] }),
  claim({ id: `AAPL.fact_money.${REVENUE}`, metric: "fact_money", of: REVENUE, value: 229e9, shown: "$229.2bn" }),
  claim({ id: "AAPL.return_1m", metric: "return_1m", value: -0.012, shown: "1.2%" }),
  claim({ id: "AAPL.max_drawdown_1y", metric: "max_drawdown_1y", value: -0.089, shown: "-8.9%" }),
  claim({ id: "AAPL.signal", metric: "signal", value: "neutral", unit: "word", shown: "neutral" }),
  claim({ id: "AAPL.quote", metric: "quote", value: "x", unit: "quote", shown: "Buy 5 now." }),
];
const COMPANIES = [
  { ticker: "AAPL", name: "Apple Inc." },
  { ticker: "MSFT", name: "Microsoft Corporation" },
  { ticker: "LOW", name: "Lowe's" },
];
const TERMS: GateTerms = {
  figures: figuresOf([statementOf(CLAIMS)]),
  names: new Map([...namesOf(COMPANIES), ["the S&P 500", "the S&P 500"]]),
};

function claim(given: Partial<Claim> & Pick<Claim, "id" | "metric" | "value" | "shown">): Claim {
  return { entities: ["AAPL"], unit: "fraction", as_of: "2017-12-29", formula: "", ...given };
}

function statementOf(claims: readonly Claim[]): Statement {
  return { text: "", claims, saying: { phrase: "", about: [], parts: {} } };
}

const isRefused = (sentence: string) => "problems" in gateComment(sentence, TERMS);

for (const [what, sentences] of Object.entries(BAD)) {
  for (const [at, sentence] of sentences.entries()) {
    Deno.test(`a comment with ${what} is refused (${at + 1}): ${JSON.stringify(sentence)}`, () => {
      ok(isRefused(sentence));
    });
  }
}

for (const sentence of GOOD) {
  Deno.test(`a comment in listed words passes: ${sentence}`, () => {
    const gated = gateComment(sentence, TERMS);
    deepEqual("problems" in gated ? gated.problems : [], []);
  });
}

Deno.test("the table holds at least 100 sentences to refuse, of 15 kinds, and 50 to let through, each once", () => {
  const bad = Object.values(BAD).flat();
  ok(bad.length >= 100 && Object.keys(BAD).length >= 15 && GOOD.length >= 50, `${bad.length} and ${GOOD.length}`);
  equal(new Set([...bad, ...GOOD]).size, bad.length + GOOD.length);
});

Deno.test("the product writes figures with what they are of, and names in full", () => {
  const gated = gateComment(`Apple's revenue is ${B} and its volatility ${A}, with a beta of ${C} for LOW.`, TERMS);
  deepEqual(
    gated,
    {
      text: "Apple (AAPL)'s revenue is $229.2bn (AAPL revenue 2016-09-25/2017-09-30) and its volatility " +
        "17.6% (AAPL volatility), with a beta of 1.20 (MSFT beta) for Lowe's (LOW).",
    },
  );
});

Deno.test("a figure whose sign its own sentence says, a word and a quote fill no slot", () => {
  deepEqual([...TERMS.figures.keys()], [
    "AAPL.volatility",
    "MSFT.beta",
    `AAPL.fact_money.${REVENUE}`,
    "AAPL.max_drawdown_1y",
  ]);
});

Deno.test("an id of two figures fills no slot", () => {
  const [first] = CLAIMS;
  ok(first);
  equal(figuresOf([statementOf([first, first])]).size, 1);
  equal(figuresOf([statementOf([first]), statementOf([{ ...first, shown: "99.0%" }])]).size, 0);
});

Deno.test("a name of two companies names neither", () => {
  const names = namesOf([{ ticker: "GOOG", name: "Alphabet Inc." }, { ticker: "GOOGL", name: "Alphabet Inc." }]);
  deepEqual([...names.keys()], ["GOOG", "GOOGL"]);
});

Deno.test("a reason names the words that may not stand there", () => {
  deepEqual(gateComment(`Revenue of ${B} soars threefold.`, TERMS), {
    problems: ['it has words that are not listed: "soars", "threefold"'],
  });
});

Deno.test("a reason says where a sentence cannot be read", () => {
  const reasonOf = (sentence: string) => {
    const gated = gateComment(sentence, TERMS);
    return "problems" in gated ? gated.problems.map((one) => one.split(":")[0]).join() : "";
  };
  equal(reasonOf(`The part is 17 of ${A}.`), 'it cannot be read from "17 of {{claim');
  equal(reasonOf(`The volatility is ${A}`), 'it cannot be read from "{{claim');
  equal(reasonOf(""), "it does not end with a full stop");
});

for (const [what, words] of Object.entries(FORBIDDEN)) {
  Deno.test(`no word of the list says ${what}`, () => {
    deepEqual(words.split(/\s+/).filter((word) => COMMENT_WORDS.has(word)), []);
  });
}

Deno.test("a word of the list is plain small letters", () => {
  deepEqual([...COMMENT_WORDS].filter((word) => !/^[a-z]+$/.test(word)), []);
});

/** Words of the list in the spellings of judgements: each judges nothing without the others. */
const HARMLESS = [
  "a accounts adjusted among an and are as asked asset bank basis be beta between but by cash companies compare",
  "counted counts currency data did directors dividend dividends earned earnings equity factors figures filed filing",
  "filings for from has have history implies in index insiders is it its kind leave level",
  "of on or own owner part portfolio price prices reported results return returns risk role",
  "say says share shares so stated taken that the their them to told trading view volume was were with words",
].join(" ");

Deno.test("of the words with which the product judges the list has those alone that judge nothing", () => {
  const spelled = Object.values(KNOWLEDGE.vocabulary.phrases).flatMap(({ words = {} }) => Object.values(words))
    .flatMap((values) => Object.values(values)).flatMap((text) => text.toLowerCase().match(/[a-z']+/g) ?? []);
  const both = [...new Set(spelled)].filter((word) => COMMENT_WORDS.has(word)).toSorted();
  deepEqual(both, HARMLESS.split(" "));
});

const listed = fc.constantFrom(...COMMENT_WORDS);
const sentences = fc.array(listed, { minLength: 3, maxLength: 20 });
const forbidden = fc.oneof(
  fc.constantFrom(...Object.values(FORBIDDEN).flatMap((words) => words.split(/\s+/))),
  fc.constantFrom(
    "7",
    "٣",
    "½",
    "Ⅳ",
    "%",
    '"',
    "’",
    "“",
    "(",
    "http://x",
    "a.b",
    "\u200b",
    "\u202e",
    "е",
    "é",
    "ｗ",
    "Tesla",
  ),
  fc.constantFrom("{{claim:AAPL.invented}}", "{{claim:AAPL.signal}}", "{{x}}", "{{claim:AAPL.return_1m}}"),
);

/** A sentence with a slot somewhere. */
function written(words: readonly string[], at: number): string {
  const place = 1 + at % words.length;
  const text = [...words.slice(0, place), A, ...words.slice(place)].join(" ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

Deno.test("any listed words around a slot pass, unless the sentence begins with advice", () => {
  fc.assert(
    fc.property(sentences, fc.nat(), (words, at) => {
      const sentence = written(words, at);
      equal(
        isRefused(sentence),
        sentence.length > 500 || /^(?:Own|Keep|Put|Leave|Take)(?:[- ,;:.]|'s)/i.test(sentence),
      );
    }),
    runsOf("agent/model/comment_gate", 5_000),
  );
});

Deno.test("a forbidden piece refuses a sentence, wherever it is put", () => {
  fc.assert(
    fc.property(sentences, forbidden, fc.nat(), fc.nat(), (words, piece, at, place) => {
      const between = [...words];
      between.splice(place % (words.length + 1), 0, piece);
      ok(isRefused(written(between, at)), written(between, at));
      const sentence = written(words, at);
      const inside = place % (sentence.length + 1);
      const joined = sentence.slice(0, inside) + piece + sentence.slice(inside);
      // a word put into another may make a third, which is a listed one or none
      if (!/^[a-z]+$/i.test(piece)) ok(isRefused(joined), joined);
    }),
    runsOf("agent/model/comment_gate", 20_000),
  );
});

Deno.test("of any text, nothing passes but listed words, names and what the product fills in", () => {
  const pieces = fc.oneof(
    fc.constantFrom(A, B, C, " ", ". ", ".", ", ", "-", "'s", "{{claim:", "}}", "Apple", "AAPL", "the S&P 500"),
    listed,
    forbidden,
    fc.string({ unit: "binary", maxLength: 6 }),
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 14 }), (all) => {
      const gated = gateComment(all.join(""), TERMS);
      if ("problems" in gated) return;
      let rest = gated.text;
      for (const fill of [...TERMS.figures.values(), ...TERMS.names.values()]) rest = rest.replaceAll(fill, " ");
      ok(
        rest.toLowerCase().split(/[ ,;:.'-]+/).every((word) => word === "" || word === "s" || COMMENT_WORDS.has(word)),
        rest,
      );
    }),
    runsOf("agent/model/comment_gate", 20_000),
  );
});
