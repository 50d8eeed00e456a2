import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import { createAnalyst } from "../../src/agent/analyst.ts";
import { type CallResult, createAssistants } from "../../src/mcp/assistant.ts";
import { RequestError } from "../../src/protocol/request_error.ts";
import { callerTools } from "../../src/service/assistants.ts";
import { assistantParts } from "../../src/setup/assistant_parts.ts";
import { ask, ports, sample, thesisOf } from "../agent/ask.ts";
import { agent, calling, deskOf, fileStore, PARTS } from "./fixture.ts";

const first = createAssistants(PARTS, { all: false });
const all = createAssistants(PARTS, { all: true });

async function call(name: string, asked: unknown, assistant = first(deskOf("one"))): Promise<CallResult> {
  const result = await assistant.call(name, asked, calling());
  if (result === undefined) throw new TypeError(`there is no tool ${name}`);
  return JSON.parse(JSON.stringify(result));
}

function textOf({ content: [part] }: CallResult): string {
  return part?.type === "text" ? part.text : "";
}

Deno.test("few tools are offered at first, the others when asked for, each under one name", () => {
  deepEqual(first(deskOf("one")).tools.map(({ name }) => name), [
    ...["resolve", "facts", "prices", "thesis", "screen", "what_changed", "verify_text"],
  ]);
  const names = all(deskOf("one")).tools.map(({ name }) => name);
  equal(names.length, PARTS.tools.length);
  equal(new Set(names).size, names.length);
  ok(names.includes("risk_analysis"));
});

Deno.test("a tool that the registry gets later is offered by itself, and verify_text at first", () => {
  const [tool] = PARTS.tools;
  if (tool === undefined) throw new TypeError("the registry is empty");
  const tools = [{ ...tool, name: "verify_text" }, { ...tool, name: "find_passages" }];
  const of = (isAll: boolean) => createAssistants({ ...PARTS, tools }, { all: isAll })(deskOf("one")).tools;
  deepEqual(of(false).map(({ name }) => name), ["verify_text"]);
  deepEqual(of(true).map(({ name, title }) => [name, title]), [
    ...[["verify_text", "Verify a text"], ["find_passages", "Find passages"]],
  ]);
});

Deno.test("every tool says when to use it, what it takes and gives, and that it changes nothing", () => {
  for (const { name, title, description, inputSchema, outputSchema, annotations } of all(deskOf("one")).tools) {
    match(name, /^[a-z_]{1,64}$/);
    ok(title.length > 3 && description.length > 40, name);
    deepEqual([inputSchema.type, outputSchema.type], ["object", "object"]);
    deepEqual(outputSchema["required"], ["value", "claims"]);
    equal("$schema" in inputSchema || "$schema" in outputSchema, false, "older validators know no $schema");
    deepEqual(annotations, { readOnlyHint: true, idempotentHint: true, openWorldHint: false });
  }
});

Deno.test("verify_text over MCP says of each figure whether the reports state it, with the nearest that they do", async () => {
  const text = "Revenue was $251.6 billion in fiscal 2016.";
  const { structuredContent } = await call("verify_text", { text, tickers: ["Apple"], as_of: "2017-12-29" });
  const { value } = structuredContent as {
    value: { false: number; sentences: readonly { claims: readonly object[] }[] };
  };
  equal(value.false, 1);
  const [claim] = value.sentences[0]?.claims ?? [];
  deepEqual(claim, {
    ...{ shown: "$251.6 billion", start: 12, end: 26, metric: "revenue", ticker: "AAPL", finding: "false" },
    ...{ why: "the reports state another figure", evidence: "revenue of the year to 2016-09-24 is $215.6bn" },
    source: "made",
  });
  const tooLong = await call("verify_text", { text: "é".repeat(60_000) });
  equal(tooLong.isError, true);
  match(textOf(tooLong), /at most 100000 bytes/);
});

Deno.test("a thesis over MCP has the figures of the agent, as text and as structure", async () => {
  const result = await call("thesis", { question: "Analyse AAPL" });
  const { agent_thesis, metadata } = thesisOf(await ask("Analyse AAPL"));
  const { value } = result.structuredContent as { value: ReturnType<typeof thesisOf> };
  deepEqual(value.agent_thesis, agent_thesis);
  equal(value.metadata?.drawdown_probability, metadata?.drawdown_probability);
  deepEqual(JSON.parse(textOf(result)), result.structuredContent);
});

Deno.test("what a tool refuses is a result with the sentence, and no structure", async () => {
  deepEqual(await call("prices", { ticker: "ZZZZ" }), {
    content: [{ type: "text", text: 'The data does not know "ZZZZ".' }],
    isError: true,
  });
  for (
    const [name, asked, says] of [
      ["thesis", { question: "Analyse FOOBAR" }, /FOOBAR/],
      ["thesis", { question: "AAPL", as_of: "1900-01-01" }, /^Cannot look at the data as of "1900-01-01"/],
      ["prices", { ticker: "AAPL", as_of: "yesterday" }, /^Cannot call prices: as_of: a day is written YYYY-MM-DD$/],
      ["prices", {}, /^Cannot call prices: ticker: /],
      ["prices", undefined, /^Cannot call prices: ticker: /],
      ["screen", { tickers: [] }, /^Cannot call screen: tickers: /],
    ] as const
  ) {
    const result = await call(name, asked);
    equal(result.isError, true);
    match(textOf(result), says);
  }
});

const LEFT_OUT = [
  ["thesis", { question: "Analyse AAPL", as_of: null, benchmark: null, files: null, own: null }],
  ["facts", { ticker: "AAPL", item: "revenue", periods: null, as_of: null, version: null }],
  ["prices", { ticker: "AAPL", as_of: null }],
  ["screen", { tickers: ["AAPL"], as_of: null }],
  ["what_changed", { ticker: "AAPL", from: "2016-06-01", to: null }],
] as const;
for (const [name, asked] of LEFT_OUT) {
  Deno.test(`null for an optional argument of ${name} is as if it were not there, and for one it needs it is missing`, async () => {
    const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== null));
    deepEqual(await call(name, asked), await call(name, given));
    const [needed = ""] = Object.keys(given);
    deepEqual(await call(name, { ...asked, [needed]: null }), await call(name, { ...given, [needed]: undefined }));
  });
}

Deno.test("a tool that is not offered is none, even if the registry has it", async () => {
  equal(await first(deskOf("one")).call("risk_analysis", { ticker: "AAPL" }, calling()), undefined);
  equal(await first(deskOf("one")).call("resolve_companies", { request: "AAPL" }, calling()), undefined);
});

Deno.test("files of an answer are linked, and read by their caller alone", async () => {
  const result = await call("thesis", { question: "Analyse AAPL", files: true });
  const links = result.content.filter((part) => part.type === "resource_link");
  equal(links.length, 7);
  const csv = links.find(({ name }) => name === "AAPL_evidence.csv");
  ok(csv);
  match(csv.uri, /^conviction:\/\/files\/file_/);
  const contents = await first(deskOf("one")).read(csv.uri);
  ok(contents && "text" in contents);
  deepEqual([contents.mimeType, new TextEncoder().encode(contents.text).length], ["text/csv", csv.size]);
  equal(await first(deskOf("other")).read(csv.uri), undefined);
  for (const uri of [`${csv.uri}x`, "conviction://files/", "file:///etc/passwd", "conviction://files/../x"]) {
    equal(await first(deskOf("one")).read(uri), undefined, uri);
  }
});

Deno.test("a picture is read as base64 of its bytes, text as text", async () => {
  const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff]);
  const find = (fileId: string) =>
    Promise.resolve({ filename: "a", mediaType: fileId === "png" ? "image/png" : "image/svg+xml", bytes, sha256: "" });
  const { read } = first({ ...deskOf("one"), find });
  deepEqual(await read("conviction://files/png"), {
    ...{ uri: "conviction://files/png", mimeType: "image/png", blob: "iVBOR/8=" },
  });
  equal("text" in (await read("conviction://files/svg") ?? {}), true);
});

Deno.test("a call that was cancelled rejects with the reason, and the agent has cleaned up", async () => {
  const controller = new AbortController();
  let hasEnded = false;
  const desk = deskOf("one", {
    agent: async function* (question) {
      try {
        yield* agent(question);
      } finally {
        hasEnded = true;
      }
    },
  });
  const step = () => Promise.resolve(controller.abort(new Error("cancelled by the assistant")));
  const called = first(desk).call("thesis", { question: "Analyse AAPL" }, calling({ signal: controller.signal, step }));
  await rejects(() => called, /cancelled by the assistant/);
  equal(hasEnded, true);
});

Deno.test("a revoked key ends the work under way", async () => {
  const revoked = new AbortController();
  const revocable = callerTools({ owner: "one", revoked: revoked.signal }, { agent, fileStore });
  const step = () =>
    Promise.resolve(revoked.abort(
      new RequestError("Cannot go on: the key was revoked", {
        ...{ status: 401, code: "invalid_api_key" },
      }),
    ));
  const result = await first(revocable).call("thesis", { question: "Analyse AAPL" }, calling({ step }));
  deepEqual(result, { content: [{ type: "text", text: "Cannot go on: the key was revoked" }], isError: true });
});

Deno.test("a limit of the caller is a refusal; a failure says nothing of itself and is reported", async () => {
  const full = deskOf("one", {
    take: () => {
      throw new RequestError("Cannot accept the request: 2 are already in progress", { status: 429, code: "too_many" });
    },
  });
  match(textOf(await call("thesis", { question: "Analyse AAPL" }, first(full))), /^Cannot accept the request: 2 are/);
  const failures: unknown[] = [];
  const broken = deskOf("one", {
    agent: createAnalyst(ports({
      verify: () => {
        throw new Error("secret path /home/someone/key");
      },
    })),
    onFailure: (error) => void failures.push(error),
  });
  equal(
    textOf(await call("thesis", { question: "Analyse AAPL" }, first(broken))),
    "Cannot answer the request: the service failed",
  );
  equal(failures.length, 1);
});

Deno.test("a day for calls that name none counts for the data and for the agent, and a named one before it", async () => {
  const dated = createAssistants(assistantParts(sample, "2016-06-01"), { all: false })(deskOf("one"));
  const day = async (name: string, asked: unknown) =>
    JSON.stringify((await call(name, asked, dated)).structuredContent);
  match(await day("prices", { ticker: "AAPL" }), /"last":"2016-06-01"/);
  match(await day("prices", { ticker: "AAPL", as_of: "2017-01-03" }), /"last":"2017-01-03"/);
  match(await day("thesis", { question: "Analyse AAPL" }), /"as_of":"2016-06-01"/);
});
