/** Nothing is lost in silence: what an answer lacks is in the metadata of its thesis. */
import { deepEqual, equal } from "../assert.ts";
import { createDataset } from "../../src/data/dataset_in_memory.ts";
import type { AgentPorts, ProgramRun } from "../../src/agent/ports.ts";
import { seriesOf } from "../../src/data/series.ts";
import { ask, ports, runHere, thesisOf } from "./ask.ts";

const ended = (run: Partial<ProgramRun>): AgentPorts["runCode"] => () =>
  Promise.resolve({ stdout: "", stderr: "", return_code: 137, ...run });
const XRX = "no chart of XRX: ";
const LOST: readonly { what: string; broken: Partial<AgentPorts>; says: string; files: number }[] = [
  {
    what: "a program that was stopped",
    broken: { runCode: ended({ stopped_by: "time" }) },
    says: `${XRX}its program reached the limit of time`,
    files: 0,
  },
  {
    what: "a program that failed",
    broken: { runCode: ended({ stderr: "Error: boom\n    at in/code.ts:1\n", return_code: 1 }) },
    says: `${XRX}its program failed: Error: boom`,
    files: 0,
  },
  {
    what: "a program that was killed without a word",
    broken: { runCode: ended({}) },
    says: `${XRX}its program failed with return code 137`,
    files: 0,
  },
  {
    what: "a sandbox that does not start",
    broken: { runCode: () => Promise.reject(new Error("Cannot run code: deno is not in PATH")) },
    says: `${XRX}its program failed: Cannot run code: deno is not in PATH`,
    files: 0,
  },
  {
    what: "a wrong result",
    broken: { runCode: async (program) => ({ ...await runHere(program), result: [] }) },
    says: `${XRX}the result has 0 rows for 61 closes`,
    files: 0,
  },
  {
    what: "a picture that is not drawn",
    broken: { drawPriceChart: () => Promise.reject(new Error("Cannot draw chart: no font")) },
    says: `${XRX}Cannot draw chart: no font`,
    files: 0,
  },
  {
    what: "one file that is not stored",
    broken: {
      storeFile: (file) =>
        file.filename.endsWith(".png")
          ? Promise.reject(new Error("Cannot keep it: disk full"))
          : ports().storeFile(file),
    },
    says: "XRX_price_drawdown.png is not stored: Cannot keep it: disk full",
    files: 2,
  },
  {
    what: "a table of figures that is not stored",
    broken: {
      storeFile: (file) =>
        file.filename.endsWith("_evidence.csv")
          ? Promise.reject(new Error("Cannot keep it: disk full"))
          : ports().storeFile(file),
    },
    says: "XRX_evidence.csv is not stored: Cannot keep it: disk full",
    files: 2,
  },
];
for (const { what, broken, says, files } of LOST) {
  Deno.test(`${what} is a warning of the answer, and the thesis stays`, async () => {
    const { agent_thesis, metadata } = thesisOf(await ask({ input: "Analyse XRX", files: true }, ports(broken)));
    deepEqual([metadata?.warnings, metadata?.incomplete], [[says], true]);
    equal(metadata?.files?.length, files + 1); // and the table of its figures
    equal(agent_thesis.signal, "bearish");
  });
}

Deno.test("an answer that lacks nothing has no warnings, nor has one that was to make no files", async () => {
  const broken = ports({ runCode: ended({}) });
  for (const steps of [await ask({ input: "Analyse XRX", files: true }), await ask("Analyse XRX", broken)]) {
    equal("warnings" in (thesisOf(steps).metadata ?? {}), false);
  }
});

/** Companies with a few closes each, the last one with a single close. */
function datasetOf(count: number) {
  const tickers = Array.from({ length: count }, (_, at) => `QQ${String.fromCharCode(65 + at)}`);
  const days = ["2017-12-27", "2017-12-28", "2017-12-29"];
  const facts = { frequency: "daily", basis: "price", currency: "USD", source: "made" } as const;
  const dataset = createDataset({
    name: "Made up",
    notice: "Made up.",
    companies: tickers.map((ticker) => ({ ticker, name: `${ticker} Inc.` })),
    sources: [{ id: "made", title: "Made up", sha256: "0" }],
    series: tickers.map((ticker, at) => {
      const bars = days.slice(at === count - 1 ? 2 : 0).map((date, day) => ({ date, close: 50 + day }));
      return seriesOf({ ...facts, ticker }, bars);
    }),
  });
  return { dataset, input: `Compare ${tickers.join(", ")}` };
}

Deno.test("companies beyond the most charts of an answer are counted in a warning", async () => {
  const { dataset, input } = datasetOf(14);
  const { metadata } = thesisOf(await ask({ input, files: true }, ports({ dataset })));
  deepEqual(metadata?.warnings, ["no chart of 2 of 14 companies: an answer has at most 12"]);
  equal(metadata?.files?.filter(({ filename }) => filename?.includes("_price_drawdown.")).length, 36);
});

Deno.test("a company with a single close is a warning, not a chart that is missing", async () => {
  const { dataset, input } = datasetOf(2);
  const { metadata } = thesisOf(await ask({ input, files: true }, ports({ dataset })));
  deepEqual(metadata?.warnings, ["no chart of QQB: the data holds fewer than two closes"]);
});
