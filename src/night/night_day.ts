const NOON = 12;

/**
 * The night that a time belongs to: the local day it began on, so that what goes on after midnight is still the same.
 * @returns `YYYY-MM-DD`; a night is from noon to noon of local time.
 */
export function nightOf(time: Date): string {
  const day = time.getDate() - (time.getHours() < NOON ? 1 : 0); // by the calendar: a day may have 23 or 25 hours
  return localDay(new Date(time.getFullYear(), time.getMonth(), day, NOON)); // some days begin at 01:00
}

/**
 * The moment of a time of day within a night, in local time: 06:30 is on the morning after its day.
 * @param night `YYYY-MM-DD`
 */
export function momentIn(
  night: string,
  { hours, minutes }: { readonly hours: number; readonly minutes: number },
): Date {
  const [year = 0, month = 1, day = 1] = night.split("-").map(Number);
  return new Date(year, month - 1, hours < NOON ? day + 1 : day, hours, minutes);
}

/** The local noon at which a night ends. */
export function endOf(night: string): Date {
  const [year = 0, month = 1, day = 1] = night.split("-").map(Number);
  return new Date(year, month - 1, day + 1, NOON);
}

/** A local time of day, like `22:31`. */
export function clockText(time: Date): string {
  return `${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** The name of the machine's time zone, like `Europe/Zurich`. */
export function zoneName(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function localDay(time: Date): string {
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

function two(part: number): string {
  return String(part).padStart(2, "0");
}
