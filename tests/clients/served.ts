/** `deno task -q serve` as a user starts it: a child process that prints its address. */
export interface Served {
  readonly url: string;
  readonly apiKey: string;
  /** Ends it and returns its exit status. */
  stop(): Promise<number>;
}

/**
 * Starts the service on any free port.
 *
 * @param config Whose task `serve` serves: that of `mcp` answers assistants too, that of `model` asks a language model.
 * @param flags More flags of `serve`.
 * @param env More variables of its environment.
 * @throws {Error} with its output, if it ends before it prints an address.
 */
export async function startService(
  config: "deno.json" | "packages/mcp/deno.json" | "packages/model/deno.json" = "deno.json",
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Served> {
  const apiKey = `sk-client-${crypto.randomUUID()}`;
  const child = new Deno.Command("deno", {
    args: ["task", "--config", config, "serve", "--port", "0", ...flags],
    cwd: new URL("../../", import.meta.url),
    env: { ...env, CONVICTION_API_KEY: apiKey },
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const url = await addressIn(reader);
  return {
    url,
    apiKey,
    stop: async () => {
      child.kill("SIGTERM");
      while (!(await reader.read()).done); // an unread pipe would block the child
      return (await child.status).code;
    },
  };
}

async function addressIn(reader: ReadableStreamDefaultReader<string>): Promise<string> {
  let printed = "";
  while (true) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`Cannot start the service: it ended after "${printed}"`);
    printed += value;
    const address = /^Listening on (\S+)\n/m.exec(printed)?.[1];
    if (address !== undefined) return address;
  }
}
