/** Scorecard case 9: a small reply that would expand to a large one is rejected before it expands. */
import { equal, match, ok } from "../assert.ts";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { type RawConnection, startRawServer } from "../client/raw_server.ts";
import { printFigure } from "./figure.ts";
import { mebibytes } from "./memory.ts";

const MEBIBYTE = 1024 * 1024;
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** 256 MiB in one data line, as a stream or a thesis would have it. */
const LONG_LINE = new Uint8Array(256 * MEBIBYTE).fill(120);
LONG_LINE.set(new TextEncoder().encode('data: {"delta":"'));

const headed = (head: string, body: Uint8Array = new Uint8Array()) => async ({ request, send }: RawConnection) => {
  const type = request.startsWith("POST /v1/") ? "text/event-stream" : "application/json";
  await send(`HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n${head}\r\n`);
  await send(body);
};

const BOMBS: Readonly<
  Record<string, { readonly act: (connection: RawConnection) => Promise<void>; readonly end: RegExp }>
> = {
  gzip: {
    act: headed("content-encoding: gzip\r\n", gzipSync(LONG_LINE, { level: 1 })),
    end: /^(HttpError: .*compressed \(gzip\)|ProtocolError: .*longer than \d+ bytes unpacked)/,
  },
  br: {
    act: headed("content-encoding: br\r\n", brotliCompressSync(LONG_LINE, FAST)),
    end: /^HttpError: .*compressed \(br\)/,
  },
  long_header: { act: headed(`x-long: ${"x".repeat(2_000_000)}\r\n`), end: /^ConnectionError: / },
  many_headers: {
    act: headed(Array.from({ length: 10_000 }, (_, at) => `x-${at}: y\r\n`).join("")),
    end: /^ConnectionError: /,
  },
};

interface Report {
  readonly bomb: string;
  readonly ask: string;
  readonly end: string;
  readonly growth: number;
}

Deno.test("scorecard 9: compression and header bombs are rejected, and memory does not grow", async () => {
  const names = Object.keys(BOMBS);
  await using server = startRawServer(async (connection) => {
    const name = names.find((name) => connection.request.includes(name));
    await (name === undefined ? headed("")(connection) : BOMBS[name]?.act(connection));
  });
  const permissions = ["--no-prompt", "--allow-net=127.0.0.1", "--allow-env"];
  const { code, stdout, stderr } = await new Deno.Command("deno", {
    args: ["run", ...permissions, child("bomb_child.ts"), server.baseUrl, ...names],
  }).output();
  equal(code, 0, new TextDecoder().decode(stderr));
  const reports = new TextDecoder().decode(stdout).trim().split("\n").map((line): Report => JSON.parse(line));
  for (const { bomb, ask, end } of reports) match(end, BOMBS[bomb]?.end ?? /never/, `${ask}() of ${bomb}`);
  const most = Math.max(...reports.map(({ growth }) => growth));
  printFigure(
    9,
    `${reports.length} bombs rejected, memory grew by at most ${mebibytes(most)} MiB`,
  );
  equal(reports.length, 3 * names.length);
  ok(most < 32 * MEBIBYTE);
});

function child(name: string): string {
  return new URL(name, import.meta.url).pathname;
}
