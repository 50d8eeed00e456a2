/** Reads a file of JSON that we wrote; undefined when it is not there or not whole. */
export function readJson<T>(path: string): T | undefined {
  try {
    return JSON.parse(Deno.readTextFileSync(path)) as T;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The first of these names that a folder holds; none when there is no such folder. */
export function firstHeld(folder: string, names: readonly string[]): string | undefined {
  try {
    const held = new Set(Array.from(Deno.readDirSync(folder), ({ name }) => name));
    return names.find((name) => held.has(name));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
