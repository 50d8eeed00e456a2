/** The service on a port, for assistants too: `deno task -q -c mcp/deno.json serve`, `--help` for the flags. */
import { thisHost } from "../src/commands/this_host.ts";
import { serveCommand } from "../src/commands/serve_command.ts";
import { createMcpHttp } from "../src/mcp/http.ts";
import { assistantParts } from "../src/setup/assistant_parts.ts";
import { answerHttp } from "./server.ts";

if (import.meta.main) {
  const host = thisHost();
  Deno.exitCode = await serveCommand(Deno.args, {
    ...host,
    mcp: (dataset, options) => createMcpHttp(answerHttp, { newId: host.newId, ...options })(assistantParts(dataset)),
  });
}
