/** Asks a warm service about figures of reports: `facts_child.ts`; prints a {@linkcode FactsReport}. */
import { ROUTES } from "../../src/protocol/route.ts";
import { openSample } from "../../src/data/prices/sample.ts";
import { serveDataset } from "../../src/setup/embedded.ts";

/** Milliseconds of each question, in the order in which they were asked. */
export interface FactsReport {
  /** To the first byte of the stream. */
  readonly firstByte: readonly number[];
  /** To the first words of the answer. */
  readonly firstText: readonly number[];
  /** To the whole answer of the reasoning operation, without files. */
  readonly whole: readonly number[];
}

const KEY = "sk-bench-123456";
const ITEMS = ["revenue", "net income", "EPS", "operating income", "gross margin", "R&D", "cash", "total assets"];
const YEARS = [2019, 2020, 2021, 2022, 2023, 2024];
const questions = ["AAPL", "GOOGL"].flatMap((ticker) =>
  ITEMS.flatMap((item) => YEARS.map((year) => `What was ${ticker}'s ${item} in fiscal ${year}?`))
);

await using embedded = await serveDataset(await openSample(), { apiKeys: [KEY] });
const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json" };

function post(path: string, body: unknown): Promise<Response> {
  return embedded.fetch(`http://localhost${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}

async function streamed(input: string): Promise<{ readonly firstByte: number; readonly firstText: number }> {
  const startMs = performance.now();
  const reply = await post(ROUTES.createResponse.path, { model: "bench", input, stream: true });
  if (!reply.ok || reply.body === null) throw new Error(`Cannot measure: ${await reply.text()}`);
  let [firstByte, firstText] = [NaN, NaN];
  for await (const bytes of reply.body) {
    const nowMs = performance.now() - startMs;
    if (Number.isNaN(firstByte)) firstByte = nowMs;
    if (Number.isNaN(firstText) && new TextDecoder().decode(bytes).includes("output_text.delta")) firstText = nowMs;
  }
  return { firstByte, firstText };
}

async function answered(input: string): Promise<number> {
  const startMs = performance.now();
  await (await post(ROUTES.reason.path, { input })).text();
  return performance.now() - startMs;
}

for (const question of ["Analyse AAPL", "Analyse GOOGL", "What was AAPL's inventory?", "What was GOOGL's inventory?"]) {
  await streamed(question);
}
const times = [];
for (const question of questions) times.push(await streamed(question));
const whole = [];
for (const question of questions) whole.push(await answered(`${question} Exact`));
const report: FactsReport = {
  firstByte: times.map(({ firstByte }) => firstByte),
  firstText: times.map(({ firstText }) => firstText),
  whole,
};
// deno-lint-ignore no-console -- its report is its output
console.log(JSON.stringify(report));
