/** A run with a language model: what it costs, what its tables say of it, and that it is a run of its own. */
import fc from "fast-check";
import type { FileReference } from "../../src/protocol/file_reference.ts";
import type { ReasoningRequest, ReasoningResult } from "../../src/protocol/reasoning.ts";
import type { LanguageModelReport } from "../../src/protocol/language_model.ts";
import { Spending } from "../../src/batch/send/spending.ts";
import { previewScreen } from "../../src/batch/preview.ts";
import type { ModelUse } from "../../src/run/model_use.ts";
import { parse } from "../../src/text/csv_read.ts";
import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import { runsOf } from "../sweeps.ts";
import { FakeResearch } from "./fake_research.ts";
import { listOf, screened, tickerIn } from "./screened.ts";
import { type TestMachine, testMachine } from "./test_machine.ts";

/** A thousandth for each token read, two for each written: a whole budget of 1,000 tokens costs 2. */
const MODEL: ModelUse = {
  name: "made-7b",
  mayComment: false,
  budget: { calls: 4, tokens: 1_000, seconds: 20 },
  price: { input: 1_000, output: 2_000 },
};
const FREE: ModelUse = { name: "made-7b", mayComment: false, budget: MODEL.budget };
/** It costs 0.3 + 2 * 0.1 = 0.5. */
const REPORT: LanguageModelReport = {
  ...{ name: "made-7b", calls: 3, input_tokens: 300, output_tokens: 100, claims_verified: 1 },
  answer: ["Sales grew 12%.", "It is cheap."],
};
const REPORTS: Readonly<Record<string, LanguageModelReport | undefined>> = {
  T2: { ...REPORT, answer: [], notes: ["Its plan was left out: it named no tool."], is_estimated: true },
  T3: { ...REPORT, comments: ['=HYPERLINK("x") and more.'] },
};
const COLUMNS = [
  ...["model", "model_answer", "model_comment_not_verified", "model_notes", "model_calls"],
  ...["model_tokens_in", "model_tokens_out"],
];

/** A service whose answers say what a model added. */
class ModelResearch extends FakeResearch {
  override async reason(
    request: ReasoningRequest,
    options: { readonly signal: AbortSignal; readonly idempotencyKey: string },
  ): Promise<ReasoningResult> {
    const result = await super.reason(request, options);
    const language_model = REPORTS[tickerIn(request.input)] ?? REPORT;
    return { ...result, metadata: { ...result.metadata, language_model } };
  }
}

const read = ({ folder }: TestMachine, name: string) => Deno.readTextFileSync(`${folder}/out/${name}`);

/** The cells of a column of `theses.csv`. */
function column(machine: TestMachine, name: string): string[] {
  const [header = [], ...rows] = parse(read(machine, "theses.csv")).map(({ cells }) => cells);
  return rows.map((row) => row[header.indexOf(name)] ?? "no column");
}

Deno.test("the tables of a run with a model say what it chose, commented and spent for each row", async () => {
  const machine = testMachine();
  await screened(listOf(3), new ModelResearch(), { machine, languageModel: MODEL });
  deepEqual(COLUMNS.map((name) => column(machine, name)), [
    ["made-7b", "made-7b", "made-7b"],
    ["Sales grew 12%. It is cheap.", "", "Sales grew 12%. It is cheap."],
    ["", "", `'=HYPERLINK("x") and more.`],
    ["", "Its plan was left out: it named no tool.", ""],
    ["3", "3", "3"],
    ["300", "300", "300"],
    ["100", "100", "100"],
  ]);
});

Deno.test("the manifest says the budget of the model, what it did for the rows and what that cost", async () => {
  const machine = testMachine();
  await screened(listOf(3), new ModelResearch(), { machine, languageModel: MODEL });
  const { language_model, spent } = JSON.parse(read(machine, "manifest.json"));
  deepEqual(language_model, {
    ...{ name: "made-7b", may_comment: false, budget: MODEL.budget, price: MODEL.price, cost: 1.5 },
    ...{ answered: 2, not_answered: 1, with_notes: 1, with_comments: 1 },
    ...{ calls: 9, input_tokens: 900, output_tokens: 300, is_estimated: true },
  });
  equal(spent, 1.5);
});

Deno.test("a run without a model has no column, no field and no setting of one", async () => {
  const machine = testMachine();
  await screened(listOf(1), new FakeResearch(), { machine, price: 1 });
  deepEqual(COLUMNS.map((name) => column(machine, name)[0]), COLUMNS.map(() => "no column"));
  ok(!read(machine, "manifest.json").includes("language"));
});

Deno.test("rows that share a request count its tokens once, and answers of another run not at all", async () => {
  const machine = testMachine();
  await screened("ticker\nT1\nT1\n", new ModelResearch(), { machine, languageModel: MODEL });
  const counts = () => JSON.parse(read(machine, "manifest.json")).language_model;
  deepEqual([counts().answered, counts().calls, counts().cost], [2, 3, 0.5]);
  const research = new ModelResearch();
  const folder = `${machine.folder}/later`;
  const later = { machine, languageModel: MODEL, reuseWithinMs: 864e5, folder };
  await screened("ticker\nT1\n", research, later);
  const { language_model } = JSON.parse(await Deno.readTextFile(`${folder}/manifest.json`));
  deepEqual([research.asked.length, language_model.answered, language_model.calls], [0, 1, 0]);
});

const STOPS: readonly {
  readonly maxCost: number;
  readonly price?: number;
  readonly sent: number;
  readonly spent: number;
}[] = [
  { maxCost: 2, sent: 1, spent: 0.5 },
  { maxCost: 2.5, sent: 2, spent: 1 },
  { maxCost: 3, sent: 3, spent: 1.5 },
  { maxCost: 3.9, sent: 4, spent: 2 },
  { maxCost: 100, sent: 8, spent: 4 },
  { maxCost: 4, price: 1, sent: 1, spent: 1.5 },
  { maxCost: 6, price: 1, sent: 3, spent: 4.5 },
];
for (const { maxCost, price, sent, spent } of STOPS) {
  const own = price === undefined ? "" : ` and a price of ${price}`;
  Deno.test(`with a maximum cost of ${maxCost}${own}, ${sent} of 8 answers at 0.5 each are asked for, one at a time`, async () => {
    const machine = testMachine();
    const research = new ModelResearch();
    const limits = { maxCost, concurrency: 1, languageModel: MODEL, ...price && { price } };
    const { stopped } = await screened(listOf(8), research, { machine, ...limits });
    equal(research.asked.length, sent);
    equal(JSON.parse(read(machine, "manifest.json")).spent, spent);
    if (sent < 8) {
      match(
        stopped,
        new RegExp(`^max_cost: ${sent} requests? cost at most ${spent}, the next may cost ${2 + (price ?? 0)}, `),
      );
    }
  });
}

Deno.test("a run that stopped by its cost is resumed with a higher one, counts on, and asks nothing twice", async () => {
  const machine = testMachine();
  const limits = { machine, concurrency: 1, languageModel: MODEL };
  const research = new ModelResearch();
  await screened(listOf(8), research, { ...limits, maxCost: 3 });
  equal(research.asked.length, 3);
  await screened(listOf(8), research, { ...limits, maxCost: 3 });
  equal(research.asked.length, 3);
  await screened(listOf(8), research, { ...limits, maxCost: 4 });
  equal(research.asked.length, 5);
  await screened(listOf(8), research, limits);
  equal(research.asked.length, 8);
  equal(new Set(research.asked).size, 8);
  const { spent, language_model } = JSON.parse(read(machine, "manifest.json"));
  deepEqual([spent, language_model.cost, language_model.calls], [4, 4, 24]);
});

Deno.test("a name that the data does not know costs nothing of the model, and any other failure its whole budget", async () => {
  const onReason = ({ input }: ReasoningRequest) => {
    const status = /T[135]$/.test(tickerIn(input)) ? 422 : /T[24]$/.test(tickerIn(input)) ? 400 : undefined;
    if (status === undefined) return Promise.resolve();
    const said = { status, code: "unknown_company", delivery: "answered", shouldRetry: false };
    return Promise.reject(Object.assign(new Error("refused"), said));
  };
  const machine = testMachine();
  const research = new ModelResearch({ onReason });
  await screened(listOf(6), research, { machine, concurrency: 1, languageModel: MODEL, maxCost: 6.5 });
  equal(research.asked.length, 6);
  equal(JSON.parse(read(machine, "manifest.json")).spent, 2 * 2 + 0.5);
});

Deno.test("requests under way in a killed process keep the whole budget of the model", () => {
  const requests = { requests: new Map([["planned", 9]] as const) };
  const first = new Spending({ languageModel: MODEL }, requests);
  for (let sent = 0; sent < 3; sent++) first.reserve();
  first.answered({ metadata: { language_model: REPORT } });
  first.settle(true); // it failed, and nobody knows what it spent
  const next = new Spending({ languageModel: MODEL }, { ...requests, saved: first.save() });
  deepEqual([next.sent, next.cost, next.model], [3, 4.5, { calls: 3, input_tokens: 300, output_tokens: 100 }]);
});

Deno.test("answers that keep to their budget never cost more than maxCost, whatever is under way at once", () => {
  const arbitrary = fc.record({
    maxCost: fc.integer({ min: 21, max: 400 }).map((tenths) => tenths / 10),
    tokens: fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 1, maxLength: 60 }),
    width: fc.integer({ min: 1, max: 6 }),
  });
  fc.assert(
    fc.property(arbitrary, ({ maxCost, tokens, width }) => {
      const spending = new Spending({ maxCost, languageModel: MODEL }, { requests: new Map([["planned", 60]]) });
      let [sent, real, underWay] = [0, 0, 0];
      const answer = () => {
        const output_tokens = tokens[sent % tokens.length] ?? 0;
        underWay--;
        real += output_tokens * 2 / 1_000;
        spending.answered({ metadata: { language_model: { ...REPORT, input_tokens: 0, output_tokens } } });
      };
      while (sent < 60) {
        const word = spending.next();
        if (word === "send" && underWay < width) {
          spending.reserve();
          sent++;
          underWay++;
          ok(real + 2 * underWay <= maxCost * (1 + 1e-9), "what is under way fits");
        } else if (underWay > 0) answer();
        else break;
      }
      while (underWay > 0) answer();
      ok(Math.abs((spending.cost ?? 0) - real) < 1e-9 && real <= maxCost * (1 + 1e-9));
    }),
    runsOf("batch/language_model", 500),
  );
});

const WRONG: readonly { readonly when: string; readonly limits: object; readonly message: RegExp }[] = [
  {
    when: "the model has no price",
    limits: { maxCost: 5, languageModel: FREE },
    message: /^Cannot use maxCost 5: nothing says what the language model made-7b costs; set CONVICTION_LLM_PRICE$/,
  },
  {
    when: "the model has no price, and a request has one",
    limits: { maxCost: 5, price: 1, languageModel: FREE },
    message: /set CONVICTION_LLM_PRICE$/,
  },
  {
    when: "it is less than one answer may cost",
    limits: { maxCost: 1.9, languageModel: MODEL },
    message: /^Cannot use maxCost 1\.9: one request may cost 2, so none could be sent$/,
  },
];
for (const { when, limits, message } of WRONG) {
  Deno.test(`a maximum cost with a model is refused before anything is sent when ${when}`, async () => {
    const research = new ModelResearch();
    await rejects(screened(listOf(1), research, limits), { name: "InputError", message });
    equal(research.asked.length, 0);
  });
}

const OTHERS: readonly { readonly now: ModelUse | undefined; readonly words: RegExp }[] = [
  { now: undefined, words: /the language model was "made-7b", and is not set/ },
  { now: { ...MODEL, name: "made-70b" }, words: /the language model was "made-7b", and is "made-70b"/ },
  { now: { ...MODEL, mayComment: true }, words: /the language model was "made-7b", and is "made-7b, with comments"/ },
];
for (const { now, words } of OTHERS) {
  Deno.test(`a run is refused in the folder of one with another model, by name: ${words.source}`, async () => {
    const machine = testMachine();
    const research = new ModelResearch();
    await screened(listOf(2), research, { machine, languageModel: MODEL, maxRequests: 1 });
    await rejects(screened(listOf(2), research, { machine, ...now && { languageModel: now } }), { message: words });
    equal(research.asked.length, 1);
  });
}

Deno.test("another budget or price is the same run", async () => {
  const machine = testMachine();
  const research = new ModelResearch();
  await screened(listOf(2), research, { machine, languageModel: MODEL, maxRequests: 1 });
  await screened(listOf(2), research, { machine, languageModel: { ...FREE, budget: { ...FREE.budget, calls: 9 } } });
  equal(research.asked.length, 2);
  equal(JSON.parse(read(machine, "manifest.json")).language_model.budget.calls, 9);
});

Deno.test("answers without a model are not reused in a run with one", async () => {
  const machine = testMachine();
  await screened(listOf(1), new FakeResearch(), { machine });
  const research = new ModelResearch();
  const folder = `${machine.folder}/later`;
  await screened(listOf(1), research, { machine, languageModel: MODEL, reuseWithinMs: 864e5, folder });
  equal(research.asked.length, 1);
});

Deno.test("files that a model had made are saved with the answer, those of both once", async () => {
  const file = (file_id: string): FileReference => ({ file_id, filename: `${file_id}.csv`, media_type: "text/csv" });
  class WithFiles extends FakeResearch {
    override async reason(
      request: ReasoningRequest,
      options: { readonly signal: AbortSignal; readonly idempotencyKey: string },
    ): Promise<ReasoningResult> {
      const result = await super.reason(request, options);
      const language_model = { ...REPORT, files: [file("both"), file("model")] };
      return { ...result, metadata: { ...result.metadata, files: [file("own"), file("both")], language_model } };
    }
  }
  const { outcomes: [outcome] } = await screened(listOf(1), new WithFiles(), { languageModel: MODEL });
  deepEqual(
    outcome?.status === "done" ? outcome.files.map(({ path }) => path.split("/").at(-1)) : outcome?.status,
    ["own.csv", "both.csv", "model.csv"],
  );
});

Deno.test("a preview says the model and the most that it may cost", async () => {
  const options = { machine: testMachine(), languageModel: MODEL, maxCost: 5, price: 0.5 };
  const { cost, languageModel, stops } = await previewScreen(
    [{ ticker: "T1" }, { ticker: "T2" }, { ticker: "T3" }],
    options,
  );
  deepEqual([cost, languageModel, stops], [7.5, MODEL, [{ code: "max_cost", limit: 5, after: 2, isLeast: true }]]);
});

Deno.test("a selected column may not have the name of a column of the model", async () => {
  const select = [{ name: "model_answer", pointer: "/metadata/x" }];
  await rejects(screened(listOf(1), new ModelResearch(), { languageModel: MODEL, select }), { name: "InputError" });
});
