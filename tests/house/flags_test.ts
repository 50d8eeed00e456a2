/** The library names options, like `maxCost`; only `commands` and `view` name flags. */
import { deepEqual, ok } from "../assert.ts";
import { ASK } from "../../src/commands/ask_command.ts";
import { CALIBRATE } from "../../src/commands/calibrate_command.ts";
import { COMPARE } from "../../src/commands/compare_command.ts";
import { CONFORM } from "../../src/commands/service_check/conform_flags.ts";
import { DATA } from "../../src/commands/data_command.ts";
import { DOCTOR } from "../../src/commands/doctor_command.ts";
import { EXPORT } from "../../src/commands/export_command.ts";
import { HISTORY } from "../../src/commands/history_command.ts";
import { NOTEBOOKS } from "../../src/commands/notebooks_command.ts";
import { FETCH } from "../../src/commands/fetch_flags.ts";
import { MCP } from "../../src/commands/mcp_command.ts";
import { MODEL } from "../../src/commands/model_command.ts";
import { NIGHTLY } from "../../src/commands/nightly_flags.ts";
import { KEYS } from "../../src/commands/keys_command.ts";
import { KERNEL } from "../../src/commands/kernel_command.ts";
import { PROBE } from "../../src/commands/service_check/probe_flags.ts";
import { PRUNE } from "../../src/commands/prune_command.ts";
import { SCORE } from "../../src/commands/score_command.ts";
import { SCREEN } from "../../src/commands/screen_flags.ts";
import { SERVE } from "../../src/commands/serve_flags.ts";
import { STATUS } from "../../src/commands/status_command.ts";
import { VERIFY } from "../../src/commands/verify_command.ts";
import { filesBelow, ROOT } from "./module_graph.ts";

const PAGES = [
  ...[ASK, CALIBRATE, COMPARE, CONFORM, DATA, DOCTOR, EXPORT, FETCH, HISTORY],
  ...[KERNEL, KEYS, MCP, MODEL, NIGHTLY, NOTEBOOKS],
  ...[PROBE, PRUNE, SCORE, SCREEN, SERVE, STATUS, VERIFY],
];
const FLAGS = PAGES.flatMap(({ flags }) => Object.keys(flags));
/** `sandbox` starts programs with other flags. */
const MAY = ["src/commands/", "src/view/", "src/sandbox/"];

const named = new RegExp(`--(?:${FLAGS.join("|")})(?![\\w-])`);

Deno.test("no file outside commands and view names a flag of a command", async () => {
  const below = (await filesBelow("src", ".ts")).filter((path) => !MAY.some((room) => path.startsWith(room)));
  ok(below.length > 200);
  const texts = await Promise.all(
    below.map(async (path) => [path, await Deno.readTextFile(new URL(path, ROOT))] as const),
  );
  deepEqual(texts.filter(([, text]) => named.test(text)).map(([path]) => path), []);
});
