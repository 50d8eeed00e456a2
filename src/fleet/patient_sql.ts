import type { Clock } from "../pace/clock.ts";
import { LostConnectionError, type Sql } from "./ports.ts";

const TRY_AGAIN_MS = 500;

/**
 * A database that is tried again until it can be reached: an answer that came is not given up. Every transaction of a
 * fleet can be repeated after a commit whose reply was lost.
 */
export function patientSql(sql: Sql, clock: Clock): Sql {
  const patiently = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof LostConnectionError)) throw error;
        await new Promise<void>((resolve) => clock.schedule(TRY_AGAIN_MS, resolve));
      }
    }
  };
  return {
    query: (text, values) => patiently(() => sql.query(text, values)),
    transact: (work) => patiently(() => sql.transact(work)),
  };
}
