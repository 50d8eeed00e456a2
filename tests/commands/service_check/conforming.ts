import { ok } from "../../assert.ts";
import { conformCommand } from "../../../src/commands/service_check/conform_command.ts";
import type { ReportedCheck, ReportedRequest, Totals } from "../../../src/commands/service_check/report.ts";
import { countingIds } from "../../service/service_fixture.ts";
import { type TestHost, testHost } from "../captured.ts";
import { KEY } from "./good_service.ts";

/** The report that `--json` prints. */
export interface Report {
  readonly requests: readonly ReportedRequest[];
  readonly totals: Totals;
  readonly checks: readonly ReportedCheck[];
}

/** How the command is run. */
interface Running {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly host?: Partial<TestHost>;
}

/** Runs the command on a service with the key of the tests. */
export async function conforming(baseUrl: string, { args = [], env = {}, host: given = {} }: Running = {}) {
  const all: Readonly<Record<string, string>> = { CONVICTION_BASE_URL: baseUrl, CONVICTION_API_KEY: KEY, ...env };
  const host = testHost({
    fetch: (url, init) => fetch(url, init),
    newId: countingIds(),
    env: (name) => Object.hasOwn(all, name) ? all[name] : undefined,
    ...given,
  });
  const code = await conformCommand(args, host);
  const { out: { text: out }, err: { text: err } } = host;
  ok(!(out + err).includes(KEY), "the key is not printed");
  return { code, out, err };
}

/** Runs the command with `--json`. */
export async function reportOn(baseUrl: string, { args = [], ...running }: Running = {}) {
  const { code, out } = await conforming(baseUrl, { ...running, args: [...args, "--json"] });
  return { code, report: JSON.parse(out) as Report };
}
