/**
 * What `show()` returned is the value of its cell when the call is the last line. A kernel asks for that value's output
 * within a few milliseconds; a later cell with the value alone usually comes later, and shows it again.
 */
const JUST_MS = 100;

const shownAt = new WeakMap<object, number>();

/** Remembers that a value has just been shown. */
export function markShown<Value extends object>(value: Value): Value {
  shownAt.set(value, performance.now());
  return value;
}

/** Whether the cell that asks for a value's output has shown it. */
export function wasJustShown(value: object): boolean {
  const at = shownAt.get(value) ?? -Infinity;
  return performance.now() - at < JUST_MS;
}
