import { AdaptiveLimit } from "../../src/pace/adaptive_limit.ts";
import { BEYOND, type Scenario, SCENARIOS } from "./adaptive_scenarios.ts";
import { oracle, simulate } from "./adaptive_simulator.ts";

const ROWS = 5_000;
const START = 8;
/** Upper limit in every scenario. */
export const MAX_REFUSED_PER_ROW = 0.05;
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** The adaptive client compared with one that knows the service. */
export interface AdaptiveFigure {
  /** Time of the all-knowing client over ours, for all rows, until the last answer: 0 to 1. */
  readonly efficiency: number;
  readonly refusedPerRow: number;
  readonly mostInFlight: number;
}

/** Sends 5,000 rows through a simulated service, by the adaptive and by the all-knowing client. */
export function measureScenario({ service, max }: Scenario, seed: number): AdaptiveFigure {
  const common = { rows: ROWS, seed };
  const control = () => new AdaptiveLimit({ start: Math.min(START, max), max });
  const ours = simulate(service, { ...common, control, isOracle: false });
  const best = simulate(service, { ...common, control: (server) => oracle(server, max), isOracle: true });
  return {
    efficiency: best.tookMs / ours.tookMs,
    refusedPerRow: ours.refusals / ROWS,
    mostInFlight: ours.mostInFlight,
  };
}

/** Prints the worst of several seeds of each scenario. */
export async function benchAdaptive(print: (line: string) => void): Promise<void> {
  print(`\nAdaptive concurrency: ${ROWS} rows, from ${START}; the worst of ${SEEDS.length} seeds`);
  print("  time of an all-knowing client over ours, refusals per row, most in flight");
  for (const scenario of SCENARIOS) print(await line(scenario, scenario.target));
  print("  cannot be found by counting, no target:");
  for (const scenario of BEYOND) print(await line(scenario, 0));
}

async function line(scenario: Scenario, target: number): Promise<string> {
  await Promise.resolve(); // an interrupt is handled between scenarios
  const figures = SEEDS.map((seed) => measureScenario(scenario, seed));
  const efficiency = Math.min(...figures.map(({ efficiency }) => efficiency));
  const refused = Math.max(...figures.map(({ refusedPerRow }) => refusedPerRow));
  const most = Math.max(...figures.map(({ mostInFlight }) => mostInFlight));
  const isBelow = target > 0 && (efficiency < target || refused > MAX_REFUSED_PER_ROW);
  const numbers = `${efficiency.toFixed(3)}  ${refused.toFixed(4)}  ${String(most).padStart(4)}`;
  return `  ${scenario.name.padEnd(56)} ${numbers}${isBelow ? "  BELOW TARGET" : ""}`;
}

// deno-lint-ignore no-console -- a bench prints
if (import.meta.main) await benchAdaptive((line) => console.log(line));
