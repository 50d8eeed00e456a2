/** Questions to texts, asked of a made world: what is quoted, what was searched, and what is said where nothing is found. */
import { longDay } from "../../src/calendar/day.ts";
import { z } from "zod";
import { deepEqual, equal, match, ok } from "../assert.ts";
import { createDesks } from "../../src/agent/desk.ts";
import { FIND_PASSAGES } from "../../src/agent/find_passages.ts";
import { READ_PASSAGE } from "../../src/agent/read_passage.ts";
import { wordsOfTerms } from "../../src/agent/quote_answers.ts";
import { type ToolClaim, toolClaimSchema, ToolError } from "../../src/agent/tool.ts";
import { readTerms } from "../../src/data/question/read_terms.ts";
import { readAs } from "../../src/data/about.ts";
import { TEXT_TOPICS, wordsOfTerm } from "../../src/data/text_topics.ts";
import { createHash } from "node:crypto";
import { ask, askOf, outputsOf, ports, sample, textOf, thesisOf } from "./ask.ts";
import { MADE_TEXTS, textWorld, under, WORLD_DAY } from "./text_world.ts";

const world = textWorld(MADE_TEXTS);
const desk = createDesks(world);

/** The answer to the last of some questions, and what verification removed from it. */
async function answer(...questions: readonly string[]): Promise<{ readonly text: string; readonly removed: number }> {
  const steps = await ask({ input: questions.at(-1) ?? "", before: questions.slice(0, -1) }, ports({ dataset: world }));
  return { text: textOf(steps), removed: thesisOf(steps).metadata?.verification?.claims_removed ?? -1 };
}

for (
  const { ask, says, silent = [] } of [
    {
      ask: "What did Acme say about supply?",
      says: [
        "On its 2 May 2017 call Acme Industries said: “Our suppliers could not keep up with it in April.”",
        "On Acme Industries' 1 Aug 2017 call: “Supply got better in July.”",
        "On supply, Acme Industries' documents of 20 Feb to 1 Aug 2017 say:",
      ],
      silent: ["plant"],
    },
    {
      ask: "What did Acme say about a shortage in its call of May 2017?",
      says: [
        "On supply, Acme Industries' call of 2 May 2017 says:",
        "“We do not expect the shortage to last into the next year.”",
        '"May 2017" is taken as 1 May to 31 May 2017.',
      ],
      silent: ["July"],
    },
    {
      ask: "What do Acme's risk factors say about suppliers?",
      says: [
        "On supply, Acme Industries' 10-K of 20 Feb 2017 says, under Item 1A:",
        "“We buy a single component from one supplier and could not replace it quickly.”",
      ],
      silent: ["call of"],
    },
    {
      ask: "anything on demand in Acme's last call?",
      says: ["“Orders rose by a fifth.”", "On demand, Acme Industries' call of 1 Aug 2017 says:"],
      silent: ["every region"],
    },
    {
      ask: "What is the news about Acme?",
      says: [
        "News on Acme Industries, 5 Sep 2017, “Acme plant closes”: “Acme closes its plant in Ohio over a lack of supply.”",
      ],
      silent: ["Acme Industries said", "call of"],
    },
    {
      ask: "What do the posts say about Dune?",
      says: ["Post about Dune Energy, 10 Jul 2017: “Dune is the best thing since sliced bread!”"],
    },
    {
      ask: "What did Acme and Bolt say about orders?",
      says: [
        "On Acme Industries' 1 Aug 2017 call: “Orders",
        "On Bolt Motors' 2 Aug 2017 call: “Orders",
      ],
    },
    {
      ask: "What did Bolt say about litigation?",
      says: [
        `No quotable sentence in 1 document of Bolt Motors to ${
          longDay(WORLD_DAY)
        } mentions litigation. The data hold 1 call (2 Aug 2017).`,
      ],
    },
    {
      ask: "What did Cora say about supply?",
      says: [
        `The data hold no 10-Ks, 10-Qs, 8-Ks or calls for Cora Foods by ${
          longDay(WORLD_DAY)
        }. They hold no other document on it.`,
      ],
    },
    {
      ask: "What did Acme say about supply in 2016?",
      says: [
        `The data hold no 10-Ks, 10-Qs, 8-Ks or calls for Acme Industries published from 5 Jan to 31 Dec 2016 by ${
          longDay(WORLD_DAY)
        }. They hold 1 10-K (20 Feb 2017), 2 calls (2 May to 1 Aug 2017) and 1 news item (5 Sep 2017).`,
      ],
    },
    {
      ask: "What did Acme say about supply as of 2017-05-02?",
      says: ["On supply, Acme Industries' 10-K of 20 Feb 2017 says:"],
      silent: ["April", "July"],
    },
    {
      ask: "What did Acme, Bolt, Cora and Dune say about orders?",
      says: [
        "On BOLT's 2 Aug 2017 call: “Orders",
        "calls for CORA by ",
        "Only documents of ACME, BOLT and CORA were searched.",
      ],
      silent: ["documents of DUNE"],
    },
    { ask: "What did all companies say about supply?", says: ["Our suppliers could not keep up"] },
    {
      ask: "Why did Acme fall in 2017, and what does the news say?",
      says: ["News on Acme Industries, 5 Sep 2017", "Acme Industries did not fall"],
      silent: ["no filings, news"],
    },
    { ask: "What did Acme say about China?", says: ['mentions "china"'] },
    { ask: "Analyse Acme and its latest news", says: ["News on Acme Industries, 5 Sep 2017"] },
  ] satisfies { ask: string; says: readonly string[]; silent?: readonly string[] }[]
) {
  Deno.test(`"${ask}" is answered with ${JSON.stringify(says[0])}`, async () => {
    const { text, removed } = await answer(ask);
    for (const words of says) ok(text.includes(words), text);
    for (const words of silent) equal(text.includes(words), false, text);
    equal(removed, 0, text);
  });
}

Deno.test("a question after another has its company and topic", async () => {
  match(
    (await answer("What did Acme say about supply?", "and Bolt?")).text,
    /On supply, Bolt Motors' call of 2 Aug 2017 says: “Supply/,
  );
  match((await answer("What did Acme say about supply?", "and about competition?")).text, /“Competition is intense\.”/);
  match((await answer("Analyse Acme", "what did they say about demand?")).text, /Demand was strong in every region/);
});

Deno.test("where the data hold no texts, a question to them is answered as it was", async () => {
  const text = textOf(await askOf(sample, "What does Apple's 10-K say about litigation?"));
  match(text, /^10-K and litigation cannot be given: the data hold no texts\./);
  equal(/“|searched for/.test(text), false);
});

Deno.test("the search of a question is a step, and what the tool gives for it", async () => {
  const steps = await askOf(world, "What did Acme say about supply?");
  const [step, ...others] = outputsOf(steps, "find_passages");
  equal(others.length, 0);
  deepEqual(step?.asked, { ticker: "ACME", words: "supply", kinds: ["10-K", "10-Q", "8-K", "call"] });
  deepEqual(FIND_PASSAGES.run(FIND_PASSAGES.input.parse(step?.asked), { desk }).value, step?.output);
});

Deno.test("words of a search are read as its terms again", () => {
  for (const id of Object.keys(TEXT_TOPICS)) deepEqual(readTerms(wordsOfTerms([`#${id}`])), [`#${id}`], id);
  deepEqual(readTerms(wordsOfTerms(["#supply", "china", "artificial intelligence"])), [
    "#supply",
    "china",
    "artificial intelligence",
  ]);
  ok(Object.keys(TEXT_TOPICS).every((id) => wordsOfTerm(`#${id}`).length <= 8));
});

/** Holds quotes of tools against the texts themselves. */
function holdClaims(claims: readonly ToolClaim[]): void {
  z.array(toolClaimSchema).parse(JSON.parse(JSON.stringify(claims)));
  equal(new Set(claims.map(({ id }) => id)).size, claims.length);
  for (const { id, subject, value, shown, unit } of claims) {
    const key = readAs("quote", id.slice(`${subject}.quote.`.length));
    const text = desk().view.texts(subject).text(key?.document ?? "");
    equal(createHash("sha256").update(text).digest("hex").slice(0, 16), key?.digest);
    deepEqual([value, shown, unit], [text.slice(key?.start, key?.end), value, "quote"]);
  }
}

Deno.test("find_passages gives passages with their text, day and file, and quotes as claims", () => {
  const { value, claims } = FIND_PASSAGES.run({ ticker: "Acme", words: "suppliers", kinds: ["call"] }, { desk });
  FIND_PASSAGES.output.parse(JSON.parse(JSON.stringify(value)));
  equal(value.searched, 2);
  ok(
    value.passages.every(({ document, start, end, text }) =>
      desk().view.texts("ACME").text(document).slice(start, end) === text
    ),
  );
  deepEqual(claims().map(({ shown }) => shown).toSorted(), [
    "Our suppliers could not keep up with it in April.",
    "Supply got better in July.",
    "We do not expect the shortage to last into the next year.",
  ]);
  holdClaims(claims());
  deepEqual(FIND_PASSAGES.run({ ticker: "Acme", words: "supply", as_of: "2017-01-31" }, { desk }).value.passages, []);
});

Deno.test("read_passage gives whole sentences around a place, and refuses a text or a place that is none", () => {
  const asked = { ticker: "ACME", document: "calls.jsonl 1", start: 60, end: 61 };
  const { value, claims } = READ_PASSAGE.run({ ...asked, around: 0 }, { desk });
  equal(value.text, "Our suppliers could not keep up with it in April.");
  equal(value.section, "remarks");
  holdClaims(claims());
  equal(READ_PASSAGE.run(asked, { desk }).value.start, 0);
  const codeOf = (change: object) => {
    try {
      READ_PASSAGE.run({ ...asked, ...change }, { desk });
      return "read";
    } catch (error) {
      return error instanceof ToolError ? error.code : String(error);
    }
  };
  equal(codeOf({ document: "calls.jsonl 9" }), "unknown_document");
  equal(codeOf({ as_of: "2017-05-02" }), "unknown_document");
  equal(codeOf({ ticker: "BOLT" }), "unknown_document");
  for (const change of [{ end: 60 }, { start: 9, end: 5 }, { end: 100_000 }]) equal(codeOf(change), "invalid_place");
});

Deno.test("the table of an answer's figures has its quotes, each with its place and the day from which it is known", async () => {
  const files: string[] = [];
  const storeFile = ({ filename, bytes }: { readonly filename: string; readonly bytes: Uint8Array }) => {
    if (filename.endsWith("_evidence.csv")) files.push(new TextDecoder().decode(bytes));
    return Promise.resolve({ file_id: `file_${filename}`, filename });
  };
  await ask({ input: "What did Acme say about supply?", files: true }, ports({ dataset: world, storeFile }));
  const rows = (files[0] ?? "").split("\n").filter((line) => line.includes(",quote,"));
  equal(rows.length, 3);
  match(
    rows.find((row) => row.includes("April")) ?? "",
    /^ACME\.quote\.48-97 [0-9a-f]{16} calls\.jsonl 1,Our suppliers .*,2017-05-03,calls\.jsonl,/,
  );
});

const OUTLOOK = "We expect supply to be better in the third quarter of the year.";
const RISKS = "A fire at our only supplier would stop the supply of glass for months.";
const REPORT = `${OUTLOOK}\n\n${RISKS}`;
const sectioned = textWorld({
  ACME: [{
    ...{ id: "10-K 1", kind: "10-K", day: "2017-02-20", text: REPORT },
    sections: [under("Q3", REPORT, OUTLOOK), under("Item 1A", REPORT, RISKS)],
  }],
});

for (
  const [question, said, silent] of [
    ["What did Acme say about supply in section Q3?", OUTLOOK, RISKS],
    ["What does Acme say about supply under Item 1A?", RISKS, OUTLOOK],
    ["What does the section q3 of Acme's 10-K say about supply?", OUTLOOK, RISKS],
  ] as const
) {
  Deno.test(`"${question}" is answered from that section, and its name is not a day`, async () => {
    const steps = await ask(question, ports({ dataset: sectioned }));
    const text = textOf(steps);
    ok(text.includes(`“${said}”`) && !text.includes(silent), text);
    ok(!text.includes("is taken as"), text);
    equal(thesisOf(steps).metadata?.verification?.claims_removed, 0);
  });
}

Deno.test("of a section that no text has nothing is quoted, and the answer says so", async () => {
  const steps = await ask("What did Acme say about supply in section Q4?", ports({ dataset: sectioned }));
  match(textOf(steps), /^No quotable sentence in /);
  equal(thesisOf(steps).metadata?.verification?.claims_removed, 0);
});

const GROWTH = "Cloud services are a business in which we believe and in which we will invest for a long time to grow.";

for (
  const { when, said, quotes } of [
    {
      when: "it holds all words, then figures",
      said: [
        "Cloud is where the world goes.",
        GROWTH,
        "Cloud revenue grew 56%.",
        "Revenue of the whole company grew 9%.",
      ],
      quotes: ["Cloud revenue grew 56%.", GROWTH],
    },
    {
      when: "its words stand nearer",
      said: ["Cloud is a business that we run in 40 countries and that grew 8%.", "Our cloud grew 15% in the year."],
      quotes: ["Our cloud grew 15% in the year.", "Cloud is a business that we run in 40 countries and that grew 8%."],
    },
  ]
) {
  Deno.test(`a sentence of a call is quoted first where ${when}, and an old call is told with all that are held`, async () => {
    const text = `${said.join("\n\nWe thank all of you for being with us today and for your time.\n\n")}\n`;
    const dataset = textWorld({ ACME: [{ id: "1", day: "2017-05-02", kind: "call", text }] });
    const steps = await ask({ input: "What did Acme say about cloud growth on its last call?" }, ports({ dataset }));
    deepEqual((textOf(steps).match(/“[^”]*”/g) ?? []).map((one) => one.slice(1, -1)), quotes);
    match(textOf(steps), /The data hold 1 call of Acme Industries \(2 May 2017\)\./);
    equal(thesisOf(steps).metadata?.verification?.claims_removed, 0);
  });
}
