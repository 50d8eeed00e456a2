/** Starts a kernel, prints the port of a listener in it, and waits to be killed. */
import { startKernel } from "../../src/kernel/kernel.ts";

const kernel = await startKernel();
const { outputs } = await kernel.execute(`
  const listener = Deno.listen({ port: 0 });
  console.log(listener.addr.port);
  (async () => { for await (const conn of listener) conn.close(); })();
`);
// deno-lint-ignore no-console -- the test reads it
for (const output of outputs()) if (output.output_type === "stream") console.log(output.text.trim());
setInterval(() => {}, 1_000_000);
