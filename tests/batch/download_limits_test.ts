import { deepEqual, equal, match } from "../assert.ts";
import type { ResearchPort } from "conviction/batch";
import { createClient } from "../../src/client/client.ts";
import { answerTo, FakeResearch } from "./fake_research.ts";
import { passingTime, screened } from "./screened.ts";
import { testMachine } from "./test_machine.ts";

const LIST = "ticker\nAAPL\n";
const FILES = [{ file_id: "one", filename: "one.png" }, { file_id: "two", filename: "two.png" }];
const ATTEMPT_MS = 60_000;

type Download = ResearchPort["download"];

/** Screens one row whose answer names two files; nothing happens but the passing of time. */
async function screenWith(download?: Download) {
  const machine = testMachine();
  const fake = new FakeResearch({ files: () => FILES });
  const given: Parameters<Download>[2]["limits"][] = [];
  const research: ResearchPort = {
    reason: (request, options) => fake.reason(request as never, options),
    download: (file, folder, options) => {
      given.push(options.limits);
      return download?.(file, folder, options) ?? fake.download(file, folder);
    },
  };
  const work = screened(LIST, research, { machine, attemptMs: ATTEMPT_MS });
  const { outcomes: [outcome] } = await passingTime(machine, () => download !== undefined, work);
  const error = outcome !== undefined && "error" in outcome ? outcome.error : undefined;
  return { status: outcome?.status, error, given, took: machine.clock.monotonicMs() };
}

Deno.test("the files of a row have the time of its answer together, and 256 MiB", async () => {
  const { status, given } = await screenWith();
  equal(status, "done");
  deepEqual(given, [
    { totalMs: ATTEMPT_MS, maxBytes: 268_435_456 },
    { totalMs: ATTEMPT_MS, maxBytes: 268_435_456 - "content of one.png".length },
  ]);
});

Deno.test("the time left is a whole number of milliseconds, which an error can say", async () => {
  const machine = testMachine();
  const fake = new FakeResearch({ files: () => FILES });
  const times: unknown[] = [];
  const research: ResearchPort = {
    reason: (request, options) => fake.reason(request as never, options),
    download: (file, folder, { limits }) => {
      times.push(limits?.totalMs);
      machine.clock.advance(0.000_3);
      return fake.download(file, folder);
    },
  };
  await screened(LIST, research, { machine, attemptMs: ATTEMPT_MS });
  deepEqual(times, [ATTEMPT_MS, ATTEMPT_MS]);
});

Deno.test("a download that never ends, whatever it is told, makes its row partial in time", async () => {
  const { status, error, took } = await screenWith(() => new Promise(() => {}));
  equal(status, "partial");
  equal(error?.code, "timeout");
  equal(error?.message, "Cannot get file one: the files of the row did not arrive within 60 s");
  equal(took < 2 * ATTEMPT_MS, true, `${took} ms`);
});

Deno.test("a file that comes byte by byte makes its row partial when the time of the row is over", async () => {
  const machine = testMachine();
  const { clock } = machine;
  const client = createClient({
    ...{ baseUrl: "http://research.example", clock, newId: () => "" },
    fetch: (url) => {
      if (!url.includes("/files/")) return Promise.resolve(Response.json(answerTo({ input: "x" }, FILES)));
      const drip = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
        await new Promise<void>((resolve) => clock.schedule(11_000, resolve));
        controller.enqueue(new Uint8Array(1));
      };
      return Promise.resolve(new Response(new ReadableStream({ pull: drip })));
    },
  });
  const work = screened(LIST, client, { machine, attemptMs: ATTEMPT_MS });
  const { outcomes: [outcome] } = await passingTime(machine, () => true, work);
  equal(outcome?.status, "partial");
  match(JSON.stringify(outcome), /Cannot get file one: it was not finished within 60 s \(limit totalMs\)/);
});
