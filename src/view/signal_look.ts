import { excerpt } from "../text/control.ts";

/** How a signal looks: up, down, between, or none of these. */
export type SignalLook = "up" | "down" | "flat" | "other";

const MAX_SIGNAL = 16;
const LOOKS: readonly (readonly [words: RegExp, look: SignalLook])[] = [
  [/^(?:bull(?:ish)?|(?:strong )?buy|long|positive|overweight|outperform)$/i, "up"],
  [/^(?:bear(?:ish)?|(?:strong )?sell|short|negative|underweight|underperform)$/i, "down"],
  [/^(?:neutral|hold|mixed|market ?perform)$/i, "flat"],
];

/** Marks of the looks, so that colour is never required. */
export const SIGNAL_MARKS: Readonly<Record<SignalLook, string>> = { up: "▲", down: "▼", flat: "■", other: "◇" };

/** The look of a signal in any service's words. */
export function signalLook(signal: string): SignalLook {
  return LOOKS.find(([words]) => words.test(signal.trim()))?.[1] ?? "other";
}

/** A signal as the service spells it, short, in words. */
export function signalWords(signal: string): string {
  return excerpt(signal, MAX_SIGNAL).replaceAll("_", " ");
}
