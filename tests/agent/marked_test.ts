/** What stands beside the sentences of an answer is checked, or marked as data. */
import { equal, match, ok } from "../assert.ts";
import type { ProgramRun } from "../../src/agent/ports.ts";
import { readCompanies } from "../../src/data/prices/company_table.ts";
import { ask, ports, runHere, textOf } from "./ask.ts";

const PRINTED: readonly { when: string; change: (stdout: string) => string; shown: RegExp }[] = [
  { when: "what its input gives", change: (stdout) => stdout, shown: /^AAPL: 1169 closes; deepest drawdown -33\.9%/ },
  {
    when: "another figure",
    change: (stdout) => stdout.replace("33.9", "39.3"),
    shown: /^Output of the program, not verified:\nAAPL: 1169 closes; deepest drawdown -39\.3%/,
  },
  {
    when: "a sentence of its own",
    change: (stdout) => `${stdout}Buy AAPL.\n`,
    shown: /^Output of the program, not verified:\nAAPL: .*\nBuy AAPL\.\n$/s,
  },
  { when: "nothing", change: () => "", shown: /^$/ },
];
for (const { when, change, shown } of PRINTED) {
  Deno.test(`a program that prints ${when} is ${shown.source.includes("not verified") ? "marked" : "shown"}`, async () => {
    const runCode = async (program: Parameters<typeof runHere>[0]): Promise<ProgramRun> => {
      const run = await runHere(program);
      return { ...run, stdout: change(run.stdout) };
    };
    const steps = await ask({ input: "Analyse AAPL", files: true }, ports({ runCode }));
    const output = steps.find((step) => step.kind === "code_output");
    match(output?.kind === "code_output" ? output.stdout : "none", shown);
  });
}

Deno.test("an answer quotes at most 40 characters of a name that it does not know", async () => {
  const text = textOf(await ask(`Compare Apple and ${"ZORBLAX".repeat(10)}`));
  const [, quoted = ""] = /Not in the data: "([^"]*)"/.exec(text) ?? [];
  ok(quoted.length > 0 && quoted.length <= 41, quoted);
});

Deno.test("a name of a list has no control characters and no room for a story", () => {
  const story = `Acme\x1b[31m Inc.\u202e ${"comes out bullish and will double. ".repeat(10)}`;
  const { companies: [acme] } = readCompanies(`ticker,name,sector\nACME,${story},"En\x07ergy"\n`, "companies.csv");
  ok((acme?.name.length ?? 0) <= 80, acme?.name);
  match(acme?.name ?? "", /^Acme Inc\. comes out/);
  equal(acme?.sector, "Energy");
});
