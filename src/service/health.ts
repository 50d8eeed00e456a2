import { jsonReply, type Reply } from "./reply.ts";
import type { About } from "./settings.ts";

/**
 * The reply that the service answers, and keeps what it answers.
 * @param hasKey Whether the reply says what it works with.
 * @throws {RequestError} 503 while answers cannot be kept, so that a load balancer sends requests elsewhere.
 */
export async function isHealthy(about: About | undefined, { hasKey }: { readonly hasKey: boolean }): Promise<Reply> {
  await about?.check?.();
  const details = hasKey ? await about?.details() : {};
  return jsonReply({ status: "ok", ...(about && { version: about.version }), ...details });
}
