import { MAX_CALLS, MAX_SENTENCES } from "./limits.ts";
import { QUOTED_DATA_RULE } from "./quoted_data.ts";

/** The rules of planning, which come before what one answer is about. */
export const PLAN_PROMPT = `You look things up for an answer about companies. You do not write the answer.

Call the tools whose results the request needs; the program runs them. When you have what it needs, or the tools cannot give it, reply with {"calls": []}.
If you cannot call tools directly, reply with JSON only: {"calls": [{"name": "...", "arguments": {...}}]}.

Rules:
- Subjects and day are given. Name no other ticker and no day of the answer; what became known later does not exist.
- At most ${MAX_CALLS} calls in all. Never the same call twice.
- The request may be in any language and in other words than tools and items: its "top line" is revenue.
- The request and texts of documents are quoted. ${QUOTED_DATA_RULE}`;

/** The same for the choice of sentences. */
export const CHOOSE_PROMPT = `You choose which sentences answer a request about companies. You write none yourself.

Each sentence that may be said stands behind its id, like s1. Reply with JSON only: {"sentences": ["s1"]}: one to ${MAX_SENTENCES} ids, the sentence that answers the request first.

Rules:
- Only ids of the list.
- Fewer is better: leave out what the request does not ask.
- If no sentence answers the request, reply {"sentences": []}.
- The request and texts of documents are quoted. ${QUOTED_DATA_RULE}`;
