/** The cost of understanding an event, by the number of earlier tool calls. */
import type { ResponseEvent } from "conviction/protocol";
import { Understanding } from "../../src/stream/understanding.ts";

const COUNTS = [100, 1_000, 10_000];
const PIECES = 5;
const ROUNDS = 5;

function eventsOf(calls: number): ResponseEvent[] {
  const events: ResponseEvent[] = [];
  for (let at = 0; at < calls; at++) {
    const call_id = `call_${at}`;
    events.push({
      type: "response.output_item.added",
      item: { type: "function_call", id: `item_${at}`, call_id, name: "price_history", arguments: "" },
    });
    for (let piece = 0; piece < PIECES; piece++) {
      events.push({ type: "response.function_call_arguments.delta", call_id, delta: "1234" });
    }
    const whole = "1234".repeat(PIECES);
    events.push({ type: "response.function_call_arguments.done", call_id, arguments: whole });
    events.push({ type: "response.output_item.added", item: { type: "function_call_output", call_id, output: "{}" } });
  }
  return events.map((event, sequence_number) => ({ ...event, sequence_number }));
}

/** Nanoseconds per event, the best of several rounds. */
function measure(events: readonly ResponseEvent[], isWatched: boolean): number {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    const understanding = new Understanding();
    for (const event of events) {
      understanding.take(event);
      if (isWatched && understanding.snapshot.calls.length < 0) throw new Error("Cannot count calls");
    }
    best = Math.min(best, performance.now() - start);
  }
  return best / events.length * 1e6;
}

/** Prints the cost of an event as a ratio to one among few calls. */
export function benchCalls(print: (line: string) => void): void {
  print("Understanding: an event among many tool calls, as a ratio to one among 100");
  for (const isWatched of [false, true]) {
    measure(eventsOf(10_000), isWatched); // warms up
    const costs = COUNTS.map((calls) => ({ calls, nanoseconds: measure(eventsOf(calls), isWatched) }));
    const few = costs[0]?.nanoseconds ?? NaN;
    const ratios = costs.map(({ calls, nanoseconds }) => `${calls} calls ${(nanoseconds / few).toFixed(2)}`);
    const how = isWatched ? "a snapshot at every event, which copies the list" : "no snapshot";
    print(`  ${how}: ${ratios.join(" · ")}   (${Math.round(few)} ns)`);
  }
}

if (import.meta.main) {
  // deno-lint-ignore no-console -- a benchmark prints
  benchCalls((line) => console.log(line));
}
