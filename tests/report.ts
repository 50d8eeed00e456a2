/** What a run of tests says of itself at its end, from the reports of `deno test`. */

/** A test that was run, or left out. */
export interface Case {
  readonly file: string;
  readonly name: string;
  readonly seconds: number;
  readonly end: "passed" | "failed" | "skipped";
}

const TEXTS: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", "#39": "'" };
const plain = (text: string) => text.replace(/&([a-z]+|#39);/g, (whole, name: string) => TEXTS[name] ?? whole);

/** The cases of a report in JUnit's format, in order. */
export function casesOf(junit: string): Case[] {
  const cases = /<testcase name="([^"]*)" classname="([^"]*)" time="([\d.]+)"[^>]*>\s*(<skipped|<failure|<error)?/g;
  return [...junit.matchAll(cases)].map(([, name = "", file = "", time = "", mark]): Case => ({
    file: plain(file).replace(/^\.\//, ""),
    name: plain(name),
    seconds: Number(time),
    end: mark === undefined ? "passed" : mark === "<skipped" ? "skipped" : "failed",
  }));
}

/** One line: the number of tests that were not run, by what they need. */
export function notRun(cases: readonly Case[]): string {
  const skipped = cases.filter(({ end }) => end === "skipped");
  const reasons = Map.groupBy(skipped, ({ name }) => /\(NOT RUN: needs (.*)\)$/.exec(name)?.[1] ?? "a known reason");
  const counts = [...reasons].map(([reason, { length }]) => `${length} without ${reason}`).toSorted();
  if (counts.length === 0) return "Every test ran.";
  return `${skipped.length} tests were not run: ${counts.join("; ")}.`;
}

/** What the tests of each file took, the longest first. */
export function fileTimes(cases: readonly Case[]): { readonly file: string; readonly seconds: number }[] {
  const files = [...Map.groupBy(cases, ({ file }) => file)].map(([file, own]) => ({
    file,
    seconds: own.reduce((sum, { seconds }) => sum + seconds, 0),
  }));
  return files.toSorted((one, other) => other.seconds - one.seconds);
}

/** One line: the files whose tests took longest. */
export function slowest(cases: readonly Case[], count = 5): string {
  const worst = fileTimes(cases).slice(0, count);
  return `Slowest files: ${worst.map(({ file, seconds }) => `${file} ${seconds.toFixed(1)} s`).join(", ")}.`;
}

/** The closing line, which `.ci/run` adds up. */
export function closing(cases: readonly Case[]): string {
  const count = (end: Case["end"]) => cases.filter((one) => one.end === end).length;
  const skipped = count("skipped");
  return `${count("passed")} passed, ${count("failed")} failed${skipped === 0 ? "" : `, ${skipped} skipped`}`;
}
