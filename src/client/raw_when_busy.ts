import type { Fetch } from "./send.ts";

/** From so many requests at once on, their processor time counts. */
const BUSY_FROM = 4;

/**
 * Sends by one `fetch` while little goes on, and what asks for a thesis by another one where many requests are under
 * way at once to an address that the first has reached: what is wrong with an address is met, and said, by the first.
 *
 * @param few Knows everything about networks.
 * @param many Costs little.
 * @param mayUse Whether the second can reach an address as the first does.
 */
export function rawWhenBusy(
  few: Fetch,
  { many, mayUse }: { readonly many: Fetch; readonly mayUse: (url: string) => boolean },
): Fetch {
  const reached = new Set<string>();
  let underWay = 0;
  return async (url, init) => {
    if (!isSmall(init)) return await few(url, init);
    const isBusy = ++underWay >= BUSY_FROM;
    try {
      if (isBusy && reached.has(url) && mayUse(url)) return await many(url, init);
      const reply = await few(url, init);
      reached.add(url);
      return reply;
    } finally {
      underWay--;
    }
  };
}

/** Streams last, and files are large: with them, the transport is not what takes time. */
function isSmall({ headers }: RequestInit): boolean {
  return headers !== undefined && "accept" in headers && headers.accept === "application/json";
}
