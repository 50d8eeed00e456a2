import { resolve } from "node:path";
import type { FileStore } from "./ports.ts";
import { openSharedFolder } from "./shared_folder.ts";

/** The flag that names the folder for the files of answers, which all hosts have mounted. */
export const FILES_FLAG = {
  "files-to": { value: "DIR", help: "folder for charts and tables that all hosts of the fleet have mounted" },
} as const;

/** The store that the flag names; undefined without one. */
export function filesStoreOf(
  { filesTo }: { readonly filesTo: string | undefined },
  { folder, newId }: { readonly folder: string; readonly newId: () => string },
): FileStore | undefined {
  return filesTo === undefined ? undefined : openSharedFolder(resolve(folder, filesTo), { newId });
}
