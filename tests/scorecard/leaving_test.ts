/** Cases 17 and 18: what becomes of work when its client leaves, and when the service closes. */
import { fileURLToPath } from "node:url";
import config from "../../deno.json" with { type: "json" };
import { LISTEN_DEFAULTS } from "../../src/door/limits.ts";
import { deepEqual, equal, ok } from "../assert.ts";
import { connectTo } from "../door/raw_socket.ts";
import { testAtNight, testNeeding } from "../needs.ts";
import { countOf } from "../sweeps.ts";
import { KEY } from "./door_child.ts";
import { type DoorScene, doorScene, openMany, question } from "./door_scene.ts";
import { printFigure } from "./figure.ts";

const RUNS = countOf("scorecard/leaving", 50, 1_000);
/** When a program that outlives its client is one that stays. */
const PATIENCE_MS = 30_000;
const WAYS = ["a stream", "no stream"] as const;
/** Where the programs of a process may be seen. */
const PROC = Deno.build.os === "linux" ? undefined : "/proc";

/** Registers a test of the day, which the lane `more` does not repeat. */
function testOnLinux(name: string, fn: () => Promise<void>): void {
  if (PROC === undefined) Deno.test(name, fn);
  else testNeeding(PROC, name, fn);
}

testOnLinux(
  `17: when its client leaves, the program of an answer is gone soon, ${RUNS} times`,
  async () => {
    await using scene = await doorScene();
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const socket = await connectTo(scene.port);
      await socket.send(question(scene.port, "spin", { stream: WAYS[run % WAYS.length] === "a stream" }));
      await until(async () => (await scene.report()).programs.at(0));
      const startMs = performance.now();
      socket.close();
      // All of them: the program, and the shell that looks after its memory.
      const isOver = () => performance.now() - startMs > PATIENCE_MS;
      await until(async () => (await scene.report()).programs.length === 0 || isOver() ? true : undefined);
      times.push(performance.now() - startMs);
    }
    const orphans = (await scene.report()).programs.length;
    const sorted = times.toSorted((one, other) => one - other);
    const [median = NaN, max = NaN] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
    printFigure(
      17,
      `${RUNS} clients left: program gone after ${median.toFixed(0)} ms, ${
        max.toFixed(0)
      } ms at most; ${orphans} orphans`,
    );
    equal(orphans, 0);
    ok(max < PATIENCE_MS, `${max} ms`); // the goal is one second; the machine may be busy
  },
);

/** Looks again and again. */
async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
  }
}

/** What a client has of its answer in the end; `text` is the whole reply. */
function endOf(text: string): "whole" | "closing" | "refused" | "broken" {
  if (/"code":"closing"/.test(text)) return "closing";
  if (/^HTTP\/1\.1 429 [^]*\r\nretry-after: \d/i.test(text)) return "refused";
  const isStream = /^content-type: text\/event-stream/im.test(text);
  const end = isStream ? /"type":"response\.completed"[^]*\[DONE\]\n\n/ : /^HTTP\/1\.1 200 [^]*"status":"completed"/;
  return end.test(text) ? "whole" : "broken";
}

/** Asks 50 streamed and 20 plain questions, ends the service meanwhile, and says what came of them. */
async function endBusy(scene: Pick<DoorScene, "port" | "end">, input: (at: number) => string) {
  const { port } = scene;
  const sockets = await openMany(port, 70);
  const begun = await Promise.all(sockets.map(async (socket, at) => {
    await socket.send(question(port, input(at), { stream: at < 50 }));
    return at < 50 ? await socket.until("\r\n\r\n") : "";
  }));
  const answers = Promise.all(sockets.map(async (socket, at) => endOf(`${begun[at]}${await socket.rest()}`)));
  const { code, ms } = await scene.end();
  const ends = await answers;
  for (const socket of sockets) socket.close();
  const count = (end: string) => ends.filter((one) => one === end).length;
  return {
    ...{ code, ms, whole: count("whole"), closing: count("closing") },
    ...{ refused: count("refused"), broken: count("broken") },
  };
}

Deno.test("18: SIGTERM with 50 streams and 20 plain requests that never end: exit 0 soon after the grace", async () => {
  const graceMs = 1_000;
  const { ms, ...ends } = await endBusy(await doorScene({ graceMs }), () => "wait");
  const afterMs = (ms - graceMs).toFixed(0);
  printFigure(18, `SIGTERM with 70 running: exit ${ends.code} ${afterMs} ms after the grace, all told why`);
  deepEqual(ends, { code: 0, whole: 0, closing: 70, refused: 0, broken: 0 });
  ok(ms < graceMs + 5_000, `${ms} ms`); // the goal is one second; the machine may be busy
});

Deno.test("18: SIGTERM with 50 streams and 20 plain requests that end in time: all are delivered", async () => {
  const graceMs = 60_000;
  const { ms, ...ends } = await endBusy(await doorScene({ graceMs }), () => "soon");
  printFigure(18, `SIGTERM with 70 running: ${ends.whole} delivered, exit ${ends.code} after ${ms.toFixed(0)} ms`);
  deepEqual(ends, { code: 0, whole: 70, closing: 0, refused: 0, broken: 0 });
  ok(ms < graceMs / 2, `it waited for nobody: ${ms} ms`);
});

const TICKERS = ["AAPL", "ADBE", "AMZN", "DELL", "GOOGL", "IBM", "MSFT", "XRX"] as const;

testAtNight(
  "18: SIGTERM while serve answers 70 real questions: exit 0 soon after the grace, and nobody is left without a word",
  async () => {
    const { code, ms, whole, closing, refused, broken } = await endBusy(
      await startServe(),
      (at) => at % 2 === 0 ? `Analyse ${TICKERS[at % 8]} for trend ${at}` : `Which stock has the lowest risk ${at}`,
    );
    printFigure(
      18,
      `SIGTERM with 70 real questions: exit ${code} after ${
        (ms / 1000).toFixed(1)
      } s, ${whole} delivered, ${closing} told why, ${refused} told to come back, ${broken} broken`,
    );
    deepEqual([code, broken], [0, 0]);
    ok(whole + closing > 0, "all were refused");
    ok(ms < LISTEN_DEFAULTS.graceMs + 5_000, `${ms} ms`); // the goal is one second; the machine may be busy
  },
);

/** The task `serve`, as a person starts it. */
async function startServe(): Promise<Pick<DoorScene, "port" | "end">> {
  const [program = "deno", ...args] = config.tasks.serve.replace("DENO_NO_UPDATE_CHECK=1 ", "").split(" ");
  const child = new Deno.Command(program, {
    args: [...args, "--port", "0", "--log", "none"],
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    env: { CONVICTION_API_KEY: KEY, CONVICTION_DATA: "" },
    stdout: "piped",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let said = "";
  while (!/Listening on \S+\n/.test(said)) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`serve ended with ${(await child.status).code} before it listened: ${said}`);
    said += value;
  }
  const port = Number(/Listening on \S+:(\d+)/.exec(said)?.[1]);
  const end = async () => {
    const startMs = performance.now();
    child.kill("SIGTERM");
    const { code } = await child.status;
    const ms = performance.now() - startMs;
    while (!(await reader.read()).done);
    return { code, ms };
  };
  return { port, end };
}
