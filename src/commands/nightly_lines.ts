import { clockText } from "../night/night_day.ts";
import type { NightName } from "../night/night_file.ts";
import { NIGHT_STEPS } from "../night/night_record.ts";
import type { ToldStep } from "../night/run_night.ts";

const STEP_WIDTH = Math.max(...NIGHT_STEPS.map(({ length }) => length));

/** A step of a night as a line, like `22:31 fetch    20 names: 18 fresh, 2 changed`, in local time. */
export function stepLine({ at, step, words, state }: ToldStep): string {
  const mark = state === "kept" ? " (done before)" : "";
  return `${clockText(new Date(at))} ${step.padEnd(STEP_WIDTH)}  ${words}${mark}`;
}

/** The same as fields of a JSON object. */
export function stepFields({ night, list }: NightName, told: ToldStep): Record<string, unknown> {
  const { at, step, state, words, figures, status } = told;
  return { event: "step", night, list, step, state, at, words, figures, status };
}
