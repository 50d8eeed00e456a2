import type { Bar } from "../data/dataset.ts";

const YEARS = 5;

/** The code that the agent runs for one company: short, and read by whoever watches the answer. */
export function drawdownProgram(ticker: string): string {
  const name = ticker.replace(/[^\w.^-]/g, "_"); // a ticker comes from a file: it may not end the comment
  return `// Close and drawdown of ${name}: how far each close stands below the highest one so far.
interface Close { date: string; close: number }

export default function priceAndDrawdown({ closes }: { closes: Close[] }) {
  let highest = 0;
  const rows = closes.map(({ date, close }) => {
    highest = Math.max(highest, close);
    return { date, close, drawdown: close / highest - 1 };
  });
  const deepest = rows.reduce((one, other) => other.drawdown < one.drawdown ? other : one);
  const percent = (100 * deepest.drawdown).toFixed(1);
  console.log(\`${name}: \${rows.length} closes; deepest drawdown \${percent} % on \${deepest.date}\`);
  return rows;
}
`;
}

/** What the program is given: the last five years, or what there is. */
export function recentCloses(bars: readonly Bar[]): { readonly date: string; readonly close: number }[] {
  const last = bars.at(-1)?.date ?? "";
  const start = `${String(Number(last.slice(0, 4)) - YEARS).padStart(4, "0")}${last.slice(4)}`;
  return bars.filter(({ date }) => date > start).map(({ date, close }) => ({ date, close }));
}
