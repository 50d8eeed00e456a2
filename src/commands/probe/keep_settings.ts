import { join } from "node:path";
import { baseUrlOf } from "../../client/address.ts";
import type { Host } from "../host.ts";
import {
  CONVICTION_JSON,
  type ConvictionJson,
  convictionJsonText,
  readConvictionJson,
} from "../../setup/conviction_json.ts";

/** What was done about the settings file. */
export interface KeptSettings {
  /** For a person. */
  readonly lines: readonly string[];
  /** Whether the file now says what was found. */
  readonly isKept: boolean;
}

/** What a probe finds out; the other settings are a person's own. */
const FOUND = ["baseUrl", "model", "path", "headers", "body", "resultAt"] as const;

/**
 * Keeps how a service is asked in `conviction.json`, where there is none; one that is there is left as it is.
 * @param found How the service was asked.
 * @param host The folder, and what reads and writes there.
 * @throws {SettingsError} when the file that is there cannot be used.
 */
export function keepSettings(
  found: ConvictionJson,
  { folder, readText, writeNew }: Pick<Host, "folder" | "readText" | "writeNew">,
): KeptSettings {
  const path = join(folder, CONVICTION_JSON);
  const present = readText(path);
  if (present !== undefined) return compare(found, readConvictionJson(present));
  const text = convictionJsonText(found);
  if (writeNew(path, text)) {
    return { lines: [`Written: ${CONVICTION_JSON}, so that a screen in this folder asks the same way.`], isKept: true };
  }
  return {
    lines: [`${CONVICTION_JSON} cannot be written here; it would say:`, ...text.trimEnd().split("\n")],
    isKept: false,
  };
}

function compare(found: ConvictionJson, present: ConvictionJson): KeptSettings {
  const differing = FOUND.filter((name) => saying(found, name) !== saying(present, name));
  if (differing.length === 0) return { lines: [`${CONVICTION_JSON} says the same.`], isKept: true };
  const lines = differing.map((name) => {
    const said = saying(found, name);
    return said === undefined ? `  no "${name}"` : `  "${name}": ${said}`;
  });
  return {
    lines: [`${CONVICTION_JSON} is left as it is; for what was asked here it would say:`, ...lines],
    isKept: false,
  };
}

function saying(settings: ConvictionJson, name: typeof FOUND[number]): string | undefined {
  return JSON.stringify(name === "baseUrl" ? baseUrlOf(settings.baseUrl) : settings[name]);
}
