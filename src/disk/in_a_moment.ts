const TRIES = 40;
const PAUSE_MS = 5;

/**
 * Tries, for a fifth of a second, what fails only while another process is between two of its calls.
 * @param attempt Gives nothing as long as it is to be tried again.
 * @returns What the last attempt gave.
 */
export function inAMoment<T>(attempt: () => T | undefined): T | undefined {
  const nobody = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  for (let tries = 1; tries < TRIES; tries++) {
    const found = attempt();
    if (found !== undefined) return found;
    Atomics.wait(nobody, 0, 0, PAUSE_MS);
  }
  return attempt();
}
