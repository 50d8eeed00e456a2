import { ANSWER_CHECKS, FAILURE_CHECKS, METADATA_CHECKS } from "./answer_checks.ts";
import { CALL_CHECKS } from "./call_checks.ts";
import type { Check } from "./check.ts";
import { EVENT_CHECKS } from "./event_checks.ts";
import { EXECUTION_CHECKS } from "./execution_checks.ts";
import { FILE_CHECKS, KEY_CHECKS } from "./file_checks.ts";
import { ITEM_CHECKS } from "./item_checks.ts";
import { OPERATION_CHECKS, PREFIX_CHECKS, RESULT_CHECKS } from "./reply_checks.ts";
import { SILENT_LINES } from "./silent_lines.ts";
import { WIRE_CHECKS } from "./wire_checks.ts";

/** The sections of the specification that say something of the wire. */
export const SECTIONS: readonly (readonly [number: string, title: string])[] = [
  ["2.1", "Agent reasoning result"],
  ["2.2", "Response object"],
  ["2.3", "Output item"],
  ["2.4", "Code execution"],
  ["2.5", "File reference"],
  ["3", "States and transitions"],
  ["4.1", "Create response"],
  ["4.2", "Agent reasoning"],
  ["4.3", "Download file"],
  ["5", "Authentication"],
  ["6.1", "Wire format"],
  ["6.2", "Event types"],
  ["6.3", "Rules"],
  ["7", "Errors"],
  ["8", "Limits"],
  ["9", "Versioning"],
];

const ALL: readonly Check[] = [
  ...[RESULT_CHECKS, METADATA_CHECKS, ITEM_CHECKS, EXECUTION_CHECKS, OPERATION_CHECKS, FILE_CHECKS, KEY_CHECKS].flat(),
  ...[WIRE_CHECKS, EVENT_CHECKS, CALL_CHECKS, ANSWER_CHECKS, FAILURE_CHECKS, PREFIX_CHECKS, SILENT_LINES].flat(),
];

/** The section of a check. */
export function sectionOf({ id }: Pick<Check, "id">): string {
  return SECTIONS.find(([number]) => id.startsWith(`${number}.`))?.[0] ?? "";
}

/** Every line of the specification that an exchange can show, section by section. */
export const CHECKS: readonly Check[] = SECTIONS.flatMap(([number]) =>
  ALL.filter((check) => sectionOf(check) === number)
);
