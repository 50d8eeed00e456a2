/** Our own service keeps the specification: `serve` on a port, `conform` against it, as a user starts both. */
import { deepEqual, equal, ok } from "../../assert.ts";
import { called } from "../called.ts";
import { startPipeline } from "../run_pipeline.ts";
import type { Report } from "./conforming.ts";

const KEY = "sk-of-our-own-service";

Deno.test("our own service fails no line, and shows each that the specification does not leave open but a failure", async () => {
  const folder = await Deno.makeTempDir();
  const child = startPipeline("serve", {
    folder,
    args: ["--port", "0"],
    env: { CONVICTION_API_KEY: KEY },
    runsCode: true,
  });
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let said = "";
  while (!/Listening on (\S+)\n/.test(said)) {
    const { value } = await reader.read();
    ok(value !== undefined, `serve ended: ${said}`);
    said += value;
  }
  const url = /Listening on (\S+)\n/.exec(said)?.[1] ?? "";
  const env = { CONVICTION_BASE_URL: url, CONVICTION_API_KEY: KEY };
  const { code, out } = await called("conform", { folder, args: ["--json"], env });
  child.kill("SIGTERM");
  while (!(await reader.read()).done);
  await child.stderr.cancel();
  equal((await child.status).code, 0);
  await Deno.remove(folder, { recursive: true });
  const { checks, requests }: Report = JSON.parse(out);
  const failed = checks.filter(({ verdict }) => verdict === "fail");
  const notShown = checks.filter(({ by }) => by === "service").map(({ id }) => id);
  deepEqual([failed, notShown, code], [[], ["7.error"], 0]);
  deepEqual(requests.map(({ status }) => status), [200, 200, 200, 401, 401, 200, 200, 401]);
});
