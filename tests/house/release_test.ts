/** `deno task dev release`: what a release is made of, and what hinders it. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { planRelease, type State } from "../../dev/release.ts";
import config from "../../deno.json" with { type: "json" };
import { ROOT } from "./module_graph.ts";

const READY: State = {
  version: "0.2.0",
  changelog: "# Changelog\n\n## [0.2.0] - 2026-12-01\n\n- A page\n\n## [0.1.0] - 2026-11-01\n\n- The first\n",
  tags: ["v0.1.0"],
  changed: [],
};

Deno.test("a release has the tag of its version, and the notes of its section alone", () => {
  deepEqual(planRelease(READY), { tag: "v0.2.0", notes: "- A page\n", problems: [] });
});

const unreleased = READY.changelog.replace("2026-12-01", "unreleased");
const HINDERED: readonly { when: string; state: Partial<State>; says: RegExp }[] = [
  { when: "no section of the change log", state: { version: "0.3.0" }, says: /no section "## \[0\.3\.0\]/ },
  { when: "a section without a day", state: { changelog: unreleased }, says: /"unreleased" of 0\.2\.0: write/ },
  { when: "a tag of that version", state: { tags: ["v0.2.0"] }, says: /v0\.2\.0 exists: raise the version/ },
  { when: "a changed file", state: { changed: ["README.md"] }, says: /not clean: README\.md/ },
];
for (const { when, state, says } of HINDERED) {
  Deno.test(`a release says what has to be done first: ${when}`, () => {
    const { problems } = planRelease({ ...READY, ...state });
    equal(problems.length, 1);
    match(problems.join(), says);
  });
}

Deno.test("CHANGELOG.md has notes for the version of deno.json", async () => {
  const changelog = await Deno.readTextFile(new URL("CHANGELOG.md", ROOT));
  const { notes, problems } = planRelease({ version: config.version, changelog, tags: [], changed: [] });
  ok(notes.length > 100);
  deepEqual(problems.filter((problem) => /no section/.test(problem)), []);
});

Deno.test("the workflow of a change calls .ci/run, with the time that it may take", async () => {
  const workflow = await Deno.readTextFile(new URL(".github/workflows/ci.yml", ROOT));
  match(workflow, /^ +- run: \.ci\/run$/m);
  match(workflow, /^ +timeout-minutes: \d+$/m);
});
