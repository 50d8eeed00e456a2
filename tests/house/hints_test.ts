/** A hint that names a command is typed as the person started this one: by a task of a checkout, or as the package's command. */
import { typedCommand } from "../../src/text/typed_command.ts";
import { deepEqual, equal } from "../assert.ts";
import { filesBelow, ROOT } from "./module_graph.ts";

/** Where the two ways of starting a command are told apart. */
const TYPING = ["src/commands/this_host.ts", "src/text/typed_command.ts", "src/view/continue_command.ts"];
const COMMENT = /\/\*.*?\*\/|^\s*\/\/.*$/gms;
/** A task that is spelled out, or what starts one before a word that only a checkout has. */
const SPELLED = /deno task|startedBy\}/;

Deno.test("no text of src spells out a task, or puts a command behind what started this one by itself", async () => {
  const files = await filesBelow("src", ".ts");
  const texts = await Promise.all(files.map((file) => Deno.readTextFile(new URL(file, ROOT))));
  const spelled = files.filter((_, at) => SPELLED.test(texts[at]?.replaceAll(COMMENT, "") ?? ""));
  deepEqual(spelled.filter((file) => !TYPING.includes(file)), []);
});

const TYPED: Readonly<Record<string, readonly [task: string, command: string]>> = {
  "screen list.csv": ["deno task -q screen list.csv", "conviction screen list.csv"],
  "conviction data check conviction": [
    "deno task -q conviction data check conviction",
    "conviction data check conviction",
  ],
  "-c packages/mcp/deno.json mcp --data d": [
    "deno task -q -c packages/mcp/deno.json mcp --data d",
    "conviction mcp --data d",
  ],
  "-c packages/model/deno.json ask": ["deno task -q -c packages/model/deno.json ask", "conviction model ask"],
};

for (const [words, [task, command]] of Object.entries(TYPED)) {
  Deno.test(`${words}: a checkout and the package each have their own way to type it`, () => {
    equal(typedCommand("deno task -q", words), task);
    equal(typedCommand("conviction", words), command);
    equal(typedCommand("npx @conviction/conviction", words), `npx @conviction/${command}`);
  });
}
