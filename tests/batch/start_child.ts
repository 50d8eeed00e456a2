/** A process of `same_moment_test.ts`: at the path of a folder it gets ready, at `go` or `go 4` it screens the list there, with 4 requests. */
import { connect } from "conviction";
import { screen } from "conviction/batch";
import process from "node:process";
import { createInterface } from "node:readline";
import { thisMachine } from "../../src/batch/machine.ts";

const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);
const [baseUrl = ""] = Deno.args;
let ready = { folder: "", startedAt: new Date() };
for await (const line of createInterface({ input: process.stdin })) {
  const [go, maxRequests] = line.split(" ");
  if (go !== "go") {
    ready = { folder: line, startedAt: new Date() };
    say("ready");
    continue;
  }
  const machine = { ...thisMachine(), ...ready };
  const folder = ready.folder.endsWith("named") ? "out" : undefined;
  const options = { machine, folder, concurrency: 2, ...maxRequests && { maxRequests: Number(maxRequests) } };
  try {
    const outcomes = screen("tickers.csv", connect({ baseUrl }), options);
    for await (const _ of outcomes);
    say({ state: outcomes.begun?.state });
  } catch (error) {
    say({ error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
  }
}
