/** A process for a fault: screens a list against a service on this machine, and tells each row that is durable. */
import { connect } from "conviction";
import { DiskError, InputError, LockedError, screen } from "conviction/batch";

const [list = "", folder = "", baseUrl = "", concurrency = ""] = Deno.args;
const say = (text: string) => Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));
try {
  for await (const outcome of screen(list, connect({ baseUrl }), { folder, concurrency: Number(concurrency) })) {
    say(`${outcome.input.row} ${outcome.status}`);
  }
} catch (error) {
  const isOurs = [DiskError, InputError, LockedError].some((kind) => error instanceof kind);
  say(`error ${isOurs ? "ours" : "foreign"} ${error instanceof Error ? error.message : String(error)}`);
  Deno.exitCode = 1;
}
