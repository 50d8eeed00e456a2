/** The Model Context Protocol, spoken by its official package: nothing else imports it. */
import {
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
} from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import config from "../../deno.json" with { type: "json" };
import type { ToolProgress } from "../../src/agent/tool.ts";
import { type Assistant, INSTRUCTIONS, meantMessage } from "../../src/mcp/assistant.ts";
import { FILE_TEMPLATE } from "../../src/mcp/files.ts";
import type { Answer } from "../../src/mcp/http.ts";

const IDENTITY = { name: "conviction", title: "Conviction", version: config.version };

/** One connection, or one request over HTTP. */
function serverOf(assistant: Assistant): Server {
  const server = new Server(IDENTITY, { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler("tools/list", () => mutable({ tools: assistant.tools }));
  server.setRequestHandler("tools/call", async ({ params: { name, arguments: asked } }, { mcpReq }) => {
    const { signal, _meta, notify } = mcpReq;
    const token = _meta?.progressToken;
    const step = async ({ done, total, message }: ToolProgress) => {
      const params = { progress: done, ...(total !== undefined && { total }), message };
      if (token !== undefined) {
        await notify({ method: "notifications/progress", params: { progressToken: token, ...params } });
      }
      await setImmediate(); // so that a cancellation is read between two steps
    };
    const result = await assistant.call(name, asked, { signal, step });
    if (result === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${name}"`);
    return mutable(result);
  });
  server.setRequestHandler("resources/list", () => ({ resources: [] })); // files are named by the results that made them
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [FILE_TEMPLATE] }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    const contents = await assistant.read(uri);
    if (contents === undefined) throw new ResourceNotFoundError(uri);
    return { contents: [contents] };
  });
  return server;
}

/** The package's types are of lists that may be written to; nothing writes to ours. */
// deno-lint-ignore no-explicit-any -- any result of the protocol
function mutable(result: object): any {
  return result;
}

/** Answers one message over HTTP, of clients of 2025 and of 2026. */
export const answerHttp: Answer = (request, assistant) => createMcpHandler(() => serverOf(assistant)).fetch(request);

/** Answers on standard input and output until the other end closes, or the signal is aborted. */
export async function answerStdio(assistant: Assistant, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const input = new PassThrough();
  const lines = createInterface({ input: process.stdin })
    .on("line", (line) => void input.write(`${meantLine(line)}\n`)).on("close", () => void input.end());
  const transport = new StdioServerTransport(input);
  const handle = serveStdio(() => serverOf(assistant), { transport });
  for (const event of ["end", "close"]) process.stdin.once(event, resolve);
  signal.addEventListener("abort", () => resolve(), { once: true });
  await promise;
  lines.close();
  await handle.close();
}

/** As {@linkcode meantMessage}, and without the byte order mark that some shells put before the first line. */
function meantLine(line: string): string {
  const text = line.replace(/^\uFEFF/, "");
  try {
    return JSON.stringify(meantMessage(JSON.parse(text)));
  } catch {
    return text; // the package says what is wrong with it
  }
}
