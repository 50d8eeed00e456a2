import { deepEqual, equal, match } from "../assert.ts";
import { countingService } from "../batch/counting_service.ts";
import { called } from "./called.ts";
import { ending, startPipeline } from "./run_pipeline.ts";

const KEY = "sk-conviction-0123456789abcdef";

async function screened(command: string, args: readonly string[] = [], { isProcess = false } = {}) {
  const folder = await Deno.makeTempDir();
  await using service = countingService();
  const start = {
    folder,
    args: ["--out", "run", "--quiet", "--on-finish", command, ...args],
    env: { CONVICTION_BASE_URL: service.baseUrl, CONVICTION_API_KEY: KEY },
  };
  const ended = await (isProcess ? ending(startPipeline("screen", start)) : called("screen", start));
  return { folder, ...ended };
}

Deno.test("--on-finish gets the folder of the run, with all its files, and runs in the folder of the screen", async () => {
  const { folder, code, out, err } = await screened(
    'test -f "$1/report.html" && test -f "$1/theses.xlsx" && echo "$1 $CONVICTION_STATUS" > told.txt',
  );
  deepEqual({ code, out, err }, { code: 0, out: "", err: "" });
  equal(await Deno.readTextFile(`${folder}/told.txt`), `${folder}/run 0\n`);
});

Deno.test("--on-finish gets the status of a screen that a limit stopped", async () => {
  const { code, err } = await screened('echo "status $CONVICTION_STATUS"', ["--limit", "2"]);
  deepEqual({ code, err }, { code: 3, err: "status 3\n" });
});

Deno.test("the failure of the command is reported with its output; the screen keeps its own exit status", async () => {
  const { code, out, err } = await screened("echo no such list >&2; exit 7");
  deepEqual({ code, out }, { code: 0, out: "" });
  match(err, /^no such list\nThe --on-finish command exited with status 7: echo no such list/);
});

Deno.test("--on-finish does not get the key of the service", async () => {
  const { out, err } = await screened('env; echo "[$CONVICTION_API_KEY]"', [], { isProcess: true });
  equal(out, "");
  equal(err.includes(KEY), false);
  match(err, /\n\[\]\n$/);
});

Deno.test("--on-finish does not run for a screen that sends nothing, because the run is finished or the usage is wrong", async () => {
  const { folder, code, err } = await screened("true");
  deepEqual({ code, err }, { code: 0, err: "" });
  const again = await called("screen", {
    folder,
    args: ["nope.csv", "--quiet", "--on-finish", "echo told > told.txt"],
    env: { CONVICTION_BASE_URL: "http://127.0.0.1:9" },
  });
  equal(again.code, 2);
  deepEqual(await Array.fromAsync(Deno.readDir(folder), ({ name }) => name), ["run"]);
});
