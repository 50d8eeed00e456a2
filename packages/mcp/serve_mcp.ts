/** The service on a port, for assistants too: `deno task -q -c packages/mcp/deno.json serve`, `--help` for the flags. */
import type { Host } from "../../src/commands/host.ts";
import { thisHost } from "../../src/commands/this_host.ts";
import { serveCommand } from "../../src/commands/serve_command.ts";
import { createMcpHttp } from "../../src/mcp/http.ts";
import { assistantParts } from "../../src/setup/assistant_parts.ts";
import { answerHttp } from "./server.ts";

/** Serves as the command `serve` does, with an address for assistants. */
export function serveWithMcp(args: readonly string[], host: Host): Promise<number> {
  const { newId } = host;
  return serveCommand(args, {
    ...host,
    mcp: (dataset, options) => createMcpHttp(answerHttp, { newId, ...options })(assistantParts(dataset)),
  });
}

if (import.meta.main) Deno.exitCode = await serveWithMcp(Deno.args, thisHost());
