/** A row is never done while something of its answer is missing. */
import { deepEqual, equal } from "../assert.ts";
import { type Outcome, type ResearchPort, screen, type ScreenOptions } from "conviction/batch";
import { createClient } from "../../src/client/client.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { previewScreen } from "../../src/batch/preview.ts";
import type { ReasoningRequest } from "../../src/protocol/reasoning.ts";
import { parse } from "../../src/text/csv_read.ts";
import { answerTo, callError, FakeResearch } from "./fake_research.ts";
import { testMachine, writeCsv } from "./test_machine.ts";

const LACK = "no chart of IBM: its program reached the limit of time";
const FILE = { file_id: "a", filename: "a.csv" };

/** A service that says what it could not do about the companies named, until it is well. */
class LackingResearch extends FakeResearch {
  isWell = false;
  readonly lacking: readonly string[];

  constructor(lacking: readonly string[], behaviour: ConstructorParameters<typeof FakeResearch>[0] = {}) {
    super(behaviour);
    this.lacking = lacking;
  }

  override async reason(request: ReasoningRequest, options: Parameters<FakeResearch["reason"]>[1]) {
    const result = await super.reason(request, options);
    if (this.isWell || !this.lacking.some((name) => request.input.includes(name))) return result;
    return { ...result, metadata: { ...result.metadata, warnings: [LACK], incomplete: true } };
  }
}

async function screenInto(folder: string, research: ResearchPort, options: ScreenOptions = {}): Promise<string[]> {
  const list = writeCsv(folder, "ticker\nAAPL\nIBM\n");
  const all: Outcome[] = await Array.fromAsync(
    screen(list, research, { folder: "out", ...options, machine: testMachine({ folder }) }),
  );
  return all.toSorted((a, b) => a.input.row - b.input.row).map(({ status }) => status);
}

/** The named cells of theses.csv, by row. */
function cells(folder: string, ...names: string[]): string[][] {
  const [header, ...rows] = parse(Deno.readTextFileSync(`${folder}/out/theses.csv`));
  return rows.map((row) => names.map((name) => row.cells[header?.cells.indexOf(name) ?? -1] ?? "?"));
}

for (const files of [[], [FILE]]) {
  Deno.test(`a row is partial when its answer names what is missing, with ${files.length} files`, async () => {
    const folder = await Deno.makeTempDir();
    deepEqual(await screenInto(folder, new LackingResearch(["IBM"], { files: () => files })), ["done", "partial"]);
    deepEqual(cells(folder, "signal", "warnings", "error_code", "error")[1], [
      ...["neutral", LACK, "incomplete_answer", LACK],
    ]);
    equal(cells(folder, "files")[1]?.[0], files.length === 0 ? "" : "files/2_IBM/a.csv");
    const { counts } = JSON.parse(await Deno.readTextFile(`${folder}/out/manifest.json`));
    deepEqual([counts.statuses.done, counts.statuses.partial], [1, 1]);
  });
}

Deno.test("a row whose file could not be downloaded says so among its warnings", async () => {
  const folder = await Deno.makeTempDir();
  const onDownload = () => Promise.reject(callError({ status: 404, message: "Cannot get a.csv" }));
  const research = new LackingResearch(["IBM"], { files: () => [FILE], onDownload });
  deepEqual(await screenInto(folder, research), ["partial", "partial"]);
  deepEqual(cells(folder, "warnings"), [
    ["a file is missing: Cannot get a.csv"],
    [`a file is missing: Cannot get a.csv | ${LACK}`],
  ]);
});

Deno.test("--retry-failed asks again for what is missing, with a new key", async () => {
  const folder = await Deno.makeTempDir();
  const research = new LackingResearch(["IBM"]);
  await screenInto(folder, research);
  research.isWell = true;
  deepEqual(await screenInto(folder, research, { retryFailed: true }), ["done", "done"]);
  deepEqual([research.asked.length, new Set(research.keys).size], [3, 3]);
  deepEqual(cells(folder, "status", "warnings", "error"), [["done", "", ""], ["done", "", ""]]);
});

const AGAIN = [
  { when: "is refused", thrown: callError({ status: 422, code: "unknown", delivery: "answered", message: "No" }) },
  { when: "has no answer", thrown: callError({ name: "TimeoutError", delivery: "maybe_sent", message: "No" }) },
];
for (const { when, thrown } of AGAIN) {
  Deno.test(`the thesis of a partial row stays when its second request ${when}`, async () => {
    const folder = await Deno.makeTempDir();
    let isBroken = false;
    const onReason = () => isBroken ? Promise.reject(thrown) : undefined;
    const research = new LackingResearch(["IBM"], { files: () => [FILE], onReason });
    await screenInto(folder, research);
    isBroken = true;
    deepEqual(await screenInto(folder, research, { retryFailed: true }), ["done", "partial"]);
    deepEqual(cells(folder, "signal", "files", "error")[1], ["neutral", "files/2_IBM/a.csv", "No"]);
    isBroken = false;
    research.isWell = true;
    deepEqual(await screenInto(folder, research, { retryFailed: true }), ["done", "done"]);
  });
}

Deno.test("a dry run of --retry-failed counts the rows that would be asked again", async () => {
  const folder = await Deno.makeTempDir();
  await screenInto(folder, new LackingResearch(["IBM"]));
  const list = writeCsv(folder, "ticker\nAAPL\nIBM\n");
  const options = { folder: "out", retryFailed: true, machine: testMachine({ folder }) };
  const { requests, known } = await previewScreen(list, options);
  deepEqual([requests, known], [1, 1]);
});

const FOREIGN: readonly { readonly warnings: unknown; readonly cell: string }[] = [
  { warnings: ["delayed data"], cell: "delayed data" },
  { warnings: "delayed data", cell: "delayed data" },
  { warnings: [{ code: 7, message: "delayed data" }, { code: 8 }], cell: 'delayed data | {"code":8}' },
  { warnings: null, cell: "" },
  { warnings: [], cell: "" },
];
for (const { warnings, cell } of FOREIGN) {
  Deno.test(`the warnings ${JSON.stringify(warnings)} of another service are shown, and its row is done: nothing of it is missing`, async () => {
    const folder = await Deno.makeTempDir();
    const fetch = async (_: string, { body }: RequestInit) => {
      const answer = answerTo(JSON.parse(await new Response(body).text()));
      return Response.json({ ...answer, metadata: { ...answer.metadata, warnings } });
    };
    const client = createClient({ baseUrl: "http://research.example", clock: systemClock, newId: () => "", fetch });
    deepEqual(await screenInto(folder, client), ["done", "done"]);
    deepEqual(cells(folder, "warnings")[1], [cell]);
  });
}
