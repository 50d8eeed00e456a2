import type { SimulatedService } from "./simulated_service.ts";

/** A service, and how well the adaptive client must use it. */
export interface Scenario {
  readonly name: string;
  readonly service: SimulatedService;
  /** Most requests that the client sends at once. */
  readonly max: number;
  /** Least share of the speed of an all-knowing client, 0 to 1. */
  readonly target: number;
}

type Given = Partial<SimulatedService> & { readonly max?: number; readonly target?: number };

const MINUTE_MS = 60_000;
const always = (cap: number) => () => cap;
const never = always(Infinity);

/** Log-normal replies, one of 1,000 after 50 s or later, as from a service that reasons; no Retry-After. */
function scenario(name: string, { max = 1024, target = 0.95, ...service }: Given): Scenario {
  return { name, max, target, service: { medianMs: 8_000, sigma: 0.6, refusalMs: 60, capAt: never, ...service } };
}

/** Each must reach its target with at most 0.05 refusals per row. */
export const SCENARIOS: readonly Scenario[] = [
  scenario("cap 40", { capAt: always(40) }),
  scenario("cap 200", { capAt: always(200) }),
  scenario("cap 2", { capAt: always(2) }),
  scenario("cap 300 above max 100", { capAt: always(300), max: 100, target: 0.97 }),
  scenario("cap 40, Retry-After 5 s", { capAt: always(40), retryAfterMs: 5_000 }),
  scenario("cap 40, replies of 2 s, Retry-After 1 s", { capAt: always(40), medianMs: 2_000, retryAfterMs: 1_000 }),
  scenario("cap 40, refused after 1 s", { capAt: always(40), refusalMs: 1_000 }),
  scenario("cap falls from 100 to 30", { capAt: (atMs) => atMs < 4 * MINUTE_MS ? 100 : 30 }),
  scenario("cap rises from 40 to 200", { capAt: (atMs) => atMs < 8 * MINUTE_MS ? 40 : 200 }),
  scenario("cap jumps between 60 and 30 each 5 min", {
    capAt: (atMs) => atMs % (10 * MINUTE_MS) < 5 * MINUTE_MS ? 60 : 30,
  }),
  scenario("cap swings between 40 and 80 in 20 min", {
    capAt: (atMs) => Math.round(60 - 20 * Math.cos(2 * Math.PI * atMs / (20 * MINUTE_MS))),
  }),
  scenario("starts slowly: cap 10, one more each 2 s to 100", {
    capAt: (atMs) => Math.min(100, 10 + Math.floor(atMs / 2_000)),
  }),
  scenario("starts slowly: 5 times the latency for 2 min, cap 100", {
    capAt: always(100),
    slownessAt: (atMs) => atMs < 2 * MINUTE_MS ? 5 : 1,
  }),
  scenario("heavy tail, sigma 1.2, cap 60", { capAt: always(60), sigma: 1.2 }),
  scenario("3% of answers are a 500, cap 60", { capAt: always(60), failureShare: 0.03 }),
  scenario("every answer of one minute in ten is a 500, cap 60", {
    capAt: always(60),
    failureShareAt: (atMs) => atMs % (10 * MINUTE_MS) > 9 * MINUTE_MS ? 1 : 0,
    target: 0.93, // ten failures in a row are a pause
  }),
  scenario("refuses everything for 2 min, cap 60", {
    capAt: (atMs) => atMs > 3 * MINUTE_MS && atMs < 5 * MINUTE_MS ? 0 : 60,
    target: 0.86, // likewise, and the pauses double
  }),
  scenario("100 in each 10 s of the clock, Retry-After", { rate: { count: 100, perMs: 10_000, isByClock: true } }),
  scenario("600 in each minute of the clock, Retry-After", { rate: { count: 600, perMs: MINUTE_MS, isByClock: true } }),
  scenario("never throttles, max 100", { max: 100, target: 0.97 }),
  scenario("never throttles, max 256", { max: 256, target: 0.97 }),
  scenario("never throttles, max 1024", {}),
  scenario("0.5% refused for no reason, max 100", { max: 100, target: 0.97, randomRefusalShare: 0.005 }),
  scenario("1% refused for no reason, Retry-After 1 s, max 64", {
    ...{ max: 64, target: 0.97, randomRefusalShare: 0.01, retryAfterMs: 1_000 },
  }),
];

/** Scenarios where a limit in flight does not help, or the run is too short; printed without a target. */
export const BEYOND: readonly Scenario[] = [
  scenario("cap 40, replies of 1 s, Retry-After 1 s", { capAt: always(40), medianMs: 1_000, retryAfterMs: 1_000 }),
  scenario("cap 40, refused after 2 s", { capAt: always(40), refusalMs: 2_000 }),
  scenario("any 1 s holds 10 (needs --rate)", { rate: { count: 10, perMs: 1_000 } }),
  scenario("any 60 s hold 60 (needs --rate)", { rate: { count: 60, perMs: MINUTE_MS } }),
  scenario("any 60 s hold 600 (needs --rate)", { rate: { count: 600, perMs: MINUTE_MS } }),
];

/** A service that is busy with others, and how well the automatic pace must use it. */
export interface BusyScenario extends Scenario {
  readonly rows: number;
}

function busy(
  name: string,
  { medianMs, share, rows = 2_000, target, ...more }: Given & { medianMs: number; share: number; rows?: number },
): BusyScenario {
  const service = { medianMs, randomRefusalShare: share, max: 256, target: target ?? 0.5, ...more };
  return { ...scenario(`${100 * share}% refused for no reason, ${name}`, service), rows };
}

/** Targets are shares of the speed of the best fixed number at once, of {@linkcode FIXED}. */
export const BUSY: readonly BusyScenario[] = [
  busy("replies of 2 s", { medianMs: 2_000, share: 0 }),
  busy("replies of 2 s", { medianMs: 2_000, share: 0.05 }),
  busy("replies of 2 s", { medianMs: 2_000, share: 0.2 }),
  busy("replies of 0.3 s", { medianMs: 300, share: 0.5 }),
  busy("replies of 2 s", { medianMs: 2_000, share: 0.5 }),
  busy("replies of 8 s", { medianMs: 8_000, share: 0.5 }),
  busy("replies of 2 s, a short list", { medianMs: 2_000, share: 0.5, rows: 50 }),
  busy("replies of 2 s, a list", { medianMs: 2_000, share: 0.5, rows: 300 }),
  busy("replies of 0.3 s, a list", { medianMs: 300, share: 0.5, rows: 300 }),
  busy("replies of 2 s", { medianMs: 2_000, share: 0.7, target: 0.2 }),
  busy("replies of 2 s, cap 40", { medianMs: 2_000, share: 0.5, capAt: always(40) }),
  busy("10 in any 1 s, replies of 2 s, no Retry-After", {
    ...{ medianMs: 2_000, share: 0, rows: 1_000, rate: { count: 10, perMs: 1_000, isSilent: true } },
  }),
  busy("60 in any 60 s, no Retry-After", {
    ...{ medianMs: 8_000, share: 0, rows: 500, rate: { count: 60, perMs: MINUTE_MS, isSilent: true }, target: 0.85 },
  }),
];

/** Requests at once, of clients that do not adapt. */
export const FIXED = [4, 16, 64, 256];
