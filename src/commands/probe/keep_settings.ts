import { join } from "node:path";
import { baseUrlOf } from "../../client/address.ts";
import type { Host } from "../host.ts";
import {
  CONVICTION_JSON,
  type ConvictionJson,
  convictionJsonText,
  readConvictionJson,
} from "../../setup/conviction_json.ts";

/** What happened to the settings file. */
export interface KeptSettings {
  /** For a person. */
  readonly lines: readonly string[];
  /** Whether the file now holds what was found. */
  readonly isKept: boolean;
}

/** The settings that a probe finds; a person sets the others. */
const FOUND = ["baseUrl", "model", "path", "headers", "body", "resultAt"] as const;

/**
 * Writes how a service was asked to `conviction.json`; an existing file is never changed.
 * @param found How the service was asked.
 * @throws {SettingsError} when the existing file cannot be used.
 */
export function keepSettings(
  found: ConvictionJson,
  { folder, readText, writeNew }: Pick<Host, "folder" | "readText" | "writeNew">,
): KeptSettings {
  const path = join(folder, CONVICTION_JSON);
  const present = readText(path);
  if (present !== undefined) return compare(found, readConvictionJson(present));
  const text = convictionJsonText(found);
  const isKept = writeNew(path, text);
  const lines = isKept
    ? [`Wrote ${CONVICTION_JSON}: a screen in this folder now asks the same way.`]
    : [`${CONVICTION_JSON} cannot be written here; it would hold:`, ...text.trimEnd().split("\n")];
  return { lines, isKept };
}

function compare(found: ConvictionJson, present: ConvictionJson): KeptSettings {
  const differing = FOUND.filter((name) => saying(found, name) !== saying(present, name));
  if (differing.length === 0) return { lines: [`${CONVICTION_JSON} holds the same.`], isKept: true };
  const lines = differing.map((name) => {
    const said = saying(found, name);
    return said === undefined ? `  no "${name}"` : `  "${name}": ${said}`;
  });
  return { lines: [`${CONVICTION_JSON} was not changed; for this service it would hold:`, ...lines], isKept: false };
}

function saying(settings: ConvictionJson, name: typeof FOUND[number]): string | undefined {
  return JSON.stringify(name === "baseUrl" ? baseUrlOf(settings.baseUrl) : settings[name]);
}
