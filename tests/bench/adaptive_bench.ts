import { BEYOND, BUSY, type BusyScenario, FIXED, type Scenario, SCENARIOS } from "./adaptive_scenarios.ts";
import { oracle, paceOf, simulate, type SimulatedRun } from "./adaptive_simulator.ts";

const ROWS = 5_000;
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
  const ours = simulate(service, { ...common, control: paceOf(max), isOracle: false });
  const best = simulate(service, { ...common, control: (server) => oracle(server, max), isOracle: true });
  return {
    efficiency: best.tookMs / ours.tookMs,
    refusedPerRow: ours.refusals / ROWS,
    mostInFlight: ours.mostInFlight,
  };
}

/** The automatic pace compared with the fastest of the fixed ones, and how many of its requests were refused. */
export function measureBusy(
  { service, max, rows }: BusyScenario,
  seeds: readonly number[],
): { readonly ratio: number; readonly refusedShare: number; readonly best: number } {
  const run = (concurrency: number | "auto") => {
    const runs = seeds.map((seed) => {
      return simulate(service, { rows, seed, control: paceOf(max, concurrency), isOracle: false });
    });
    const sum = (of: (run: SimulatedRun) => number) => runs.reduce((all, one) => all + of(one), 0);
    return { tookMs: sum(({ tookMs }) => tookMs), refusals: sum(({ refusals }) => refusals) };
  };
  const ours = run("auto");
  const fixed = FIXED.map((concurrency) => ({ concurrency, tookMs: run(concurrency).tookMs }));
  const fastest = fixed.reduce((one, other) => one.tookMs <= other.tookMs ? one : other);
  return {
    ratio: fastest.tookMs / ours.tookMs,
    refusedShare: ours.refusals / (ours.refusals + rows * seeds.length),
    best: fastest.concurrency,
  };
}

/** Prints the worst of several seeds of each scenario. */
export async function benchAdaptive(print: (line: string) => void): Promise<void> {
  print(`\nAdaptive concurrency: ${ROWS} rows; the worst of ${SEEDS.length} seeds`);
  print("  time of an all-knowing client over ours, refusals per row, most in flight");
  for (const scenario of SCENARIOS) print(await line(scenario, scenario.target));
  print("  cannot be found by counting, no target:");
  for (const scenario of BEYOND) print(await line(scenario, 0));
  print(
    "  services that are busy with others: time of the best fixed number at once over ours, share refused, that number",
  );
  for (const scenario of BUSY) {
    await Promise.resolve();
    const { ratio, refusedShare, best } = measureBusy(scenario, SEEDS.slice(0, 3));
    const below = ratio < scenario.target ? "  BELOW TARGET" : "";
    print(
      `  ${scenario.name.padEnd(56)} ${ratio.toFixed(3)}  ${refusedShare.toFixed(4)}  ${
        String(best).padStart(4)
      }${below}`,
    );
  }
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
