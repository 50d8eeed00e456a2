import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import { type Called, type Connected, HTTP_WAYS, SIGNING_IN, STDIO_WAYS, type Way } from "./mcp_clients.ts";
import { serveWaiting } from "./mcp_waiting.ts";
import { type Served, startService } from "./served.ts";

/** One service for all tests, because it starts slowly. */
let served: Served;
/** What the reasoning operation says of the same question. */
let expected: Result;
Deno.test.beforeAll(async () => {
  served = await startService("packages/mcp/deno.json");
  expected = await reason("Analyse AAPL");
});
Deno.test.afterAll(async () => {
  equal(await served.stop(), 0);
});

interface Result {
  readonly agent_thesis: unknown;
  readonly key_drivers: unknown;
  readonly risks: unknown;
  readonly metadata: {
    readonly score: number;
    readonly drawdown_probability: number;
    readonly verification: { readonly claims: readonly { readonly id: string; readonly shown: string }[] };
  };
}

async function reason(input: string): Promise<Result> {
  const response = await fetch(new URL("/api/v1/agent/reasoning", served.url), {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${served.apiKey}` },
    body: JSON.stringify({ input, include: ["verification"] }),
  });
  return await response.json();
}

interface Structured {
  // deno-lint-ignore no-explicit-any -- each test reads the value that its tool describes
  readonly value: any;
  readonly claims: readonly { readonly id: string; readonly shown: string; readonly accessions?: readonly string[] }[];
}

function structureOf(called: Called): Structured {
  equal(called.isError ?? false, false, JSON.stringify(called.content));
  deepEqual(JSON.parse(called.content[0].text), called.structuredContent);
  return called.structuredContent as Structured;
}

/** A use of the service by a connected client. */
interface Use {
  readonly does: string;
  readonly use: (client: Connected) => Promise<void>;
}

const USES: readonly Use[] = [
  {
    does: "lists the seven tools",
    use: async (client) =>
      deepEqual((await client.tools()).map(({ name }) => name), [
        ...["resolve", "facts", "prices", "thesis", "screen", "what_changed", "verify_text"],
      ]),
  },
  {
    does: "gets the thesis and the figures of the reasoning operation, and hears of the steps",
    use: async (client) => {
      const heard: string[] = [];
      const onprogress = ({ message = "" }) => void heard.push(message);
      const { value, claims } = structureOf(await client.call("thesis", { question: "Analyse AAPL" }, { onprogress }));
      const { agent_thesis, key_drivers, risks, metadata } = expected;
      deepEqual([value.agent_thesis, value.key_drivers, value.risks], [agent_thesis, key_drivers, risks]);
      deepEqual([value.metadata.score, value.metadata.drawdown_probability], [
        ...[metadata.score, metadata.drawdown_probability],
      ]);
      deepEqual(
        claims.map(({ id, shown }) => [id, shown]),
        metadata.verification.claims.map(({ id, shown }) => [id, shown]),
      );
      deepEqual(heard.slice(0, 2), ["resolve_companies", "price_history AAPL"]); // of the last ones a client may drop some
    },
  },
  {
    does: "finds companies",
    use: async (client) => {
      const { value } = structureOf(await client.call("resolve", { request: "Apple and Foo Corp" }));
      deepEqual(value.companies.map(({ ticker }: { ticker: string }) => ticker), ["AAPL"]);
      equal(value.unknown[0].text, "Foo Corp");
    },
  },
  {
    does: "gets a filed figure with its report",
    use: async (client) => {
      const asked = { ticker: "AAPL", item: "revenue", periods: ["FY2024"] };
      const { value, claims } = structureOf(await client.call("facts", asked));
      deepEqual([value.figures[0].value, claims[0]?.shown], [391_035_000_000, "$391.0bn"]);
      deepEqual(claims[0]?.accessions, ["0000320193-24-000123"]);
    },
  },
  {
    does: "gets prices",
    use: async (client) => {
      const { value } = structureOf(await client.call("prices", { ticker: "AAPL" }));
      deepEqual([value.last, value.close, value.bars], ["2025-03-31", 222.13, 255]);
    },
  },
  {
    does: "screens a list, and hears of each name",
    use: async (client) => {
      const heard: number[] = [];
      const onprogress = ({ progress }: { progress: number }) => void heard.push(progress);
      const { value } = structureOf(await client.call("screen", { tickers: ["AAPL", "MSFT", "ZZZZ"] }, { onprogress }));
      deepEqual(value.rows.map(({ ticker }: { ticker: string }) => ticker), ["AAPL", "MSFT"]);
      deepEqual([value.rows[0].score, value.missing[0].ticker], [expected.metadata.score, "ZZZZ"]);
      deepEqual(heard.slice(0, 2), [1, 2]);
    },
  },
  {
    does: "hears what changed",
    use: async (client) => {
      const { value } = structureOf(await client.call("what_changed", { ticker: "AAPL", from: "2025-03-14" }));
      match(value.summary, /^new risk: Apple.s chance of a 15% drawdown/);
      equal(value.after.score, expected.metadata.score);
    },
  },
  {
    does: "is told of an unknown company, of wrong arguments and of a day without data in results that are errors",
    use: async (client) => {
      for (
        const [name, asked, says] of [
          ["thesis", { question: "Analyse FOOBAR" }, /does not know "FOOBAR"/],
          ["prices", { ticker: "Appel" }, /Nearest: .*AAPL/],
          ["facts", { ticker: "AAPL", item: "revenue", periods: ["soon"] }, /Cannot read the period "soon"/],
          ["thesis", { question: "Analyse AAPL", as_of: "1900-01-01" }, /the data begin on/],
          ["screen", { tickers: [] }, /Cannot call screen: tickers/],
        ] as const
      ) {
        const { isError, content } = await client.call(name, asked);
        equal(isError, true);
        match(content[0].text, says);
      }
    },
  },
  {
    does: "reads the files of an answer",
    use: async (client) => {
      const { content } = await client.call("thesis", { question: "Analyse AAPL", files: true });
      const links = content.filter(({ type }) => type === "resource_link");
      const named = (name: string) => links.find((link) => link.name === name);
      const [picture] = await client.read(named("AAPL_price_drawdown.png").uri);
      const bytes = Uint8Array.from(atob(picture?.blob ?? ""), (char) => char.charCodeAt(0));
      deepEqual([...bytes.slice(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
      equal(bytes.length, named("AAPL_price_drawdown.png").size);
      const [table] = await client.read(named("AAPL_evidence.csv").uri);
      equal(table?.mimeType, "text/csv");
      ok((table?.text ?? "").split("\n").length > 10);
      await rejects(() => client.read("conviction://files/file_none"), /not found/i);
    },
  },
  {
    does: "is told that a tool it invents does not exist",
    use: async (client) => {
      await rejects(() => client.call("buy_shares", {}), /There is no tool "buy_shares"/);
    },
  },
];

for (const way of [...HTTP_WAYS, ...STDIO_WAYS]) {
  Deno.test(`mcp: ${way.name}`, async (test) => {
    const client = await way.connect(served);
    try {
      for (const { does, use } of USES) await test.step(does, () => use(client));
    } finally {
      await client.close();
    }
  });
}

/** Calls a thesis that never ends, aborts it, and waits until the agent was stopped. */
async function cancel({ connect }: Way): Promise<void> {
  await using waiting = await serveWaiting();
  const client = await connect(waiting);
  const controller = new AbortController();
  const called = client.call("thesis", { question: "Analyse AAPL" }, { signal: controller.signal });
  called.catch(() => {});
  await waiting.begun;
  controller.abort(new Error("enough"));
  await rejects(() => called);
  await waiting.stopped;
  await client.close();
}

for (const way of HTTP_WAYS) {
  Deno.test(`mcp: ${way.name}: an aborted call stops the agent`, () => cancel(way));
  Deno.test(`mcp: ${way.name}: without the key it cannot connect`, async () => {
    await rejects(() => way.connect({ url: served.url, apiKey: "sk-wrong" }), /401|nauthorized|invalid_api_key/);
  });
}

/** Looks for OAuth when there is no key, as assistants do that sign in. */
const SIGN_IN = {
  redirectUrl: "http://localhost:1/done",
  clientMetadata: { client_name: "tests", redirect_uris: ["http://localhost:1/done"] },
  clientInformation: () => undefined,
  saveClientInformation: () => {},
  tokens: () => undefined,
  saveTokens: () => {},
  redirectToAuthorization: () => {},
  saveCodeVerifier: () => {},
  codeVerifier: () => "",
};
for (const [name, connect] of Object.entries(SIGNING_IN)) {
  Deno.test(`mcp: ${name}: without a key, one that looks for OAuth reads that there is none, and to send the key`, async () => {
    await rejects(
      () => connect(served.url, SIGN_IN),
      /Cannot sign in: this service has no OAuth; send its key in the header/,
    );
  });
}

Deno.test("mcp: over a pipe an aborted screen stops, and the next call is answered", async () => {
  const [way] = STDIO_WAYS;
  ok(way);
  const client = await way.connect(served);
  const controller = new AbortController();
  const heard: number[] = [];
  const tickers = ["AAPL", "MSFT", "IBM", "WMT", "AMZN", "META", "GOOGL"];
  const onprogress = ({ progress }: { progress: number }) => {
    heard.push(progress);
    if (progress === 2) controller.abort(new Error("enough"));
  };
  await rejects(() => client.call("screen", { tickers }, { signal: controller.signal, onprogress }));
  equal(structureOf(await client.call("prices", { ticker: "AAPL" })).value.last, "2025-03-31");
  ok(heard.length < tickers.length, String(heard));
  await client.close();
});

Deno.test("mcp: standard output carries the protocol alone, whatever stands for nothing in the input, and the service ends when standard input closes", async () => {
  const command = new Deno.Command("deno", {
    args: ["task", "-q", "-c", "packages/mcp/deno.json", "mcp", "--all-tools"],
    cwd: new URL("../../", import.meta.url),
    ...{ stdin: "piped", stdout: "piped", stderr: "piped" },
  });
  const child = command.spawn();
  const writer = child.stdin.getWriter();
  const clientInfo = { name: "tests", version: "1" };
  const messages = [
    { id: 0, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo } },
    { method: "notifications/initialized" },
    { id: 1, method: "tools/list", params: null },
  ];
  const sent = messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("");
  await writer.write(new TextEncoder().encode(`\uFEFF${sent}`)); // some shells put a byte order mark before it
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let printed = "";
  while (printed.split("\n").length < 3) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`It ended after "${printed}"`);
    printed += value;
  }
  await writer.close();
  while (!(await reader.read()).done);
  const stderr = await new Response(child.stderr).text();
  const [first, second] = printed.trim().split("\n").map((line) => JSON.parse(line));
  match(first.result.instructions, /as known on one day/);
  ok(second.result.tools.length > 10);
  match(stderr, /^Sample: /);
  equal((await child.status).code, 0);
});
