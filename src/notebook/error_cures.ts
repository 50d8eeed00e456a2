import type { FailedCall, ResearchError } from "../protocol/errors.ts";

const KEY = "Check the key: connect({ apiKey }), or the environment variable CONVICTION_API_KEY.";
const ADDRESS =
  "Check the address, which is the part before /v1 and /api/v1: connect({ baseUrl }), or the environment " +
  "variable CONVICTION_BASE_URL.";
const COMPANY = "Ask about a company by its ticker or its name; connect({ data }) names a folder of prices that the " +
  "embedded service reads.";

/**
 * What a person in a notebook can do about an error, where its message does not say it.
 * @returns A sentence, or undefined.
 */
export function cureOf(error: ResearchError & Partial<Pick<FailedCall, "status" | "code" | "delivery">>) {
  const { name, status, code, delivery } = error;
  if (code === "unknown_company") return COMPANY;
  if (status === 401 || status === 403) return KEY;
  if (status === 404 || status === 405) return ADDRESS;
  return name === "ConnectionError" && delivery === "not_sent" ? ADDRESS : undefined;
}
