const FRIDAY = 5;
const MONDAY = 1;

/**
 * The last day of a month on which the New York Stock Exchange traded.
 * Only two of its holidays can fall there: Good Friday and Memorial Day; New Year's Day is not
 * moved back into December. No closing out of turn since 1950 fell on a month's last day.
 * @param month Like `2017-12`.
 * @returns Like `2017-12-29`.
 */
export function lastTradingDay(month: string): string {
  const year = Number(month.slice(0, 4));
  const day = new Date(Date.UTC(year, Number(month.slice(5, 7)), 0));
  while (!isTradingDay(day)) day.setUTCDate(day.getUTCDate() - 1);
  return day.toISOString().slice(0, 10);
}

function isTradingDay(day: Date): boolean {
  const weekday = day.getUTCDay();
  if (weekday === 0 || weekday > FRIDAY) return false;
  const isMemorialDay = day.getUTCMonth() === 4 && weekday === MONDAY &&
    day.getUTCDate() >= 25;
  return !isMemorialDay && day.getTime() !== goodFriday(day.getUTCFullYear());
}

/** Two days before Easter by the anonymous Gregorian rule (Nature, 20 April 1876; Meeus 1991). */
function goodFriday(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const f = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - f + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return Date.UTC(year, Math.floor(n / 31) - 1, (n % 31) + 1 - 2);
}
