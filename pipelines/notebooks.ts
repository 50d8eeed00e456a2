/**
 * Runs notebooks without Jupyter: `deno task -q notebooks [FILE.ipynb|FOLDER ...]`, `--help` for the flags.
 */
import { thisHost } from "../src/commands/this_host.ts";
import { notebooksCommand } from "../src/commands/notebooks_command.ts";

if (import.meta.main) Deno.exitCode = await notebooksCommand(Deno.args, thisHost());
