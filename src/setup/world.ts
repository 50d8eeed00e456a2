/** A name nobody else has made up. */
export function newId(): string {
  return crypto.randomUUID();
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
