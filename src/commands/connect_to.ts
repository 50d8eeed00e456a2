import { InputError } from "../protocol/errors.ts";
import { openConnection } from "../setup/connect.ts";
import type { Connection } from "../setup/connection.ts";
import type { Settings } from "../setup/settings.ts";

/**
 * Connects to the service of the settings.
 * @throws {InputError} when the address is invalid.
 * @throws {ApiKeyError} when the key is invalid.
 */
export function connectTo(settings: Settings): Connection {
  try {
    return openConnection(settings);
  } catch (cause) {
    if (cause instanceof TypeError) throw new InputError(cause.message, { cause }); // an invalid address
    throw cause;
  }
}
