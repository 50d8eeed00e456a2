/**
 * What takes too long for each change: `deno task dev fleet:soak [--moments N] [--rate-runs N] [--rows N] [--seed N]`.
 * Prints figures, and exits with 1 where something is lost, sent twice, over its rate, too slow or too large, or where
 * `theses.csv` differs. Its speed and memory mean two idle cores.
 */
import { parseArgs } from "node:util";
import { isWithoutPostgres } from "./scratch_postgres.ts";
import { killedRun, load, rateRun, type RunFigures } from "./sweeps.ts";

const WORKERS = 4;
const LEAST_SHARE = 0.85;
const MOST_MB = 200;

const { values } = parseArgs({
  options: {
    "moments": { type: "string", default: "50" },
    "rate-runs": { type: "string", default: "20" },
    "rows": { type: "string", default: "100000" },
    "seed": { type: "string", default: "1" },
  },
});

/** The number that a flag says. */
function whole(name: keyof typeof values): number {
  const number = Number(values[name]);
  if (!Number.isInteger(number) || number < 0) throw new Error(`Cannot use --${name} ${values[name]}: it is no number`);
  return number;
}

let faults = 0;

function report({ line, wrong }: RunFigures): void {
  faults += wrong.length;
  console.log(`${line}${wrong.length === 0 ? "" : `; WRONG: ${wrong.join(", ")}`}`);
}

if (!isWithoutPostgres) {
  const [moments, rateRuns, rows, seed] = [whole("moments"), whole("rate-runs"), whole("rows"), whole("seed")];
  for (let at = 0; at < moments; at++) report(await killedRun(seed + at));
  for (let run = 1; run <= rateRuns; run++) {
    const figures = await rateRun();
    report({ ...figures, line: `run ${run}, ${figures.line}` });
  }
  if (rows > 0) {
    const { line, wrong, share, memoryMb } = await load(rows, WORKERS);
    const slow = share < LEAST_SHARE ? [`less than ${LEAST_SHARE} of what concurrency and latency allow`] : [];
    const large = memoryMb.some((mb) => mb > MOST_MB) ? [`a worker of more than ${MOST_MB} MB`] : [];
    report({ line, wrong: [...wrong, ...slow, ...large] });
  }
  console.log(faults === 0 ? "nothing is wrong" : `${faults} wrong`);
  Deno.exitCode = faults === 0 ? 0 : 1;
}
