import { excerpt } from "../../text/control.ts";

const MAX_NAME = 120;

/**
 * The folder of a run as a notebook may keep it: from `runs/` on, or its name alone, because the path before it names
 * the machine and its user.
 * @param folder With `/` or `\`.
 */
export function shortFolder(folder: string): string {
  const names = folder.split(/[\\/]/).filter((name) => name !== "");
  const from = names.lastIndexOf("runs");
  return excerpt(names.slice(from >= 0 && from < names.length - 1 ? from : -1).join("/"), MAX_NAME);
}
