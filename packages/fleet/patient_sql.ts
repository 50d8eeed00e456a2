import type { Clock } from "../../src/pace/clock.ts";
import { LostConnectionError, type Sql } from "./ports.ts";

const TRY_AGAIN_MS = 500;

/**
 * A database that is tried again until it can be reached: an answer that came is not given up. Every transaction of a
 * fleet can be repeated after a commit whose reply was lost.
 * @param options `onOutage` gets the reason when the database can no longer be reached, and nothing when it can again.
 */
export function patientSql(
  sql: Sql,
  { clock, onOutage }: { readonly clock: Clock; readonly onOutage: (reason?: string) => void },
): Sql {
  let isLost = false;
  const patiently = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        const result = await work();
        if (isLost) onOutage();
        isLost = false;
        return result;
      } catch (error) {
        if (!(error instanceof LostConnectionError)) throw error;
        if (!isLost) onOutage(error.message);
        isLost = true;
        await new Promise<void>((resolve) => clock.schedule(TRY_AGAIN_MS, resolve));
      }
    }
  };
  return {
    query: (text, values) => patiently(() => sql.query(text, values)),
    transact: (work) => patiently(() => sql.transact(work)),
  };
}
