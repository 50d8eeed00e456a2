/**
 * Whether this process is a Jupyter kernel. `"jupyter" in Deno` is true everywhere; only using it throws outside a
 * kernel.
 */
export function isInKernel(): boolean {
  try {
    return typeof Deno.jupyter.broadcast === "function";
  } catch {
    return false;
  }
}
