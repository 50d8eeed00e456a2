/** The official clients of the Model Context Protocol, of both generations, behind one interface. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FirstHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";

const IDENTITY = { name: "conviction-tests", version: "1.0.0" };
const ROOT = new URL("../../", import.meta.url).pathname;

/** Where the endpoint is, and the key of the caller. */
export interface Endpoint {
  readonly url: string;
  readonly apiKey: string;
}

/** Result of a call, as far as tests look at it. */
export interface Called {
  readonly isError?: boolean | undefined;
  readonly structuredContent?: unknown;
  // deno-lint-ignore no-explicit-any -- each client has a type of its own for the parts
  readonly content: readonly any[];
}

/** How a call is followed and stopped. */
export interface Following {
  readonly onprogress?: (progress: { progress: number; message?: string | undefined }) => void;
  readonly signal?: AbortSignal;
}

/** A connected client. */
export interface Connected {
  tools(): Promise<readonly { readonly name: string }[]>;
  call(name: string, asked: Record<string, unknown>, following?: Following): Promise<Called>;
  read(uri: string): Promise<readonly { readonly mimeType?: string; readonly text?: string; readonly blob?: string }[]>;
  close(): Promise<void>;
}

/** A client, and how it connects. */
export interface Way {
  readonly name: string;
  readonly connect: (endpoint: Endpoint) => Promise<Connected>;
}

/** Revisions of the protocol: the handshake of 2025, and the stateless one of 2026. */
const REVISIONS = [["2025", "legacy"], ["2026-07-28", { pin: "2026-07-28" }]] as const;

/** Clients that connect over HTTP. */
export const HTTP_WAYS: readonly Way[] = [
  ...REVISIONS.map(([revision, mode]): Way => ({
    name: `client 2.4.0 over HTTP, protocol of ${revision}`,
    connect: async ({ url, apiKey }) => {
      const client = new Client(IDENTITY, { versionNegotiation: { mode } });
      const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit }));
      return connected(client);
    },
  })),
  {
    name: "sdk 1.32.2 over HTTP",
    connect: async ({ url, apiKey }) => {
      const client = new FirstClient(IDENTITY);
      const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
      await client.connect(new FirstHttp(new URL("/mcp", url), { requestInit }));
      return {
        tools: async () => (await client.listTools()).tools,
        call: async (name, asked, following) =>
          await client.callTool({ name, arguments: asked }, CallToolResultSchema, following) as Called,
        read: async (uri) => (await client.readResource({ uri })).contents,
        close: () => client.close(),
      };
    },
  },
];

/** The same two without a key, with what they sign in by. */
// deno-lint-ignore no-explicit-any -- each client has a type of its own for it
export const SIGNING_IN: Readonly<Record<string, (url: string, authProvider: any) => Promise<void>>> = {
  "client 2.4.0": (url, authProvider) =>
    new Client(IDENTITY).connect(new StreamableHTTPClientTransport(new URL("/mcp", url), { authProvider })),
  "sdk 1.32.2": (url, authProvider) =>
    new FirstClient(IDENTITY).connect(new FirstHttp(new URL("/mcp", url), { authProvider })),
};

/** Clients that start the service themselves. */
export const STDIO_WAYS: readonly Way[] = REVISIONS.map(([revision, mode]) => ({
  name: `client 2.4.0 over a pipe, protocol of ${revision}`,
  connect: async () => {
    const client = new Client(IDENTITY, { versionNegotiation: { mode } });
    const args = ["task", "-q", "--cwd", `${ROOT}packages/mcp`, "mcp"];
    await client.connect(
      new StdioClientTransport({ command: "deno", args, stderr: "ignore", env: Deno.env.toObject() }),
    );
    return connected(client);
  },
}));

function connected(client: Client): Connected {
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, asked, following) => await client.callTool({ name, arguments: asked }, following) as Called,
    read: async (uri) => (await client.readResource({ uri })).contents,
    close: () => client.close(),
  };
}
