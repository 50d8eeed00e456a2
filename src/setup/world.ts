/** A name nobody else has made up. */
export function newId(): string {
  return crypto.randomUUID();
}

/** A number from 0 up to 1, to spread retries. */
export function random(): number {
  return Math.random();
}

/** The value of an environment variable, where reading it is already permitted: nothing is asked for. */
export function permittedEnv(variable: string): string | undefined {
  if (Deno.permissions.querySync({ name: "env", variable }).state !== "granted") return undefined;
  return Deno.env.get(variable);
}

/** Sends a request over the network. */
export function networkFetch(url: string, init: RequestInit): Promise<Response> {
  return fetch(url, init);
}
