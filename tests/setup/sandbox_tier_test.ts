/** On which tier the embedded service runs programs: who asks for it, and where it is told. */
import { deepEqual, equal, match, ok, throws } from "../assert.ts";
import { openConnection } from "../../src/setup/connect.ts";
import { openEmbedded } from "../../src/setup/embedded.ts";
import { readSettings, SettingsError } from "../../src/setup/settings.ts";
import { SANDBOX_TIERS } from "../../src/sandbox/code_run.ts";

const KEY = "sk-of-the-sandbox-test";

Deno.test("each execution's output and the record of the data say on which tier programs run", async () => {
  await using connection = openConnection({ kind: "embedded", data: undefined, sandbox: "permissions" });
  equal((await connection.describe()).data?.sandbox_tier, "permissions");
  const tiers: unknown[] = [];
  for await (const event of connection.research.stream("Analyse AAPL")) {
    if (event.type === "response.code_execution.output") tiers.push(event.sandbox_tier);
  }
  ok(tiers.length > 0);
  deepEqual(new Set(tiers), new Set(["permissions"]));
});

Deno.test("the embedded service says on which tier it runs programs: that which was asked for, or the best here", async () => {
  await using asked = await openEmbedded({ data: undefined, apiKeys: [KEY], sandbox: "permissions" });
  equal((await asked.sandbox()).tier, "permissions");
  await using best = await openEmbedded({ data: undefined, apiKeys: [KEY] });
  ok(SANDBOX_TIERS.includes((await best.sandbox()).tier));
});

for (const sandbox of SANDBOX_TIERS) {
  Deno.test(`CONVICTION_SANDBOX asks for ${sandbox}, with and without a folder of data`, () => {
    const env = (name: string) => name === "CONVICTION_SANDBOX" ? sandbox : undefined;
    deepEqual([readSettings({}, env), readSettings({ data: "/d" }, env)], [
      { kind: "embedded", data: undefined, sandbox },
      { kind: "embedded", data: "/d", benchmark: undefined, currency: undefined, base: ".", sandbox },
    ]);
  });
}

Deno.test("CONVICTION_SANDBOX that names no tier is an error: nothing lower is used instead", () => {
  const env = (name: string) => name === "CONVICTION_SANDBOX" ? "bwrap" : undefined;
  throws(() => readSettings({}, env), (error) => {
    ok(error instanceof SettingsError);
    match(error.message, /^Cannot use CONVICTION_SANDBOX "bwrap": it is not one of bubblewrap, permissions\+limits, /);
    return true;
  });
});
