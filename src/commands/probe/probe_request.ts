import type { JsonObject } from "../../batch/question/body_template.ts";
import { findColumns } from "../../batch/list/input_columns.ts";
import { InputError } from "../../protocol/errors.ts";
import { makePlan } from "../../batch/question/plan.ts";
import type { RequestBody } from "../../protocol/reasoning.ts";
import { DEFAULT_PROMPT, type ProbeFlags } from "./probe_flags.ts";

const SAMPLE_CELLS: Readonly<Record<string, string>> = { ticker: "AAPL", company: "Apple Inc." };

/**
 * The reasoning request of a probe: as a screen would send it for one row.
 * @param flags Prompt and cells, as a person said them.
 * @param options The body sent in place of ours, and the model.
 * @returns What is sent.
 * @throws {InputError} when the body has places that no cell fills.
 */
export function probeRequest(
  { prompt, cells }: ProbeFlags,
  { body, model }: { readonly body: JsonObject | undefined; readonly model: string | undefined },
): RequestBody {
  if (body === undefined) return { input: prompt ?? DEFAULT_PROMPT, include: ["files", "verification"] };
  const row = { ...SAMPLE_CELLS, ...cells };
  const columns = findColumns(Object.keys(row), { name: "the cells of the probe", tickerColumn: "ticker" });
  const { ask } = makePlan({ body, prompt, model }, columns).planRow({
    input: { row: 1, line: 1, ticker: row["ticker"] ?? "", company: row["company"], cells: Object.values(row) },
  });
  if ("request" in ask) return ask.request;
  throw new InputError(`Cannot fill the body: ${ask.problem.message}: ${ask.problem.column}`);
}
