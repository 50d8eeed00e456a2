import { dirname, join } from "node:path";
import { deepEqual, equal, match, ok } from "../assert.ts";
import { askCommand } from "../../src/commands/ask_command.ts";
import { nextSteps } from "../../src/commands/screen_words.ts";
import { connectTo } from "../../src/commands/connect_to.ts";
import { screenCommand } from "../../src/commands/screen_command.ts";
import { statusCommand } from "../../src/commands/status_command.ts";
import { readTextFile } from "../../src/commands/text_file.ts";
import { testHost } from "./captured.ts";
import { ROOT } from "./run_pipeline.ts";

const NPX = "npx -y deno@2.9 task -q";

Deno.test("the hints after the sample are typed as it was started", () => {
  for (const startedBy of ["deno task -q", NPX]) {
    const commands = nextSteps(startedBy).filter((line) => line.includes(" screen "));
    ok(commands.length === 2 && commands.every((line) => line.includes(`${startedBy} screen my_tickers.csv`)));
    ok(nextSteps(startedBy).every((line) => line.length <= 80), "a terminal of 80 columns breaks none");
  }
});

const FETCH = {
  "deno task -q": "deno task -q conviction data fetch AAPL --documents",
  [NPX]: `${NPX} conviction data fetch AAPL --documents`,
  conviction: "conviction data fetch AAPL --documents",
};
for (const [startedBy, command] of Object.entries(FETCH)) {
  Deno.test(`an answer that ${startedBy} prints has the command that adds what is missing, as it is typed there`, async () => {
    const host = testHost({ startedBy, connect: (settings) => Promise.resolve(connectTo(settings)) });
    await askCommand(["What does Apple's 10-K say about competition?", "--sample"], host);
    ok(host.out.text.includes(`: \`${command}\`.`), host.out.text);
  });
}

/** A run that stopped before its second row, of a list in a folder whose name needs quotes. */
async function stopped(startedBy: string) {
  const folder = await Deno.makeTempDir();
  await Deno.mkdir(`${folder}/my lists`);
  await Deno.writeTextFile(`${folder}/my lists/it's.csv`, "ticker\nIBM\nAAPL\n");
  const host = testHost({ folder, startedBy, connect: (settings) => Promise.resolve(connectTo(settings)) });
  const args = ["my lists/it's.csv", "--out", "out", "--limit", "1", "--files", "none"];
  equal(await screenCommand(args, host), 3, host.err.text);
  return folder;
}

async function resumeLine(folder: string, run: string): Promise<string> {
  const host = testHost({ folder, readText: readTextFile });
  equal(await statusCommand([run], host), 0, host.err.text);
  return /^Resume: (.*)$/m.exec(host.out.text)?.[1] ?? "";
}

for (const startedBy of ["deno task -q", NPX]) {
  Deno.test(`status of a run that ${startedBy} started says so, with the path of its list in quotes`, async () => {
    const folder = await stopped(startedBy);
    const command = `${startedBy} screen 'my lists/it'\\''s.csv' --files none --out out`;
    equal((await resumeLine(folder, "out")).split(" ").toSorted().join(" "), command.split(" ").toSorted().join(" "));
    const page = await Deno.readTextFile(`${folder}/out/summary.md`);
    ok(page.includes(`${startedBy} screen 'my lists/it`), page);
  });
}

const PLACES: readonly { readonly to: string; readonly from: string; readonly is: RegExp }[] = [
  { to: "copy", from: "", is: /^deno task -q screen .* --files none --out copy$/ },
  { to: "deep/er/out", from: "", is: /^deno task -q screen .* --files none --out deep\/er\/out$/ },
  { to: "my lists/out", from: "my lists", is: /^cd \/.* && deno task -q screen .* --out 'my lists\/out'$/ },
];
for (const { to, from, is } of PLACES) {
  Deno.test(`status of a run that was moved to ${to} names that folder, and the command resumes it`, async () => {
    const folder = await stopped("deno task -q");
    await Deno.mkdir(dirname(`${folder}/${to}`), { recursive: true });
    await Deno.rename(`${folder}/out`, `${folder}/${to}`);
    match(await resumeLine(join(folder, from), `${folder}/${to}`), is);
    const host = testHost({ folder, connect: (settings) => Promise.resolve(connectTo(settings)) });
    equal(await screenCommand(["my lists/it's.csv", "--out", to, "--files", "none"], host), 0, host.err.text);
    match(host.out.text, /Resuming .*: 1 of 2 rows are open/);
  });
}

Deno.test("status from another folder says where to go first", async () => {
  const folder = await stopped("deno task -q");
  match(await resumeLine(`${folder}/out`, "."), new RegExp(`^cd ${folder} && deno task -q screen 'my lists/`));
  match(await resumeLine("/", `${folder}/out`), new RegExp(`^cd ${folder.slice(1)} && deno task -q screen 'my lists/`));
});

const EVENTS = [["npx", NPX], ["build", "deno task -q"], ["", "deno task -q"]] as const;

Deno.test("a task that npx started gives hints for npx, another one for deno", async () => {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: [
      "eval",
      "--no-check",
      `const { thisHost } = await import("${ROOT}src/commands/this_host.ts");
      for (const event of ${JSON.stringify(EVENTS.map(([event]) => event))}) {
        Deno.env.set("npm_lifecycle_event", event);
        console.log(thisHost().startedBy);
      }`,
    ],
    env: { NO_COLOR: "1" },
  }).output();
  const version = Deno.version.deno.split(".").slice(0, 2).join(".");
  const hints = EVENTS.map(([, hint]) => hint.replace("2.9", version));
  deepEqual(new TextDecoder().decode(stdout).trim().split("\n"), hints);
});

Deno.test("a run in a folder beside is named as it was typed, on the terminal, page and summary", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.mkdir(`${folder}/desk`);
  await Deno.writeTextFile(`${folder}/desk/list.csv`, "ticker\nIBM\nZZZZ\n");
  const host = testHost({ folder: `${folder}/desk`, connect: (settings) => Promise.resolve(connectTo(settings)) });
  equal(await screenCommand(["list.csv", "--out", "../out", "--files", "none"], host), 1, host.err.text);
  match(host.out.text, /^New run in \.\.\/out\.$[\s\S]*^Open \.\.\/out\/report\.html;/m);
  for (const file of ["summary.md", "report.html"]) {
    const text = await Deno.readTextFile(`${folder}/out/${file}`);
    ok(text.includes("../out/failures.csv") && !text.includes(folder), text);
  }
});
