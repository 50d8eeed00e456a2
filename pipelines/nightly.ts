#!/usr/bin/env -S deno run --no-prompt --allow-read --allow-write --allow-net --allow-env --allow-run=deno,prlimit
/**
 * Screens a list unattended: `pipelines/nightly.ts my_tickers.csv`. Made to be copied and changed. It asks the service
 * of CONVICTION_BASE_URL, with CONVICTION_API_KEY, or the embedded one; the run goes to `runs/` of the folder it is
 * started in. Exit status: 0 done; 1 too many rows are not; 2 nothing was sent; 3 a limit stopped it; 130 told to stop.
 */
import { basename } from "node:path";
import { ApiKeyError, connect, SettingsError } from "conviction";
import { InputError, LockedError, screen, type ScreenEvent } from "conviction/batch";

const env = (name: string, otherwise: string) => Deno.env.get(name) || otherwise;
const PRICE = Number(env("NIGHTLY_PRICE", "0.25")); // of one request
const MAX_COST = Number(env("NIGHTLY_MAX_COST", "500")); // of a night: no request is sent that could pass it
const UNTIL = env("NIGHTLY_UNTIL", "06:30"); // nothing is sent later; before noon the same command goes on
const ALLOWED_FAILURES = 0.02; // share of rows that may be not done
const SERVICE = env("CONVICTION_BASE_URL", "embedded");

const now = Temporal.Now.zonedDateTimeISO();
/** A night belongs to the day it began on: what goes on after midnight is still the same run. */
const night = now.subtract({ hours: 12 }).toPlainDate().toString();

const stop = new AbortController();
const signals: Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGINT", "SIGTERM"];
for (const signal of signals) Deno.addSignalListener(signal, () => stop.abort());

// deno-lint-ignore no-console
const say = (line: string) => console.log(`nightly ${night}: ${line}`);

function nextTime(time: string): Date {
  if (!/^([01]?\d|2[0-3]):[0-5]\d$/.test(time)) {
    throw new InputError(`Cannot use NIGHTLY_UNTIL ${time}: it is not a time of day like 06:30`);
  }
  const today = now.withPlainTime(time.padStart(5, "0"));
  const next = Temporal.ZonedDateTime.compare(today, now) > 0 ? today : today.add({ days: 1 });
  return new Date(next.epochMilliseconds);
}

function onEvent(event: ScreenEvent): void {
  if (event.type === "begun") say(`${event.state} run of ${event.progress.rows} rows in ${event.folder}`);
  if (event.type !== "ended") return;
  const { folder, manifest: { counts: { rows, statuses } }, stopped, seconds } = event;
  const states = Object.entries(statuses).filter(([, count]) => count > 0).map(([name, count]) => `${count} ${name}`);
  const why = stopped !== undefined && "error" in stopped ? `: ${stopped.error}` : "";
  const next = stopped === undefined ? `see ${folder}/report.html` : `stopped by ${stopped.code}${why}`;
  say(`${states.join(", ")} of ${rows} rows in ${Math.round(seconds)} s; ${next}`);
  const isEnough = rows - statuses.done <= ALLOWED_FAILURES * rows;
  Deno.exitCode = stopped !== undefined ? 3 : statuses.pending > 0 ? 130 : isEnough ? 0 : 1;
}

try {
  const list = Deno.args[0] ?? `${import.meta.dirname}/tickers.csv`;
  const folder = `runs/${basename(list, ".csv")}/${night}`; // a second start on the same night sends nothing again
  const asOf = SERVICE === "embedded" ? undefined : night; // the embedded one takes the last day of its data
  const limits = { price: PRICE, maxCost: MAX_COST, until: nextTime(UNTIL), stop: stop.signal };
  const leaves = { formats: ["xlsx", "report"], since: "last" } as const; // for people, with what changed overnight
  const options = { ...limits, ...leaves, folder, asOf, service: { name: SERVICE }, onEvent, onlyNew: true };
  for await (const _ of screen(list, connect(), options)); // outcomes are in the run's folder; do more with them here
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  const isUsage = [InputError, LockedError, SettingsError, ApiKeyError, RangeError].some((kind) =>
    error instanceof kind
  );
  Deno.exitCode = isUsage ? 2 : 1;
}
