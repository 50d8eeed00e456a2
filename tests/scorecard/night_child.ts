/** A night in a process of its own, on a clock that its test sets: `CONVICTION_TEST_NOW` is known here only. */
import { thisHost } from "../../src/commands/this_host.ts";
import { nightlyCommand } from "../../src/commands/nightly_command.ts";
import { shiftedClock } from "../night/shifted_clock.ts";

const clock = shiftedClock(new Date(Deno.env.get("CONVICTION_TEST_NOW") ?? ""));
Deno.exitCode = await nightlyCommand(Deno.args, { ...thisHost(), clock });
