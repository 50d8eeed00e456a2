/** The command of the package: what a checkout has in configurations of their own is here with the others. */
import { COMMANDS } from "../../pipelines/commands.ts";
import { main } from "../../pipelines/conviction.ts";

/** It starts programs and asks nobody, but where it may fetch for an assistant. */
const OF_MCP = Deno.args.includes("--allow-fetch") ? "work" : "pipe";

/** Those of the checkout, and what their packages add. */
const ALL: typeof COMMANDS = {
  ...COMMANDS,
  serve: {
    does: "Serve the research service on a port, for assistants too",
    set: "serve",
    load: async () => (await import("../mcp/serve_mcp.ts")).serveWithMcp,
  },
  mcp: {
    does: "Answer an assistant over standard input and output",
    set: OF_MCP,
    load: async () => (await import("../mcp/stdio.ts")).mcpOnPipe,
  },
  model: {
    does: "Run ask, screen, nightly or serve with a language model",
    set: "serve",
    load: async () => (await import("../model/run.ts")).runWithModel,
  },
};

if (import.meta.main) Deno.exitCode = await main(Deno.args, ALL);
