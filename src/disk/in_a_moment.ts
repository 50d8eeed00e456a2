const TRIES = 40;
const PAUSE_MS = 5;

/** Tries again, for a fifth of a second, what fails so only while another process is between two of its calls. */
export function inAMoment<T>(attempt: () => T, failure: RegExp): T {
  const nobody = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  for (let tries = 1;; tries++) {
    try {
      return attempt();
    } catch (error) {
      if (tries === TRIES || !failure.test(String(error))) throw error;
      Atomics.wait(nobody, 0, 0, PAUSE_MS);
    }
  }
}
