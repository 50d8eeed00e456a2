import { MODEL_VARIABLES, readModelSettings } from "../setup/model_settings.ts";
import type { LanguageModel } from "../setup/language_model.ts";
import { SettingsError } from "../protocol/errors.ts";
import type { Host } from "./host.ts";
import { MODEL_TASK, typedCommand } from "../text/typed_command.ts";

/** What decides on the language model. */
export type ModelHost = Pick<Host, "env" | "openModel">;

/**
 * The language model that the environment names, where this start can load one.
 * @throws {SettingsError} when a start that is for a model names none, or one of its variables cannot be used.
 */
export function chooseModel({ env, openModel }: ModelHost): LanguageModel | undefined {
  if (openModel === undefined) return undefined;
  const settings = readModelSettings(env);
  if (settings !== undefined) {
    const { terms, baseUrl, price } = settings;
    return { terms, ask: openModel(settings), baseUrl, ...(price && { price }) };
  }
  const { baseUrl, model } = MODEL_VARIABLES;
  throw new SettingsError(`Cannot use a language model: none is named; set ${baseUrl} and ${model}`);
}

/**
 * Says that the model of the environment is not used; otherwise it looks as if it had nothing to add.
 * @param command The command, as it is typed.
 * @returns Undefined when none is set, or it is used.
 */
export function modelNote(
  command: string,
  { env, openModel, startedBy }: ModelHost & Pick<Host, "startedBy">,
): string | undefined {
  if (openModel !== undefined || !env(MODEL_VARIABLES.model)) return undefined;
  const other = typedCommand(startedBy, MODEL_TASK + command);
  return `${MODEL_VARIABLES.model} is set, but this command loads no language model: ${other} does.`;
}
