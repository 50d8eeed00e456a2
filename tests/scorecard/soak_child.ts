/** A long run in a separate process: screens, and reports its memory, its descriptors and when each call ended. */
import { connect } from "conviction";
import { type ResearchPort, screen } from "conviction/batch";

const [list = "", folder = "", baseUrl = "", concurrency = "", every = ""] = Deno.args;
const limits = { headersMs: 1_000, totalMs: 5_000 };
const research = connect({ baseUrl });
/** A stalling service is abandoned soon: a soak cannot wait for ten minutes. */
const impatient: ResearchPort = {
  get isIdempotent() {
    return research.isIdempotent;
  },
  async reason(request, options) {
    try {
      return await research.reason(request, { ...options, limits });
    } finally {
      say({ key: options.idempotencyKey, endedAt: Date.now() });
    }
  },
  download: (file, into, options) => research.download(file, into, options),
};

const say = (line: unknown) => Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify(line)}\n`));
const sweep = (globalThis as { gc?: () => void }).gc;

let rows = 0;
for await (const _outcome of screen(list, impatient, { folder, concurrency: Number(concurrency), files: "none" })) {
  if (++rows % Number(every) !== 0) continue;
  sweep?.();
  const descriptors = Deno.build.os === "linux" ? Array.from(Deno.readDirSync("/proc/self/fd")).length : 0;
  const { rss, heapTotal, heapUsed } = Deno.memoryUsage();
  say({ rows, rss, held: rss - (heapTotal - heapUsed), descriptors });
}
