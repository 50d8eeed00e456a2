import { InputError } from "../protocol/errors.ts";
import { ApiKeyError, checkApiKey } from "../text/redact.ts";
import type { SourceOptions } from "./source.ts";

/**
 * The key of a service.
 * @throws {InputError} when it is missing or no key.
 */
export function serviceKey(
  { env }: Pick<SourceOptions, "env">,
  name: string,
  { page }: { readonly page: string },
): string {
  const key = env(name) ?? "";
  if (key.trim() === "") throw new InputError(`Cannot fetch without a key: set ${name}; ${page} gives one`);
  try {
    return checkApiKey(key);
  } catch (cause) {
    const state = cause instanceof ApiKeyError ? cause.message.replace("Cannot use the API key: ", "") : "no key";
    throw new InputError(`Cannot use ${name}: ${state}`);
  }
}
