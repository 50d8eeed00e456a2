/** A fresh, unique name. */
export function newId(): string {
  return crypto.randomUUID();
}

/** A number from 0 up to, but not including, 1; it spreads retries. */
export function random(): number {
  return Math.random();
}

/** Whether a permission was granted already; never prompts. */
export function isGranted(permission: Deno.PermissionDescriptor): boolean {
  return Deno.permissions.querySync(permission).state === "granted";
}

/** An environment variable; undefined when it is unset or may not be read. Never prompts. */
export function permittedEnv(variable: string): string | undefined {
  return isGranted({ name: "env", variable }) ? Deno.env.get(variable) : undefined;
}
