/** Most calls of tools for one answer. */
export const MAX_CALLS = 12;
/** Most sentences of a choice. */
export const MAX_SENTENCES = 8;
/** Replies with mistakes, and failures, of one turn after each of which the model is asked again. */
export const MAX_REPAIRS = 2;
/** Most subjects of which each is named, listed in schemas and compared by every measure; of more, less is. */
export const MANY_SUBJECTS = 20;
/** Most tokens of a prompt: a processor reads them in a minute or two, and a context of 4,096 has room for a reply. */
export const PROMPT_TOKENS = 3_500;
/** Most tokens of a reply: enough for a model that thinks before it replies. */
export const MAX_REPLY_TOKENS = 4_000;
