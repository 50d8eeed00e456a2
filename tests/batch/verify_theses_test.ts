import type { Outcome, ResearchPort } from "conviction/batch";
import type { ReasoningRequest, ReasoningResult } from "../../src/protocol/reasoning.ts";
import { openRun } from "conviction/batch";
import { parse } from "../../src/text/csv_read.ts";
import { exportRun } from "../../src/batch/outputs/export_run.ts";
import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import { answerTo, FakeResearch } from "./fake_research.ts";
import { FakeVerifier } from "./fake_verifier.ts";
import { listOf, screened, tickerIn } from "./screened.ts";
import { type TestMachine, testMachine } from "./test_machine.ts";

const CHECK_COLUMNS = ["claims_proven", "claims_false", "claims_unknown", "first_false"];

/** What each company's thesis states; T1 is right, T2 is wrong, of T3 the data know nothing. */
const REASONING: Readonly<Record<string, string>> = {
  T1: "Sales grew 12%.",
  T2: "Sales grew 12%. Margins fell 7%.",
  T3: "Sales grew 400%.",
  T4: '=HYPERLINK("x") grew 9%.',
};

/** A service of the user's own, whose theses state figures. */
class StatingResearch extends FakeResearch {
  override async reason(
    request: ReasoningRequest,
    options: { readonly signal: AbortSignal; readonly idempotencyKey: string },
  ): Promise<ReasoningResult> {
    const result = await super.reason(request, options);
    const { agent_thesis } = result;
    return { ...result, agent_thesis: { ...agent_thesis, reasoning: REASONING[tickerIn(request.input)] ?? "Even." } };
  }
}

const read = ({ folder }: TestMachine, name: string) => Deno.readTextFileSync(`${folder}/out/${name}`);

/** The cells of a column of `theses.csv`. */
function column(machine: TestMachine, name: string): string[] {
  const [header = [], ...rows] = parse(read(machine, "theses.csv")).map(({ cells }) => cells);
  return rows.map((row) => row[header.indexOf(name)] ?? "no column");
}

const checkOf = (outcome: Outcome | undefined) => outcome?.status === "done" ? outcome.check : outcome?.status;

Deno.test("each thesis is checked, and the tables say how many claims are proven, false and unknown", async () => {
  const machine = testMachine();
  const { outcomes } = await screened(listOf(3), new StatingResearch(), { machine, verify: new FakeVerifier() });
  deepEqual(checkOf(outcomes[1]), {
    ...{ asOf: "2024-02-29", proven: 1, false: 1, unknown: 0 },
    firstFalse: "Margins fell 7%: the data say 8%",
  });
  deepEqual(CHECK_COLUMNS.map((name) => column(machine, name)), [
    ["1", "1", "0"],
    ["0", "1", "0"],
    ["0", "0", "1"],
    ["", "Margins fell 7%: the data say 8%", ""],
  ]);
  match(column(machine, "warnings")[1] ?? "", /^contains an error: Margins fell 7%: the data say 8%/);
  equal(column(machine, "warnings")[0], "");
  const [, line = ""] = read(machine, "theses.jsonl").split("\n");
  const { claims_false, first_false, checked_as_of } = JSON.parse(line);
  deepEqual([claims_false, first_false, checked_as_of], [1, "Margins fell 7%: the data say 8%", "2024-02-29"]);
});

Deno.test("the manifest says which data the theses were checked on, and how that ended", async () => {
  const machine = testMachine();
  const verify = new FakeVerifier();
  await screened(listOf(3), new StatingResearch(), { machine, verify });
  deepEqual(JSON.parse(read(machine, "manifest.json")).verify, {
    ...verify.data,
    ...{ checked: 3, stating_false: 1, not_checked: 0, claims_proven: 2, claims_false: 1, claims_unknown: 1 },
  });
});

Deno.test("a run that checks nothing has no column, no field and no table of checks", async () => {
  const machine = testMachine();
  await screened(listOf(1), new StatingResearch(), { machine });
  equal(column(machine, "claims_false")[0], "no column");
  ok(
    !read(machine, "theses.jsonl").includes("claims_false") &&
      !read(machine, "manifest.json").includes("stating_false"),
  );
});

Deno.test("a thesis is checked about the tickers of all rows that share it, drivers and risks with it", async () => {
  const verify = new FakeVerifier();
  const csv = "name,ticker\nAlpha,GOOG\nAlpha,GOOGL\n";
  await screened(csv, new FakeResearch(), { prompt: "What of {{name}}?", verify });
  deepEqual(verify.checked, [{
    text: "On What of Alpha?: even.\n\nDriver of What of Alpha?\n\nIt may fall",
    tickers: ["GOOG", "GOOGL"],
    day: "2024-03-01",
  }]);
});

const DAYS: readonly { readonly of: string; readonly says?: string; readonly asOf?: string; readonly day: string }[] = [
  { of: "its newest data", says: "2024-02-12", asOf: "2024-02-20", day: "2024-02-12" },
  { of: "that was asked for, where it states none", asOf: "2024-02-20", day: "2024-02-20" },
  { of: "that was asked for, where it states no day", says: "yesterday", asOf: "2024-02-20", day: "2024-02-20" },
  { of: "on which it was made, where nobody names one", day: "2024-03-01" },
];

for (const { of, says, asOf, day } of DAYS) {
  Deno.test(`a thesis is checked as of the day ${of}`, async () => {
    const verify = new FakeVerifier();
    const research: ResearchPort = {
      download: () => Promise.reject(new Error("no files here")),
      reason: (request) => {
        const result = answerTo(request as ReasoningRequest);
        return Promise.resolve({ ...result, metadata: { ...result.metadata, as_of: says } });
      },
    };
    await screened(listOf(1), research, { verify, asOf });
    equal(verify.checked[0]?.day, day);
  });
}

Deno.test("a check that could not be made is a warning of its row, and never a 0", async () => {
  const machine = testMachine();
  const verify = new FakeVerifier({
    onCheck: ({ tickers }) => {
      if (tickers.includes("T1")) throw new Error("the data have no company T1");
    },
  });
  await screened(listOf(2), new StatingResearch(), { machine, verify });
  deepEqual(column(machine, "claims_false"), ["", "1"]);
  match(column(machine, "warnings")[0] ?? "", /^not checked: the check failed: the data have no company T1/);
  equal(JSON.parse(read(machine, "manifest.json")).verify.not_checked, 1);
  match(read(machine, "theses.jsonl"), /"not_checked":"the check failed: the data have no company T1"/);
});

Deno.test("a false claim that a spreadsheet would run stays text", async () => {
  const machine = testMachine();
  await screened("ticker\nT4\n", new StatingResearch(), { machine, verify: new FakeVerifier() });
  match(column(machine, "first_false")[0] ?? "", /^'=HYPERLINK/);
});

Deno.test("a run that ends during a check is resumed with it, and sends nothing twice", async () => {
  const machine = testMachine();
  const giveUp = new AbortController();
  const research = new StatingResearch();
  const ending = new FakeVerifier({ onCheck: ({ tickers }) => tickers.includes("T2") ? giveUp.abort() : undefined });
  const first = await screened(listOf(3), research, { machine, verify: ending, signal: giveUp.signal });
  deepEqual(first.statuses, ["done", "pending", "pending"]);

  const again = await screened(listOf(3), research, { machine, verify: new FakeVerifier() });
  deepEqual(again.statuses, ["done", "done", "done"]);
  equal(new Set(research.asked).size, research.asked.length);
  deepEqual(column(machine, "claims_false"), ["0", "1", "0"]);
  deepEqual(checkOf(again.outcomes[0]), { asOf: "2024-02-29", proven: 1, false: 0, unknown: 0 });
});

Deno.test("a run is not resumed with other data to check on, or with none", async () => {
  const machine = testMachine();
  await screened(listOf(1), new StatingResearch(), { machine, verify: new FakeVerifier() });
  const other = new FakeVerifier({ data: { name: "Own folder", digest: "b".repeat(64) } });
  await rejects(screened(listOf(1), new StatingResearch(), { machine, verify: other }), {
    message:
      /the data to verify on was "Test data to 2024-02-29, aaaaaaaaaaaa", and is "Own folder to 2024-02-29, bbbb/,
  });
  await rejects(
    screened(listOf(1), new StatingResearch(), { machine }),
    /the data to verify on was .*, and is not set/,
  );
});

Deno.test("answers of an earlier run are checked again, on the data of this one", async () => {
  const machine = testMachine();
  const options = { machine, reuseWithinMs: 86_400_000, service: { name: "desk" } };
  await screened(listOf(2), new StatingResearch(), { ...options, folder: "runs/list/first" });
  const research = new StatingResearch();
  const verify = new FakeVerifier();
  const { outcomes } = await screened(listOf(2), research, { ...options, folder: "runs/list/next", verify });
  deepEqual([research.asked.length, verify.checked.length], [0, 2]);
  deepEqual(outcomes.map((outcome) => Object.entries(checkOf(outcome) ?? {}).find(([name]) => name === "false")?.[1]), [
    0,
    1,
  ]);
});

Deno.test("an export, and a program that opens the run, have the checks from the ledger alone", async () => {
  const machine = testMachine();
  const verify = new FakeVerifier();
  await screened(listOf(3), new StatingResearch(), { machine, verify, formats: ["report", "xlsx", "parquet"] });
  const { files } = await exportRun("out", {
    ...{ base: machine.folder, into: `${machine.folder}/exported`, now: machine.clock.now() },
    versions: machine.versions,
  }).then(({ manifest }) => manifest);
  const digests = (list: typeof files) => list.map(({ path, sha256 }) => `${path} ${sha256}`);
  deepEqual(digests(files), digests(JSON.parse(read(machine, "manifest.json")).files));
  const { rows, outcomes } = await openRun("out", { base: machine.folder });
  deepEqual(rows.map(({ check }) => check), outcomes.map(checkOf));
  equal(verify.checked.length, 3);
});

Deno.test("a selected column may not have the name of a column of the check", async () => {
  const select = [{ name: "claims_false", pointer: "/usage" }];
  await rejects(
    screened(listOf(1), new StatingResearch(), { verify: new FakeVerifier(), select }),
    /Cannot select "claims_false": theses.csv has a column of that name/,
  );
});
