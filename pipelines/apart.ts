/** Runs a command with the permissions that it was started with: `conviction.ts` starts this where it has too few. */
import { COMMANDS, runCommand } from "./commands.ts";

const [name = "", ...args] = Deno.args;
const command = COMMANDS[name];
if (command === undefined) throw new Error(`There is no command "${name}"`);
Deno.exitCode = await runCommand(command, args);
