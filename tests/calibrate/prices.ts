import { tradingDays } from "../trading_days.ts";

/** A folder's file of made names: each moves by its own deviation, and all more in every other year. */
export function madePrices({ names = 12, days = 1300 } = {}): string {
  const random = generator(7);
  const dates = tradingDays("2010-01-04", days);
  const rows = Array.from({ length: names }, (_, name) => {
    let close = 100;
    return dates.map((date, at) => {
      const deviation = (0.006 + 0.0025 * name) * (Math.floor(at / 252) % 2 === 0 ? 0.7 : 1.4);
      close *= Math.exp(deviation * normal(random));
      return `${date},N${String.fromCharCode(65 + name)},${close.toFixed(4)}`;
    });
  });
  return `date,ticker,close\n${rows.flat().join("\n")}\n`;
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Park & Miller 1988, Communications of the ACM 31. */
function generator(seed: number): () => number {
  let state = seed;
  return () => (state = state * 16807 % 2147483647) / 2147483647;
}
