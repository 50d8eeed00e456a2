import { excerpt } from "../text/control.ts";
import type { NightProgramEnd } from "./delivery_port.ts";

const MAX_WORDS = 120;

/** How a program failed, with the first words it printed. */
export function programProblem(name: string, { code, output }: NightProgramEnd): string {
  const words = excerpt(output, MAX_WORDS);
  const how = code === undefined ? `${name} did not end by itself` : `${name} exited with status ${code}`;
  return words === "" ? how : `${how} (${words})`;
}
