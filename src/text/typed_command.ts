/** An answer with the commands that it names, like `conviction data fetch`, as a person types them. */
export const withTyped = (text: string, startedBy: string): string =>
  text.replace(/(?<=`)conviction [^`]+(?=`)/g, (words) => typedCommand(startedBy, words));

/**
 * A command as a person types it.
 * @param startedBy How a person starts a task of a checkout, like `deno task -q`; else the command of the package.
 * @param words What follows `deno task -q`, like `screen list.csv`, `conviction probe` or `-c model/deno.json ask`.
 */
export function typedCommand(startedBy: string, words: string): string {
  if (/ task\b/.test(startedBy)) return `${startedBy} ${words}`;
  return `${startedBy} ${words.replace(/^conviction |^-c mcp\S+ /, "").replace(/^-c model\S+/, "model")}`;
}
