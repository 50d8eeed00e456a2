import { z } from "zod";
import { JsonError, readJson } from "../../text/json_read.ts";
import { inQuotes } from "../../text/control.ts";
import type { DataProblem } from "../dataset.ts";
import { nearestName } from "../../text/nearest_name.ts";
import { ProblemLog } from "../problem_log.ts";

/** Days after the date of a row from which it is known, where its owner says nothing: a score of an evening is used the day after. */
export const USUAL_LAG_DAYS = 1;
const MAX_LAG_DAYS = 3_650;
const MAX_SHOWN = 60;

/** What the owner of a column says of it. */
export interface ColumnSettings {
  /** 1 where a high value supports the statement, -1 where it contradicts it; without it the column is not scored. */
  readonly sign?: 1 | -1 | undefined;
  /** Days after the date of a row from which it is known, 0 to 3,650. */
  readonly lag_days?: number | undefined;
}

const columnSettings = z.strictObject({
  sign: z.union([z.literal(1), z.literal(-1)], { error: "must be 1 or -1" }).optional(),
  lag_days: z.int({ error: "must be a whole number of days" }).min(0, { error: "must be 0 or more" })
    .max(MAX_LAG_DAYS, { error: `must be at most ${MAX_LAG_DAYS}` }).optional(),
}) satisfies z.ZodType<ColumnSettings>;

/** What `own.json` says. */
export interface OwnSettings {
  /** By the names of columns. */
  readonly columns: ReadonlyMap<string, ColumnSettings>;
  /** Columns of which it says something that cannot be read: nothing of them is used. */
  readonly refused: ReadonlySet<string>;
  /** Present where none of it can be read: then no own table is used, as its lags are not known. */
  readonly isBroken?: true;
  readonly problems: readonly DataProblem[];
}

/** The settings of a folder without the file. */
export const NO_SETTINGS: OwnSettings = { columns: new Map(), refused: new Set(), problems: [] };

/**
 * Reads `own.json`, which says by the names of columns which sign they have and how late they are known, like
 * `{"scores.my_factor": {"sign": 1, "lag_days": 0}}`.
 * @param known Its name, and the columns of the folder's own tables.
 */
export function readOwnSettings(
  text: string,
  { file, columns }: { readonly file: string; readonly columns: readonly string[] },
): OwnSettings {
  const log = new ProblemLog(file);
  const read = placed(text, log);
  const given = read?.value;
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    if (read !== undefined) log.refuse(`${EXPECTED}; no own table is used`, { line: 1 });
    return { columns: new Map(), refused: new Set(), isBroken: true, problems: log.list() };
  }
  const settings = new Map<string, ColumnSettings>();
  const refused = new Set<string>();
  for (const [name, value] of Object.entries(given)) {
    const shown = inQuotes(name, MAX_SHOWN);
    if (!columns.includes(name)) {
      const near = nearestName(name, columns);
      const meant = near === undefined ? "" : `; did you mean ${near}?`;
      log.add(`${shown} is not a column of an own table${meant}`, read?.placeOf([name]));
      continue;
    }
    const parsed = columnSettings.safeParse(value);
    if (parsed.success) settings.set(name, parsed.data);
    else {
      refused.add(name);
      for (const { path, message } of parsed.error.issues) {
        const at = [name, ...path.map(String)];
        const what = path.length === 0 ? "" : ` ${path.join(".")}`;
        log.add(`${shown}${what}: ${message}; the column is not used`, read?.placeOf(at));
      }
    }
  }
  return { columns: settings, refused, problems: log.list() };
}

const EXPECTED = 'Expected names of columns like {"scores.my_factor": {"sign": 1, "lag_days": 1}}';

function placed(text: string, log: ProblemLog): ReturnType<typeof readJson> | undefined {
  try {
    return readJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    log.refuse(`${error.message}; no own table is used`, error.place);
    return undefined;
  }
}
