/** Reads a file of JSON that we wrote; undefined when it is not there or not whole. */
export function readJson<T>(path: string): T | undefined {
  try {
    return JSON.parse(Deno.readTextFileSync(path)) as T;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
