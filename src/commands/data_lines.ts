import type { ServiceDescription } from "../setup/connect.ts";
import { CONNECTION_FLAGS } from "./connection_flags.ts";
import { inFlags } from "./flags.ts";

/**
 * What is said of the data before anything is asked.
 * @returns The first line of a command that asks a service, with the flag that names a benchmark where there is none.
 */
export function firstLine({ notice, data }: Pick<ServiceDescription, "notice" | "data">): string {
  const options = data !== undefined && data.benchmark === undefined ? ["benchmark"] : [];
  return inFlags(notice, { options, table: CONNECTION_FLAGS });
}
