/**
 * What Stop ends: a signal that is aborted when a person stops the cell. Outside a kernel there is none.
 * @returns The signal of the cell that runs now.
 */
export function stopSignal(): AbortSignal | undefined {
  return undefined;
}
