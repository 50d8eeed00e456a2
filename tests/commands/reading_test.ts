/** What a command does before the data is read, and while it is. */
import { deepEqual, equal, match } from "../assert.ts";
import { askCommand } from "../../src/commands/ask_command.ts";
import { screenCommand } from "../../src/commands/screen_command.ts";
import type { Connection } from "../../src/setup/connection.ts";
import { manualClock } from "../fixtures/manual_clock.ts";
import { capturedOutputs, testHost } from "./captured.ts";

/** A host whose service counts how often its data is read. */
function counting() {
  const folder = Deno.makeTempDirSync();
  Deno.writeTextFileSync(`${folder}/list.csv`, "ticker,company\nIBM,IBM\n");
  Deno.writeTextFileSync(`${folder}/bare.csv`, "x,y\n1,2\n");
  let read = 0;
  const connection: Partial<Connection> = {
    describe: () => Promise.reject(new Error(`read ${++read}`)),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
  const host = testHost({ folder, connect: () => Promise.resolve(connection as Connection) });
  return { host, times: () => read };
}

const WRONG: readonly (readonly [readonly string[], RegExp])[] = [
  [["none.csv"], /^error: Cannot read none\.csv: there is no such file$/m],
  [["bare.csv"], /^error: Cannot find the tickers in bare\.csv/m],
  [["list.csv", "--prompt", "Analyse {{isin}}"], /\{\{isin\}\}/],
  [["list.csv", "--prompt", "@none.txt"], /^error: Cannot read the prompt /m],
  [["list.csv", "--rate", "often"], /often/],
  [["list.csv", "--max-cost", "5"], /--max-cost 5: it needs --price/],
  [["list.csv", "--group", "sector"], /sector/],
  [["list.csv", "--since", "runs/none"], /runs\/none/],
];

for (const [args, says] of WRONG) {
  Deno.test(`screen ${args.join(" ")} is refused before the data is read`, async () => {
    const { host, times } = counting();
    equal(await screenCommand([...args, "--data", "prices"], host), 2, host.err.text);
    match(host.err.text, says);
    deepEqual([times(), host.out.text], [0, ""]);
  });
}

Deno.test("with a good list and good flags the data is read", async () => {
  const { host, times } = counting();
  equal(await screenCommand(["list.csv", "--data", "prices"], host), 1);
  equal(times(), 1);
});

for (const isTerminal of [true, false]) {
  Deno.test(`screen and ask ${isTerminal ? "show" : "do not show"} how far the data is read ${isTerminal ? "on a terminal" : "elsewhere"}`, async () => {
    for (const [command, word] of [[screenCommand, "list.csv"], [askCommand, "Analyse IBM"]] as const) {
      const { host: { folder } } = counting();
      const clock = manualClock("2026-11-22T10:00:00Z");
      const { out, err } = capturedOutputs({ isTerminal });
      const connection: Partial<Connection> = {
        describe({ onFile } = {}) {
          onFile?.(1, 487);
          equal(err.text, "", "nothing at once");
          clock.advance(200);
          onFile?.(312, 487);
          clock.advance(2800);
          return Promise.reject(new Error("enough"));
        },
        [Symbol.asyncDispose]: () => Promise.resolve(),
      };
      const connect = () => Promise.resolve(connection as Connection);
      await command([word, "--data", "prices"], testHost({ folder, out, err, clock, connect }));
      const shown = err.text.match(/… reading prices: \d+ of 487 files, (?:under )?\d+ s/g) ?? [];
      if (!isTerminal) deepEqual(shown, []);
      else {
        equal(shown[0], "… reading prices: 1 of 487 files, under 1 s");
        equal(shown.at(-1), "… reading prices: 312 of 487 files, 3 s");
      }
    }
  });
}
