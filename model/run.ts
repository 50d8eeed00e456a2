/** A command with a language model: `deno task -q -c model/deno.json ask "Analyse AAPL"`, `--help` for the commands. */
import { thisHost } from "../src/commands/this_host.ts";
import { modelCommand } from "../src/commands/model_command.ts";
import { openModel } from "./adapter.ts";

if (import.meta.main) {
  const host = thisHost();
  const { fetch, clock } = host;
  Deno.exitCode = await modelCommand(Deno.args, {
    ...host,
    openModel: (settings) => openModel(settings, { fetch, clock }),
  });
}
