import process from "node:process";
import { keptSetting } from "../notebook/kept_settings.ts";

/** Whether this is Deno. Node runs the client too, but has neither Deno's permissions nor its HTTP client. */
export const isDeno: boolean = "Deno" in globalThis;

/** A fresh, unique name. */
export function newId(): string {
  return crypto.randomUUID();
}

/** A number from 0 up to, but not including, 1; it spreads retries. */
export function random(): number {
  return Math.random();
}

/** Whether a permission was granted already; never prompts. Without permissions, as on Node, everything is granted. */
export function isGranted(permission: Deno.PermissionDescriptor): boolean {
  return !isDeno || Deno.permissions.querySync(permission).state === "granted";
}

/** An environment variable, or what `protect()` kept of it; undefined when unset or not to be read. Never prompts. */
export function permittedEnv(variable: string): string | undefined {
  return isGranted({ name: "env", variable }) ? process.env[variable] : keptSetting(variable);
}
