import { dirname } from "node:path";

/** The file that states the currency of all prices of a folder. */
export const IN_USD = { "companies.csv": "ticker,currency\n*,USD\n" };

/** Writes files into a fresh folder, hands it on and removes it. */
export async function inFolder<T>(
  files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await Deno.makeTempDir();
  try {
    for (const [name, content] of Object.entries(files)) {
      await Deno.mkdir(dirname(`${folder}/${name}`), { recursive: true });
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      await Deno.writeFile(`${folder}/${name}`, bytes);
    }
    return await use(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
