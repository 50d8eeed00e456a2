/** The shell that measures a run, and ends all of its processes. */
import { equal, ok } from "../assert.ts";
import { startMeter } from "../../src/sandbox/memory_meter.ts";
import { missingProgram, testNeeding } from "../needs.ts";

const PATH = Deno.env.get("PATH") ?? "";

/** A script that waits for a program of its own, as a launcher around Deno does; both hold its output open. */
function startScript(): Deno.ChildProcess {
  return new Deno.Command("sh", {
    args: ["-c", "sleep 1000 & echo started; wait"],
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
}

const SYSTEMS = [
  { os: "linux", missing: undefined },
  { os: "darwin", missing: missingProgram("ps", "pgrep") },
] as const;
for (const { os, missing } of SYSTEMS) {
  testNeeding(missing, `a meter adds up the memory of a process and its descendants, as on ${os}`, async () => {
    const script = startScript();
    const output = script.stdout.getReader();
    await output.read();
    const meters = [startMeter(script.pid, { path: PATH, os }), startMeter(Deno.pid, { path: PATH, os })] as const;
    const [ofScript, ofAll] = [await meters[0].look(), await meters[1].look()];
    ok(ofScript > 200_000, `${ofScript}`);
    ok(ofAll > ofScript + 20_000_000, `${ofAll} of this process and the script, ${ofScript} of it`);
    await meters[0].kill();
    equal((await script.status).signal, "SIGKILL");
    equal((await output.read()).done, true, "the program that the script had started holds its output no more");
    equal(await meters[0].look(), 0);
    for (const meter of meters) await meter.close();
  });
}
