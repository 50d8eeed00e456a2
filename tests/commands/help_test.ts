import { deepEqual, equal, match } from "../assert.ts";
import { ASK } from "../../src/commands/ask_command.ts";
import { HISTORY } from "../../src/commands/history_command.ts";
import { PRUNE } from "../../src/commands/prune_command.ts";
import { COMPARE } from "../../src/commands/compare_command.ts";
import { type CommandPage, flagOf, helpLines, inFlags, readFlags } from "../../src/commands/flags.ts";
import { CONFORM } from "../../src/commands/service_check/conform_flags.ts";
import { PROBE } from "../../src/commands/service_check/probe_flags.ts";
import { SCORE } from "../../src/commands/score_command.ts";
import { SCREEN } from "../../src/commands/screen_flags.ts";
import { SERVE } from "../../src/commands/serve_flags.ts";
import { DATA } from "../../src/commands/data_command.ts";
import { DOCTOR } from "../../src/commands/doctor_command.ts";
import { EXPORT } from "../../src/commands/export_command.ts";
import { KERNEL } from "../../src/commands/kernel_command.ts";
import { MCP } from "../../src/commands/mcp_command.ts";
import { NOTEBOOKS } from "../../src/commands/notebooks_command.ts";
import { SETTINGS } from "../../src/commands/settings_command.ts";
import { STATUS } from "../../src/commands/status_command.ts";
import { VERIFY } from "../../src/commands/verify_command.ts";

const PAGES: Readonly<Record<string, CommandPage>> = {
  ASK,
  COMPARE,
  CONFORM,
  PRUNE,
  HISTORY,
  DATA,
  DOCTOR,
  EXPORT,
  KERNEL,
  MCP,
  NOTEBOOKS,
  PROBE,
  SCORE,
  SCREEN,
  SERVE,
  SETTINGS,
  STATUS,
  VERIFY,
};

for (const [name, page] of Object.entries(PAGES)) {
  Deno.test(`the help of ${name} lists each of its flags once, in order, with value and description`, () => {
    const lines = helpLines(page, { startedBy: "deno task -q" }).filter((line) => line.startsWith("  --"));
    const rows = [...Object.entries(page.flags), ["help", { value: undefined, help: "this page" }] as const];
    equal(lines.length, rows.length);
    for (const [at, [flag, { value, help }]] of rows.entries()) {
      const shown = value === undefined ? `  --${flag}` : `  --${flag} ${value}`;
      deepEqual([lines[at]?.slice(0, shown.length + 2), lines[at]?.endsWith(`  ${help}`)], [`${shown}  `, true]);
    }
    for (const flag of ["--help", "-h"]) equal(readFlags([flag], page.flags), "help");
  });

  Deno.test(`each flag of ${name} sets one option, and the option maps to the flag`, () => {
    const flags = Object.keys(page.flags);
    const options = flags.map((flag) => page.flags[flag]?.option ?? camel(flag));
    equal(new Set(options).size, flags.length);
    deepEqual(options.map((option) => flagOf(option, page.flags)), flags.map((flag) => `--${flag}`));
    const read = readFlags([], page.flags);
    deepEqual(options.filter((option) => !(option in Object(read))), []);
  });

  Deno.test(`the help of ${name} begins with a sentence and ends with the exit statuses`, () => {
    const lines = helpLines(page, { startedBy: "deno task -q" });
    match(lines[0] ?? "", /^[A-Z].*\.$/);
    match(lines.at(-1) ?? "", /^Exit status: 0 /);
  });

  Deno.test(`the help of ${name} types the command as it was started`, () => {
    const start = ["ASK", "SCREEN", "SERVE"].includes(name)
      ? ""
      : name === "MCP"
      ? "-c packages/mcp/deno.json "
      : "conviction ";
    const command = `  npx -y deno@2.9 task -q ${start}${name.toLowerCase()}`;
    for (const at of page.usage.keys()) {
      equal(helpLines(page, { startedBy: "npx -y deno@2.9 task -q" })[2 + at]?.startsWith(command), true);
    }
  });
}

Deno.test("an option that no flag sets has no flag", () => {
  equal(flagOf("maxCost", SCREEN.flags), "--max-cost");
  equal(flagOf("stallMs", SCREEN.flags), undefined);
});

const MESSAGES = [
  {
    says: "Cannot use maxCost 5: it needs price",
    options: ["maxCost", "price"],
    then: "--max-cost 5: it needs --price",
  },
  {
    says:
      'Cannot find the tickers in tickerColumn.csv: its header is "tickerColumn"; name the column with tickerColumn',
    options: ["tickerColumn"],
    then: 'in tickerColumn.csv: its header is "tickerColumn"; name the column with --ticker-column',
  },
  { says: "choose another folder, or start a new run with startNew", options: ["startNew"], then: "run with --new" },
  { says: "Cannot use 0 as stallMs: it is none", options: ["stallMs"], then: "Cannot use 0 as stallMs: it is none" },
  { says: "Cannot use maxCost 5", options: [], then: "Cannot use maxCost 5" },
];
for (const { says, options, then } of MESSAGES) {
  Deno.test(`a command prints "... ${then}" where the library names ${options.join(" and ") || "no option"}`, () => {
    const shown = inFlags(says, { options, table: SCREEN.flags });
    equal(shown.slice(-then.length), then);
  });
}

function camel(name: string): string {
  const [first = "", ...rest] = name.split("-");
  return first + rest.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
}
