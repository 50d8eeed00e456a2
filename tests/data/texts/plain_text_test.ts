/** Texts that are no markup: which lines are joined to paragraphs. */
import { equal } from "../../assert.ts";
import { plainText } from "../../../src/data/texts/plain_text.ts";

const FULL = "Revenue of the quarter grew by seven percent, more than ever";
const SHORT = "before it.";
const wrapped = Array.from({ length: 6 }, () => FULL).join("\n");

const CASES: readonly { readonly when: string; readonly text: string; readonly is: string }[] = [
  { when: "its lines were wrapped", text: `${wrapped}\n${SHORT}`, is: `${wrapped.replaceAll("\n", " ")} ${SHORT}` },
  {
    when: "a short line ends a paragraph",
    text: `${SHORT}\n${wrapped}`,
    is: `${SHORT}\n${wrapped.replaceAll("\n", " ")}`,
  },
  {
    when: "one line is longer than any that was wrapped",
    text: `${wrapped}\n${"x".repeat(101)}`,
    is: `${wrapped}\n${"x".repeat(101)}`,
  },
  { when: "most lines are short", text: "a\r\nb\n\n\n\nc d", is: "a\nb\n\nc d" },
  {
    when: "it has a table",
    text: `${wrapped}\nSales     12     13`,
    is: `${wrapped.replaceAll("\n", " ")}\nSales 12 13`,
  },
  { when: "it has characters that nobody sees", text: " a\u200bb\u00ad  c\t", is: "ab c" },
];
for (const { when, text, is } of CASES) {
  Deno.test(`the lines of a text are as they were meant when ${when}`, () => equal(plainText(text), is));
}
