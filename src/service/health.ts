import { jsonReply, type Reply } from "./reply.ts";
import type { About } from "./settings.ts";

/**
 * The reply that the service answers.
 * @param details What it works with; absent for a caller without a key.
 */
export function isHealthy(about: About | undefined, details?: Readonly<Record<string, unknown>>): Reply {
  return jsonReply({ status: "ok", ...(about && { version: about.version }), ...details });
}
