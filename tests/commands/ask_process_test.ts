import { deepEqual, equal, match, ok } from "../assert.ts";
import { openReply, streamReply } from "./canned_service.ts";
import { sweep } from "../sweeps.ts";
import { ending, type PipelineOptions, startPipeline } from "./run_pipeline.ts";

const KEY = "sk-canary-0123456789";
const BEGUN = [
  { type: "response.created", sequence_number: 0, response: { id: "resp_1" } },
  { type: "response.output_text.delta", sequence_number: 1, delta: "Apple is" },
];
const COMPLETED = { type: "response.completed", sequence_number: 2, response: { id: "resp_1" } };

/** A service on a port of this machine. */
function serving(answer: () => Response) {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    await request.text();
    return answer();
  });
  return {
    env: { CONVICTION_BASE_URL: `http://127.0.0.1:${server.addr.port}`, CONVICTION_API_KEY: KEY },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

const run = (name: string, options: Omit<PipelineOptions, "folder">) =>
  ending(startPipeline(name, { folder: ".", ...options }));

Deno.test("ask as a process prints the answer and exits with 0", async () => {
  await using service = serving(() => streamReply([...BEGUN, COMPLETED]));
  const { code, out, err } = await run("ask", { args: ["Analyse", "AAPL"], env: service.env });
  deepEqual({ code, out, err }, {
    code: 0,
    out: `Service ${service.env.CONVICTION_BASE_URL}.\n\nApple is\n\n`,
    err: "",
  });
});

Deno.test("ask as a process exits with 1 where the service says that there is no answer", async () => {
  const response = { id: "resp_1", metadata: { refused: "not_answered" } };
  await using service = serving(() => streamReply([...BEGUN, { ...COMPLETED, response }]));
  const { code, out } = await run("ask", { args: ["quick", "ratio"], env: service.env });
  deepEqual([code, out.includes("Apple is")], [1, true]);
});

Deno.test("ask as a process leaves the service on Ctrl-C, prints what it received and exits with 130", async () => {
  const left = Promise.withResolvers<void>();
  await using service = serving(() => openReply(BEGUN, left.resolve));
  const child = startPipeline("ask", { folder: ".", args: ["q"], env: service.env });
  const [seen, rest] = child.stdout.tee();
  for await (const text of seen.pipeThrough(new TextDecoderStream())) {
    if (text.includes("Apple is")) break;
  }
  child.kill("SIGINT");
  await left.promise;
  const [out, err, { code }] = await Promise.all([
    new Response(rest).text(),
    new Response(child.stderr).text(),
    child.status,
  ]);
  equal(code, 130);
  match(out, /Apple is\n$/);
  match(
    err,
    /^Stopped\.\nReceived so far: 8 characters of text, 2 events\.\nrequest id req_7, response id resp_1, last sequence 1\n$/,
  );
});

const WRONG: readonly { readonly name: string; readonly args: readonly string[]; readonly to?: string }[] = [
  { name: "ask", args: ["q"] },
  { name: "ask", args: ["q"], to: "http://127.0.0.1:9" },
  { name: "ask", args: ["q", "--api-key", KEY] },
  { name: "probe", args: [] },
  { name: "probe", args: [], to: "http://127.0.0.1:9" },
  { name: "probe", args: ["--key", KEY] },
];
for (const { name, args, to } of sweep("commands/ask_process", WRONG)) {
  const what = `${[name, ...args].join(" ")}${to ? " without a service" : " of a service that refuses the key"}`;
  Deno.test(`${what}, as a process, prints neither the key nor a stack trace`, async () => {
    await using service = serving(() => new Response(`no such key: ${KEY}`, { status: 401 }));
    const env = { ...service.env, ...to && { CONVICTION_BASE_URL: to } };
    const { code, out, err } = await run(name, { args, env: args.includes(KEY) ? {} : env });
    ok(code === 1 || code === 2);
    ok(!(out + err).includes(KEY), out + err);
    ok(!/\n\s+at /.test(out + err), out + err);
  });
}
