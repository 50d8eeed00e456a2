import { readConnectionFailure } from "../client/connection_failure.ts";
import type { DeliveryPort } from "../night/delivery_port.ts";
import type { Host } from "./host.ts";
import { mailFromOf } from "./notify_flags.ts";
import { runNightCommand, runSendmail } from "./night_programs.ts";
import { readSmallFile } from "./text_file.ts";

/** What the delivery of a night's messages is joined from. */
export interface DeliveryParts extends Pick<DeliveryPort, "outbox" | "log" | "isSeen" | "signal"> {
  /** Targets as they were typed: their variables are emptied for programs. */
  readonly typed: readonly string[];
}

/** Joins the machine and the delivery of messages. */
export function deliveryPort(
  { clock, random, fetch, env, folder, durability }: Pick<
    Host,
    "clock" | "random" | "fetch" | "env" | "folder" | "durability"
  >,
  { typed, ...parts }: DeliveryParts,
): DeliveryPort {
  const secretVariables = typed.flatMap((text) => /^\s*env:\s*(\w+)\s*$/.exec(text)?.[1] ?? []);
  const place = { folder, clock, secretVariables };
  return {
    ...parts,
    clock,
    random,
    fetch,
    durability,
    readFailure: readConnectionFailure,
    mailFrom: mailFromOf({ env }),
    sendMail: (program) => runSendmail(env("CONVICTION_SENDMAIL") ?? "sendmail", program, place),
    runCommand: (command, program) => runNightCommand(command, program, place),
    readFile: readSmallFile,
  };
}
