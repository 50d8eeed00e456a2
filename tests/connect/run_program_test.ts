import { existsSync } from "node:fs";
import { join } from "node:path";
import { programRunner } from "../../src/connect/run_program.ts";
import { equal, match } from "../assert.ts";
import { testMachine } from "../batch/test_machine.ts";

const KEY = "CONVICTION_TIINGO_KEY";
const MADE = { name: "cmd", problemOf: () => undefined };

const ENDS = [
  { command: "exit 3", says: /^it exited with 3$/ },
  { command: "echo first >&2; echo why >&2; exit 1", says: /^it exited with 1: why$/ },
  { command: "true", says: /^it printed nothing$/ },
  { command: "kill -9 $$", says: /^it was ended by SIGKILL$/ },
];

function runner() {
  const { clock, folder } = testMachine();
  const run = programRunner({ folder, clock, programMs: 600_000, keys: [KEY], giveUp: new AbortController().signal });
  return { folder, run };
}

for (const { command, says } of ENDS) {
  Deno.test(`a program that does \`${command}\` is refused with its reason`, async () => {
    match((await runner().run({ ...MADE, command, words: [] })).problem ?? "", says);
  });
}

Deno.test("a word is handed over as it is, whatever a shell would make of it", async () => {
  const { folder, run } = runner();
  const word = "A'; touch hurt; echo \"$(touch hurt)`touch hurt`";
  const { output } = await run({ ...MADE, command: 'printf %s "$1"', words: [word] });
  equal(new TextDecoder().decode(output), word);
  equal(existsSync(join(folder, "hurt")), false);
});

for (const { command, says } of [{ command: "env", says: false }, { command: `: $${KEY}; env`, says: true }]) {
  Deno.test(`a program ${says ? "gets a key that its command names" : "gets no key that its command does not name"}`, async () => {
    const before = Deno.env.get(KEY);
    Deno.env.set(KEY, "sk-made-987");
    try {
      const { output } = await runner().run({ ...MADE, command, words: [] });
      equal(new TextDecoder().decode(output).includes("sk-made-987"), says);
    } finally {
      if (before === undefined) Deno.env.delete(KEY);
      else Deno.env.set(KEY, before);
    }
  });
}
