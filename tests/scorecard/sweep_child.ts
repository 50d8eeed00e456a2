/** A process to inject a fault into: screens a list against a local service, and prints each durable row. */
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
