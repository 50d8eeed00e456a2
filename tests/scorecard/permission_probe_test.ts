/**
 * Scorecard case 20: what the runtime lets code of the sandbox do is what is listed here, and nothing else: a new version
 * of Deno that allows more is noticed. The tier "permissions" has nothing but Deno's permissions.
 */
import { deepEqual, ok } from "../assert.ts";
import { makeRoom, run } from "../sandbox/sandbox_fixture.ts";
import { printFigure } from "./figure.ts";

/** The version that was probed. */
const PROBED = "2.9";

/** What is allowed, and why it may be. */
const ALLOWED = [
  // The folders of its run, one to read, one to write; its own caches.
  ...["read its input", "list its input", "write its folder", "chmod its file", "local storage", "cache"],
  // What concerns its own process only.
  ...["database in memory", "WebAssembly", "signal handler", "kill itself", "memory of its own", "query rights"],
  ...["evaluate", "data: import", "blob: import", "internals", "node thread", "V8's flags"],
  // What it learns of the host; in namespaces, of the sandbox.
  ...["process id", "path of Deno", "working folder", "versions", "graphics adapter"],
  // It is made; its connection is refused.
  "event source",
];

Deno.test("scorecard 20: code may do what is listed for this version of Deno, and nothing else", async () => {
  await using room = await makeRoom();
  await Deno.writeTextFile(`${room.secretPath}.ts`, "export default 1");
  const code = await Deno.readTextFile(new URL("../sandbox/permission_probe.ts", import.meta.url));
  const found = await run(room, code, { tier: "permissions", input: { secret: room.secretPath } });
  ok(typeof found.result === "object" && found.result !== null, JSON.stringify(found));
  const outcomes = Object.entries(found.result);
  const allowed = outcomes.filter(([, outcome]) => outcome === "allowed").map(([name]) => name);
  const count = `${allowed.length} of ${outcomes.length} operations are allowed on Deno ${Deno.version.deno}`;
  printFigure(20, `${count}, as listed for ${PROBED}`);
  deepEqual(allowed.toSorted(), ALLOWED.toSorted());
  ok(outcomes.length >= 100, `${outcomes.length}`);
  ok(Deno.version.deno.startsWith(`${PROBED}.`), `probe ${Deno.version.deno}, look at what is new, then name it here`);
});
