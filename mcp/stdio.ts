/** Answers an assistant over standard input and output: `deno task -q -c mcp/deno.json mcp`, `--help` for the flags. */
import { thisHost } from "../src/commands/this_host.ts";
import { mcpCommand } from "../src/commands/mcp_command.ts";
import { answerStdio } from "./server.ts";

if (import.meta.main) Deno.exitCode = await mcpCommand(Deno.args, { ...thisHost(), answer: answerStdio });
