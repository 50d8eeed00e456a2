import type { BrokenService } from "./broken/change.ts";
import { EVENTS } from "./broken/events.ts";
import { OPERATIONS } from "./broken/operations.ts";
import { RESOURCES } from "./broken/resources.ts";
import { RULES } from "./broken/rules.ts";
import { WIRE } from "./broken/wire.ts";

/** Every broken service: each check that can fail is failed by at least one of them. */
export const BROKEN_SERVICES: readonly BrokenService[] = [...RESOURCES, ...OPERATIONS, ...WIRE, ...EVENTS, ...RULES];
