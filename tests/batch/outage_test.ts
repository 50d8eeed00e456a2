import { deepEqual, equal, match } from "../assert.ts";
import type { ScreenEvent } from "conviction/batch";
import { screenCommand } from "../../src/commands/screen_command.ts";
import { readStatus } from "../../src/batch/runs/read_status.ts";
import { progressLine } from "../../src/view/progress_line.ts";
import { capturedOutputs, testHost } from "../commands/captured.ts";
import { callError, FakeResearch } from "./fake_research.ts";
import { listOf, passingTime, screened } from "./screened.ts";
import { randomFrom } from "../bench/simulated_service.ts";
import { testMachine, writeCsv } from "./test_machine.ts";

const GONE = callError({
  name: "ConnectionError",
  delivery: "not_sent",
  message: "Cannot get thesis: the service cannot be reached: nothing listens at 127.0.0.1:8000",
});

/** A service that answers five requests, is away for so many, and is back. */
function failingFor(calls: number) {
  let count = 0;
  return new FakeResearch({
    onReason: () => {
      count++;
      if (count > 5 && count <= 5 + calls) throw GONE;
    },
  });
}

/** What the line says at each moment of a run, beside the counts of rows; numbers of seconds as N. */
async function linesOf(awayFor: number): Promise<string[]> {
  const machine = testMachine();
  const research = failingFor(awayFor);
  const lines = new Set<string>();
  const statuses = new Set<string>();
  let latest: ScreenEvent | undefined;
  const look = () => {
    if (latest === undefined) return;
    const parts = progressLine(latest.progress).split(" · ").filter((part) => /again|in flight|left/.test(part));
    lines.add(parts.join(" · ").replaceAll(/\d+ s\b/g, "N s"));
    const { outage } = readStatus(`${machine.folder}/out`, { now: machine.clock.now() }).progress;
    statuses.add(outage?.error ?? "");
  };
  const isIdle = () => {
    look();
    return research.inFlight === 0;
  };
  await passingTime(
    machine,
    isIdle,
    screened(listOf(20), research, {
      machine,
      onEvent: (event) => {
        latest = event;
        if (event.type !== "ended") look();
      },
    }),
  );
  deepEqual([...statuses].sort(), ["", GONE.message]);
  return [...lines];
}

Deno.test("the line says that the service is down and when it is tried again, and then that it answers again", async () => {
  const lines = await linesOf(8);
  const of = (pattern: RegExp) => lines.filter((line) => pattern.test(line));
  deepEqual(of(/nothing listens/).toSorted(), [
    "nothing listens at 127.0.0.1:8000: trying again in N s",
    "nothing listens at 127.0.0.1:8000: trying again now",
  ]);
  match(of(/answers again/).join("\n"), /the service answers again, after \d min N s/);
});

Deno.test("the terminal shows an outage while it lasts, though no row is heard of meanwhile", async () => {
  const folder = await Deno.makeTempDir();
  const machine = testMachine({ folder });
  const research = failingFor(8);
  const { out, err } = capturedOutputs();
  const connection = {
    ...{ research, isEmbedded: false, close: () => Promise.resolve(), discard: () => Promise.resolve() },
    ...{
      persistTo: () => Promise.resolve(),
      describe: () => Promise.resolve({ service: "http://127.0.0.1:8000", notice: "" }),
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
  const host = testHost({ ...machine, folder, out, err, connect: () => Promise.resolve(connection as never) });
  const args = [
    writeCsv(folder, listOf(20)),
    "--base-url",
    "http://127.0.0.1:8000",
    "--out",
    "r",
    "--concurrency",
    "1",
  ];
  equal(await passingTime(machine, () => research.inFlight === 0, screenCommand(args, host)), 0, err.text);
  const shown = err.text.split("\n").filter((line) => line.includes("trying again in"));
  match(shown.join("\n"), /nothing listens at 127\.0\.0\.1:8000: trying again in \d+ s/);
  equal(new Set(shown).size > 1, true, "the seconds count down");
  match(err.text, /the service answers again, after/);
});

for (const percent of [50, 70]) {
  Deno.test(`where ${percent}% of requests are refused by chance, no row is lost, nothing says that all are refused, and the end states the share`, async () => {
    const random = randomFrom(percent);
    const refusal = {
      name: "HttpError",
      status: 429,
      delivery: "answered",
      message: "Cannot get thesis: busy",
    } as const;
    let asked = 0;
    let refused = 0;
    const research = new FakeResearch({
      onReason: () => {
        asked++;
        if (100 * random() >= percent) return;
        refused++;
        throw callError(refusal);
      },
    });
    const outages = new Set<unknown>();
    const result = await screened(listOf(200), research, {
      concurrency: "auto",
      onEvent: ({ progress }) => void outages.add(progress.outage?.error),
    });
    const end = result.events.at(-1);
    deepEqual([new Set(result.statuses), result.stopped, outages], [new Set(["done"]), "", new Set([undefined])]);
    deepEqual(end?.type === "ended" ? end.notes : undefined, [
      `The service refused ${Math.round(100 * refused / asked)}% of the requests under load; they are sent again`,
    ]);
  });
}
