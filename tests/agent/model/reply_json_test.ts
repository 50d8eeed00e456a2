/** JSON out of what models write around it. */
import { replyJson } from "../../../src/agent/model/reply_json.ts";
import { deepEqual, equal } from "../../assert.ts";

const JSON_TEXT = '{"calls": []}';

for (
  const text of [
    JSON_TEXT,
    `\n ${JSON_TEXT} \n`,
    `\`\`\`json\n${JSON_TEXT}\n\`\`\``,
    `\`\`\`\n${JSON_TEXT}\n\`\`\`\n`,
    `\`\`\`json${JSON_TEXT}\`\`\``,
  ]
) {
  Deno.test(`JSON is read from ${JSON.stringify(text)}`, () => {
    deepEqual(replyJson(text), { value: { calls: [] }, text: JSON_TEXT });
  });
}

for (const text of ["", "```", "```json```", `${JSON_TEXT} and more`, `\`\`\`json\n${JSON_TEXT}`, "no JSON"]) {
  Deno.test(`no JSON is read from ${JSON.stringify(text)}`, () => equal(replyJson(text), undefined));
}

const LONG = 2 ** 21;

for (
  const [what, text] of [
    ["line breaks in an open mark of code", `\`\`\`json${"\n".repeat(LONG)}x`],
    ["line breaks between marks of code", `\`\`\`json${"\n".repeat(LONG)}x\`\`\``],
    ["marks of code", "\n```   ".repeat(LONG / 8)],
    ["blanks", `${" ".repeat(LONG)}x`],
    ["values within values", `${"[".repeat(LONG)}${"]".repeat(LONG)}`],
    ["more values within values than are read", `${"[".repeat(40)}${"]".repeat(40)}`],
  ] as const
) {
  Deno.test(`a long reply of ${what} is read at once: one that takes hours stops the process`, () => {
    equal(replyJson(text), undefined);
  });
}
