import type { Fetch } from "./send.ts";

/** From so many requests at once on, their processor time counts. */
const BUSY_FROM = 4;

/**
 * Sends by one `fetch` while little goes on, and by another one what asks for a thesis while many do.
 *
 * @param few Knows everything about networks.
 * @param many Costs little.
 * @param mayUse Whether the second reaches an address as the first does.
 */
export function rawWhenBusy(
  few: Fetch,
  { many, mayUse }: { readonly many: Fetch; readonly mayUse: (url: string) => boolean },
): Fetch {
  let underWay = 0;
  let last = { url: "", mayUse: false }; // nearly every request goes to one address
  const reaches = (url: string) => {
    if (last.url !== url) last = { url, mayUse: mayUse(url) };
    return last.mayUse;
  };
  const answered = () => void underWay--;
  return (url, init) => {
    if (!isSmall(init)) return few(url, init);
    const isRaw = underWay + 1 >= BUSY_FROM && reaches(url);
    const reply = isRaw ? many(url, init) : few(url, init);
    underWay++;
    reply.then(answered, answered);
    return reply;
  };
}

/** Streams last, and files are large: with them, the transport is not what takes time. */
function isSmall({ headers }: RequestInit): boolean {
  return headers !== undefined && "accept" in headers && headers.accept === "application/json";
}
