const HOLIDAY_MONTHS = new Set([0, 1, 3, 4, 6, 8, 9, 10, 11]);
const MONDAY = 1;

/**
 * Days of a made exchange: weekdays but the first Monday of nine months, so that 252 of them span a year, as real
 * ones do.
 * @param from First day that may be one, `YYYY-MM-DD`.
 * @returns In order, `YYYY-MM-DD`.
 */
export function tradingDays(from: string, count: number): readonly string[] {
  const days: string[] = [];
  for (const day = new Date(`${from}T00:00:00Z`); days.length < count; day.setUTCDate(day.getUTCDate() + 1)) {
    if (isTradingDay(day)) days.push(day.toISOString().slice(0, 10));
  }
  return days;
}

function isTradingDay(day: Date): boolean {
  const weekday = day.getUTCDay();
  const isHoliday = weekday === MONDAY && day.getUTCDate() <= 7 && HOLIDAY_MONTHS.has(day.getUTCMonth());
  return weekday % 6 !== 0 && !isHoliday;
}
