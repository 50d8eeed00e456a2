/** Answers an assistant over standard input and output: `deno task -q -c packages/mcp/deno.json mcp`, `--help` for the flags. */
import type { Host } from "../../src/commands/host.ts";
import { thisHost } from "../../src/commands/this_host.ts";
import { mcpCommand } from "../../src/commands/mcp_command.ts";
import { answerStdio } from "./server.ts";

/** Answers until the other end closes. */
export function mcpOnPipe(args: readonly string[], host: Host): Promise<number> {
  return mcpCommand(args, { ...host, answer: answerStdio });
}

if (import.meta.main) Deno.exitCode = await mcpOnPipe(Deno.args, thisHost());
