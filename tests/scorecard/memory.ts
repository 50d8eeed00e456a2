const EVERY_MS = 5;

/** Peak memory of this process while something runs, in bytes above the level before. */
export async function growthOf(work: () => Promise<unknown>): Promise<number> {
  const before = Deno.memoryUsage().rss;
  let peak = before;
  const look = () => peak = Math.max(peak, Deno.memoryUsage().rss);
  const timer = setInterval(look, EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
    look();
  }
  return peak - before;
}

/** Bytes as whole MiB, rounded up. */
export const mebibytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024);
