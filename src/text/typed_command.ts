/** An answer with the commands that it names, like `conviction data fetch`, as a person types them. */
export const withTyped = (text: string, startedBy: string): string =>
  text.replace(/(?<=`)conviction [^`]+(?=`)/g, (words) => typedCommand(startedBy, words));

/** What starts a command with a language model: a task of a configuration of its own. */
export const MODEL_TASK = "-c packages/model/deno.json ";

/**
 * A command as a person types it.
 * @param startedBy How a person starts a task of a checkout, like `deno task -q`; else the command of the package.
 * @param words What follows `deno task -q`, like `screen list.csv`, `conviction probe` or `-c packages/model/deno.json ask`.
 */
export function typedCommand(startedBy: string, words: string): string {
  if (/ task\b/.test(startedBy)) return `${startedBy} ${words}`;
  return `${startedBy} ${words.replace(/^conviction |^-c \S+\/mcp\S+ /, "").replace(MODEL_TASK.trim(), "model")}`;
}

/** Quotes a word for a POSIX shell, where it needs quotes. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
