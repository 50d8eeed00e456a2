import { deepEqual, equal, match, ok } from "../assert.ts";
import { countingService } from "../batch/counting_service.ts";
import { hasProgram, testNeeding } from "../needs.ts";
import { sweep } from "../sweeps.ts";
import { called } from "./called.ts";
import { ending, ROOT, startPipeline } from "./run_pipeline.ts";

const LIST = "ticker\nIBM\nXRX\n";
const IS_POSIX = Deno.build.os !== "windows";

/** Runs a line of a shell in a folder, with the list on its standard input; `$SCREEN` starts the command. */
async function inShell(line: string, { folder, args }: { readonly folder: string; readonly args: readonly string[] }) {
  const child = new Deno.Command("sh", {
    args: ["-c", line, "sh", ...args],
    cwd: ROOT,
    env: {
      INIT_CWD: folder,
      NO_COLOR: "1",
      npm_lifecycle_event: "",
      SCREEN: `${Deno.execPath()} run --quiet --no-check --no-prompt --allow-all pipelines/conviction.ts screen`,
    },
    ...{ stdin: "piped", stdout: "piped", stderr: "piped" },
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(LIST));
  await writer.close();
  return await ending(child);
}

const STREAMS = [
  { of: "-", line: '$SCREEN - "$@"', run: "stdin" },
  { of: "/dev/stdin", line: '$SCREEN /dev/stdin "$@"', run: "stdin" },
  { of: "the descriptor of a pipe, as <(command) gives", line: '$SCREEN /dev/fd/3 "$@" 3<&0 </dev/null', run: "pipe" },
];
for (const { of, line, run } of sweep("commands/list_from_pipe", STREAMS)) {
  testNeeding(IS_POSIX ? undefined : "a POSIX shell", `a list is read from ${of}, into runs/${run}`, async () => {
    await using service = countingService();
    const folder = await Deno.makeTempDir();
    const { code, out, err } = await inShell(line, { folder, args: ["--base-url", service.baseUrl, "--limit", "1"] });
    equal(code, 3, err);
    const [, made = ""] = /New run in (\S+)\./.exec(out) ?? [];
    match(made, new RegExp(`^runs/${run}/`));
    // The same list again on standard input resumes it.
    const status = await called("status", { folder, args: [made] });
    match(status.out, / screen - /);
    equal((await inShell('$SCREEN - "$@"', { folder, args: ["--base-url", service.baseUrl] })).code, 0);
    equal([...service.answered.values()].join(), "1,1");
  });
}

testNeeding(
  hasProgram("mkfifo") ? undefined : "mkfifo",
  "SIGTERM ends a command that waits for a list from a pipe",
  async () => {
    const folder = await Deno.makeTempDir();
    const pipe = `${folder}/list`;
    ok(new Deno.Command("mkfifo", { args: [pipe] }).outputSync().success);
    const child = startPipeline("screen", { folder, args: ["list"] });
    using _writer = await Deno.open(pipe, { write: true }); // resolves when the command has opened it
    child.kill("SIGTERM");
    const { code, out, err } = await ending(child);
    deepEqual({ code, out, err }, { code: 143, out: "", err: "" });
  },
);
