/** From which theses the pictures of the docs were drawn. */
import { createHash } from "node:crypto";

/** Written by `pictures.ts`. */
export const DRAWN_FROM = new URL("./pictures.json", import.meta.url);

/** The SHA-256 of the theses of a run. */
export async function digestOf(run: string): Promise<string> {
  return createHash("sha256").update(await Deno.readFile(`${run}/theses.csv`)).digest("hex");
}
