import { deepEqual, ok } from "../assert.ts";
import { filesBelow, ROOT } from "./module_graph.ts";

const page = await Deno.readTextFile(new URL("src/stream/README.md", ROOT));

/** The rows of the table of features: what it claims for ours, and the tests that it names. */
function readFeatures(): { readonly feature: string; readonly ours: string; readonly tests: readonly string[] }[] {
  const [, table = ""] = /## Features, beside other clients\n([\s\S]*?)(?:\n## |$)/.exec(page) ?? [];
  const rows = table.split("\n").filter((line) => line.startsWith("|")).slice(2);
  return rows.map((line) => {
    const [, feature = "", , , , ours = "", shownBy = ""] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    return { feature, ours, tests: [...shownBy.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name) };
  });
}

/** The sources of all tests. */
async function testSources(): Promise<string> {
  const files = (await filesBelow("tests", ".ts")).filter((file) => file.endsWith("_test.ts"));
  return (await Promise.all(files.map((file) => Deno.readTextFile(new URL(file, ROOT))))).join("\n");
}

const features = readFeatures();

Deno.test("every feature that src/stream/README.md claims is shown by tests that exist", async () => {
  const sources = await testSources();
  const missing = features.flatMap(({ tests }) => tests).filter((name) =>
    !sources.includes(`Deno.test("${name}",`) && !sources.includes(`Deno.test(\`${name}\`,`)
  );
  deepEqual(missing, []);
});

Deno.test("the table of features says yes, partly or no, and names tests for its claims", () => {
  ok(features.length >= 33, `too few rows found: ${features.length} rows`);
  const unfounded = features.filter(({ ours, tests }) =>
    !["yes", "partly", "no"].includes(ours) || (ours === "no") !== (tests.length === 0)
  );
  deepEqual(unfounded.map(({ feature }) => feature), []);
});
