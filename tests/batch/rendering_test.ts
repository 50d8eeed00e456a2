import { deepEqual, equal, ok } from "../assert.ts";
import { runsOf } from "../sweeps.ts";
import fc from "fast-check";
import { openRun, screen } from "conviction/batch";
import type { ReasoningMetadata, ReasoningResult } from "../../src/protocol/reasoning.ts";
import { LedgerReader } from "../../src/batch/ledger/ledger_reader.ts";
import { plainLine } from "../run/plain_lines.ts";
import { FakeResearch } from "./fake_research.ts";
import { testMachine, writeCsv } from "./test_machine.ts";

const text = fc.string({ unit: fc.constantFrom(..."aZ09.,-=\"' \n\0\u2028\ud800é漢"), maxLength: 12 });
/** The answer to each request; absent where it fails. */
type Said = { readonly reasoning: string; readonly wire: unknown; readonly metadata: ReasoningMetadata } | undefined;

const metadata = fc.record({
  score: fc.double({ noNaN: true, noDefaultInfinity: true }),
  as_of: fc.constantFrom("2017-12-29", "2017-12-01"),
}, { requiredKeys: [] });
const answers: fc.Arbitrary<readonly Said[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ reasoning: text, wire: fc.jsonValue(), metadata }) },
    fc.constant(undefined),
  ),
  { minLength: 1, maxLength: 12 },
);

/** A run with one row for the first answer, two for the second, one for the third; the last row is invalid. */
async function runOf(said: readonly Said[]): Promise<string> {
  const folder = await Deno.makeTempDir();
  const rows = said.flatMap((_, at) => Array.from({ length: 1 + at % 2 }, () => ({ 7: `T${at}`, ticker: `T${at}` })));
  const research = {
    reason: ({ input }: { readonly input: string }): Promise<ReasoningResult> => {
      const answer = said[Number(/T(\d+)/.exec(input)?.[1])];
      if (answer === undefined) return Promise.reject(Object.assign(new Error("Cannot ask"), { status: 500 }));
      const { reasoning, wire, metadata } = answer;
      const agent_thesis = { signal: "neutral", confidence: 0.5, reasoning };
      return Promise.resolve({ agent_thesis, key_drivers: [], risks: [], metadata, wire });
    },
    download: () => Promise.reject(new Error("no files here")),
  };
  const machine = testMachine({ folder });
  const options = { folder: "out", machine, files: "none", brake: "off" } as const; // answers of any kind
  for await (const _ of screen([...rows, { 7: "", ticker: "" }], research, options));
  return `${folder}/out`;
}

Deno.test("the lines of a run equal JSON.stringify() of its outcomes, and its ranks cover all scores", async () => {
  await fc.assert(
    fc.asyncProperty(answers, async (said) => {
      const folder = await runOf(said);
      const lines = (await Deno.readTextFile(`${folder}/theses.jsonl`)).trimEnd().split("\n");
      const { outcomes, manifest } = await openRun(folder);
      deepEqual(
        outcomes.map((outcome, at) =>
          plainLine({ outcome, warnings: JSON.parse(lines[at] ?? "").warnings }, manifest.header)
        ),
        lines,
      );
      const scores = outcomes.map((outcome) => outcome.status === "done" ? outcome.result.metadata?.score : undefined);
      const ranks = scores.map((score) => {
        return score === undefined ? "" : String(1 + scores.filter((other) => (other ?? -Infinity) > score).length);
      });
      deepEqual(ranksIn(await Deno.readTextFile(`${folder}/theses.csv`)), ranks);
      const ends = outcomes.map((outcome) => outcome.status === "done" ? outcome.result.metadata?.as_of : undefined);
      const isOld = (end: string | undefined) => end === "2017-12-01" && ends.includes("2017-12-29");
      deepEqual(lines.map((line) => /"data out of date"/.test(line)), ends.map(isOld));
      await Deno.remove(folder, { recursive: true });
    }),
    runsOf("batch/rendering", 25),
  );
});

Deno.test("files and failures in the lines are those of the outcomes, and the manifest lists a shared file once", async () => {
  const folder = await Deno.makeTempDir();
  const research = new FakeResearch({
    files: ({ input }) => /MSFT|IBM/.test(input) ? [{ file_id: "f", filename: `${input.slice(-4, -1)}.csv` }] : [],
    onDownload: ({ filename }) => {
      if (filename?.startsWith("IBM")) throw Object.assign(new Error("Cannot download"), { status: 404 });
    },
    onReason: ({ input }) => {
      if (input.includes("XRX")) throw Object.assign(new Error("Cannot ask"), { status: 422 });
    },
  });
  const input = writeCsv(folder, "ticker\nMSFT\nIBM\nXRX\nMSFT\n");
  for await (const _ of screen(input, research, { folder: "out", machine: testMachine({ folder }) }));
  const { outcomes, manifest } = await openRun(`${folder}/out`);
  deepEqual(outcomes.map(({ status }) => status), ["done", "partial", "failed", "done"]);
  equal(
    await Deno.readTextFile(`${folder}/out/theses.jsonl`),
    outcomes.map((outcome) => {
      const warnings = outcome.status === "partial" ? ["a file is missing: Cannot download"] : [];
      return `${plainLine({ outcome, warnings }, ["ticker"])}\n`;
    }).join(""),
  );
  equal(manifest.files.filter(({ path }) => path.startsWith("files/")).length, 1);
});

/** The seventh cell of each line; those before contain no separator. */
function ranksIn(csv: string): (string | undefined)[] {
  return csv.trimEnd().split("\n").slice(1).filter((line) => /^\d+,/.test(line)).map((line) => line.split(",")[6]);
}

Deno.test("an answer nested too deep for the database is written in order with the others", async () => {
  const deep: unknown[] = [];
  for (let at = 0, inner = deep; at < 1_500; at++) inner.push(inner = []);
  const scores = [0.3, 0.1, 0.2];
  const folder = await runOf(scores.map((score, at) => {
    return { reasoning: "", wire: at === 0 ? JSON.parse(JSON.stringify(deep)) : 1, metadata: { score } };
  }));
  deepEqual(ranksIn(await Deno.readTextFile(`${folder}/theses.csv`)), ["1", "3", "3", "2", ""]);
});

Deno.test("fewer long answers than short ones are read in one turn", async () => {
  const said = (reasoning: string) => ({ reasoning, wire: null, metadata: {} });
  const most = async (reasoning: string) => {
    using reader = new LedgerReader(`${await runOf(Array.from({ length: 400 }, () => said(reasoning)))}/ledger.sqlite`);
    const pages = Array.from(reader.keptRows(), (page) => page.length);
    equal(pages.reduce((sum, length) => sum + length), 601);
    return Math.max(...pages.slice(1));
  };
  const [short, long] = [await most("short"), await most("long ".repeat(4_000))];
  ok(short > 150 && long < 10, `${short} and ${long}`);
});
