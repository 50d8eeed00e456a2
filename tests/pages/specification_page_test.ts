/** docs/specification.md: each line of the specification is there, with code and a test that exist. */
import { deepEqual, equal, ok } from "../assert.ts";
import { CHECKS, SECTIONS } from "../../src/commands/service_check/specification.ts";
import { ROOT } from "../house/module_graph.ts";
import { readPage } from "./pages.ts";

const page = await readPage("docs/specification.md");

interface Row {
  readonly line: string;
  readonly code: string;
  readonly test: string;
  readonly conform: string;
}

const ROWS: readonly Row[] = page.text.split("\n").filter((line) => /^\| \d/.test(line)).map((text) => {
  const [line = "", code = "", test = "", conform = ""] = text.slice(1, -1).split("|").map((cell) => cell.trim());
  return { line, code, test, conform };
});

/** Links of a cell. */
function linksIn(cell: string): readonly { readonly text: string; readonly path: string }[] {
  return [...cell.matchAll(/\[(.+?)\]\(\.\.\/([^)]+)\)/g)].map(([, text = "", path = ""]) => ({ text, path }));
}

Deno.test("each line of docs/specification.md names code of src and a test that has this title", async () => {
  ok(ROWS.length >= 40);
  for (const { line, code, test } of ROWS) {
    const [files, titles] = [linksIn(code), linksIn(test)];
    ok(files.length > 0 && titles.length > 0, line);
    for (const { text, path } of files) ok(path.startsWith("src/") && path.endsWith(`/${text}.ts`), `${line}: ${path}`);
    for (const { path } of files) ok((await Deno.stat(new URL(path, ROOT))).isFile);
    for (const { text, path } of titles) {
      ok(/^tests\/.*_test\.ts$/.test(path), path);
      const source = await Deno.readTextFile(new URL(path, ROOT));
      const title = text.replaceAll("\\", ""); // deno fmt escapes what Markdown would read
      ok(source.includes(title), `${line}: no test of ${path} has the title "${title}"`);
    }
  }
});

Deno.test("docs/specification.md has every section in order, and every line that conform knows", () => {
  const sections = ROWS.map(({ line }) => line.split(" ")[0] ?? "");
  const shown = SECTIONS.map(([number]) => number);
  deepEqual(shown.filter((number) => !sections.some((one) => one === number || one.startsWith(`${number}.`))), []);
  deepEqual(sections, sections.toSorted((one, other) => one.localeCompare(other, "en", { numeric: true })));
  const patterns = ROWS.flatMap(({ conform }) => [...conform.matchAll(/`([^`]+)`/g)].map(([, id = ""]) => id));
  const isOf = (pattern: string, id: string) =>
    pattern.endsWith("*") ? id.startsWith(pattern.slice(0, -1)) : id === pattern;
  const ids = CHECKS.map(({ id }) => id);
  deepEqual(ids.filter((id) => !patterns.some((pattern) => isOf(pattern, id))), [], "lines of conform without a row");
  deepEqual(patterns.filter((pattern) => !ids.some((id) => isOf(pattern, id))), [], "rows for no line of conform");
  equal(new Set(ROWS.map(({ line }) => line)).size, ROWS.length);
});
