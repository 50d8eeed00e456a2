import { SandboxError } from "./code_run.ts";

/** Measures and ends the processes of a run. */
export interface MemoryMeter {
  /** Bytes of memory that the process and its descendants use; 0 after their end. */
  look(): Promise<number>;
  /** Kills them all: a launcher script that dies alone leaves Deno behind. */
  kill(): Promise<void>;
  /** Ends the measuring. */
  close(): Promise<void>;
}

/**
 * Adds the process `$1` and its descendants to `pids`, and their peak memory to `kib`. Linux needs no program for it,
 * only the shell; other systems have `ps` and `pgrep`.
 */
const LINUX = `
tree() {
  pids="$pids $1"
  while read -r key value _; do
    case $key in VmHWM:) kib=$((kib + value)) ;; esac
  done 2>&- <"/proc/$1/status"
  for list in "/proc/$1/task/"*/children; do
    kids=; read -r kids 2>&- <"$list"
    for kid in $kids; do tree "$kid"; done
  done
}`;
const OTHER = `
tree() {
  pids="$pids $1"
  kib=$((kib + $(ps -o rss= -p "$1" || echo 0)))
  for kid in $(pgrep -P "$1"); do tree "$kid"; done
}`;

const ANSWER = `
while read -r word; do
  pids=; kib=0; tree "$1"
  if [ "$word" = kill ]; then kill -9 $pids 2>&-; fi
  echo "$kib"
done`;

/** Whether this system can be measured at all. */
export function canMeasure(os: typeof Deno.build.os = Deno.build.os): boolean {
  return os !== "windows";
}

/**
 * Starts to measure a process from a shell, because Deno lets nobody read `/proc` without every permission.
 * @param options `path`: PATH of the shell; `os`: the system. Default: this one.
 */
export function startMeter(
  pid: number,
  { path, os = Deno.build.os }: { readonly path: string; readonly os?: typeof Deno.build.os },
): MemoryMeter {
  const script = (os === "linux" ? LINUX : OTHER) + ANSWER;
  const shell = new Deno.Command("sh", {
    args: ["-c", script, "sh", `${pid}`],
    clearEnv: true,
    env: { PATH: path },
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const words = shell.stdin.getWriter();
  const answers = shell.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let before: Promise<unknown> = Promise.resolve();
  const say = (word: string): Promise<number> => {
    const said = before.then(async () => {
      await words.write(new TextEncoder().encode(`${word}\n`));
      return await readNumber(answers);
    });
    before = said.catch(() => {}); // whoever said it has the error
    return said;
  };
  return {
    look: async () => 1024 * await say("look"),
    kill: async () => void await say("kill"),
    async close() {
      await before;
      await words.close().catch(() => {}); // the shell may be gone
      await answers.cancel();
      await shell.status;
    },
  };
}

async function readNumber(answers: ReadableStreamDefaultReader<string>): Promise<number> {
  let line = "";
  while (!line.endsWith("\n")) {
    const { value, done } = await answers.read();
    if (done) {
      throw new SandboxError("the shell that measures its memory has ended", { advice: "run it again" });
    }
    line += value;
  }
  return Number(line);
}
