import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import { connect, type ConnectOptions } from "conviction";
import type { ScreenOptions } from "conviction/batch";
import type { ReasoningRequest } from "../../src/protocol/reasoning.ts";
import { createClient } from "../../src/client/client.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { answerTo, FakeResearch } from "./fake_research.ts";
import { listOf, screened } from "./screened.ts";
import { testMachine } from "./test_machine.ts";

interface Reply {
  readonly status?: number;
  readonly body: unknown;
}

/** A service whose replies a test writes. */
function replying(reply: (request: ReasoningRequest, count: number) => Reply) {
  const asked: string[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const path = new URL(request.url).pathname;
    if (path.startsWith("/v1/files/")) return new Response(`content of ${path}`);
    const body = await request.json() as ReasoningRequest;
    asked.push(body.input);
    const { status = 200, body: answer } = reply(body, asked.length);
    return Response.json(answer, { status });
  });
  return {
    asked,
    baseUrl: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

type Options = Partial<ScreenOptions> & { readonly concurrency?: number };

async function screenOf(rows: number, reply: Parameters<typeof replying>[0], options: Options = {}) {
  await using service = replying(reply);
  const told = await screened(listOf(rows), connect({ baseUrl: service.baseUrl }), {
    ...options,
    machine: testMachine(),
  });
  return { ...told, sent: service.asked.length };
}

const asText = (request: ReasoningRequest) => {
  const answer = answerTo(request);
  return { ...answer, agent_thesis: { ...answer.agent_thesis, confidence: "0.61" } };
};

const UNREADABLE: readonly { readonly what: string; readonly reply: (request: ReasoningRequest) => Reply }[] = [
  { what: "a confidence that is text", reply: (request) => ({ body: asText(request) }) },
  { what: "an error with status 200", reply: () => ({ body: { error: { code: "insufficient_quota" } } }) },
  {
    what: "a 404 with an error of its own",
    reply: () => ({ status: 404, body: { error: { code: "E17", message: "No" } } }),
  },
];
for (const { what, reply } of UNREADABLE) {
  Deno.test(`a service that answers every row with ${what} is sent ten requests, and the run says why it stops`, async () => {
    const told = await screenOf(40, reply);
    equal(told.sent, 10);
    match(
      told.stopped,
      /^unreadable: the service answers, but no reply is a thesis: Cannot .*"conviction probe".*--read-again/,
    );
    deepEqual(new Set(told.statuses), new Set(["failed", "skipped"]));
  });
}

Deno.test("requests under way when the tenth unreadable reply comes are the last that are paid", async () => {
  const told = await screenOf(100, (request) => ({ body: asText(request) }), { concurrency: 8 });
  ok(told.sent >= 10 && told.sent <= 18, `${told.sent} sent`);
});

Deno.test("nine unreadable replies and a thesis, again and again, stop nothing", async () => {
  const told = await screenOf(40, (request, at) => ({ body: at % 10 === 0 ? answerTo(request) : asText(request) }));
  deepEqual([told.sent, told.stopped], [40, ""]);
});

Deno.test("rows that a service refuses by name, with 422 or with 404 after an answer, stop nothing", async () => {
  for (const status of [422, 404]) {
    const refusal = { status, body: { error: { code: "unknown_company", message: "No such company" } } };
    const told = await screenOf(30, (request, at) => at === 1 ? { body: answerTo(request) } : refusal);
    deepEqual([told.sent, told.stopped], [30, ""]);
  }
});

/** A run whose replies were all without a thesis where it was looked for. */
async function unreadRun(files: boolean) {
  const machine = testMachine();
  const service = replying((request) => ({
    body: { data: answerTo(request, files ? [{ file_id: "a", filename: "a.csv" }] : []) },
  }));
  const at = (options: ConnectOptions & { readonly resultAt?: string }) =>
    createClient({
      ...{ baseUrl: service.baseUrl, clock: systemClock, fetch, newId: () => "id" },
      ...(options.resultAt === undefined ? {} : { resultAt: options.resultAt }),
    });
  const first = await screened(listOf(12), at({}), { machine });
  return { machine, service, at, first };
}

Deno.test("a service that does not know any company of a list is asked about all of them", async () => {
  const told = await screenOf(30, () => ({ status: 404, body: { error: { code: "unknown_company", message: "No" } } }));
  deepEqual([told.sent, told.stopped], [30, ""]);
});

Deno.test("readAgain makes theses of kept replies, without sending them twice, and the run goes on", async () => {
  const { machine, service, at, first } = await unreadRun(false);
  await using _ = service;
  deepEqual([service.asked.length, first.statuses.filter((status) => status === "failed").length], [10, 10]);
  const again = await screened(listOf(12), at({ resultAt: "/data" }), { machine, readAgain: true });
  deepEqual([service.asked.length, new Set(service.asked).size], [12, 12]);
  deepEqual(again.statuses, Array(12).fill("done"));
  const [begun] = again.events;
  deepEqual(begun?.type === "begun" ? begun.notes : [], ["10 of 10 kept replies could be read as a thesis"]);
});

Deno.test("readAgain on a finished run sends nothing, and downloads the files that the answers name", async () => {
  const { machine, service, at } = await unreadRun(true);
  await using _ = service;
  const limit = 10; // the other two are not wanted
  const again = await screened(listOf(12), at({ resultAt: "/data" }), { machine, readAgain: true, limit });
  equal(service.asked.length, 10);
  deepEqual(again.outcomes.slice(0, 10).map((row) => row.status === "done" && row.files.length), Array(10).fill(1));
});

Deno.test("replies that are still no thesis stay failed, with their error", async () => {
  const { machine, service, at, first } = await unreadRun(false);
  await using _ = service;
  const again = await screened(listOf(12), at({ resultAt: "/nowhere" }), { machine, readAgain: true, limit: 10 });
  equal(service.asked.length, 10);
  deepEqual(
    again.outcomes[0]?.status === "failed" && again.outcomes[0].error,
    first.outcomes[0]?.status === "failed" && first.outcomes[0].error,
  );
});

Deno.test("readAgain is refused without a run, and of a service that cannot read a reply", async () => {
  const machine = testMachine();
  await rejects(
    screened(listOf(1), new FakeResearch(), { machine, readAgain: true }),
    /Cannot read again the failed rows/,
  );
  await screened(listOf(1), new FakeResearch(), { machine });
  await rejects(screened(listOf(1), new FakeResearch(), { machine, readAgain: true }), /the service has no readReply/);
});
