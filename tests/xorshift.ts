/**
 * Numbers from 0 to 1, the same for the same seed (Marsaglia 2003).
 * @param seed Any integer except 0.
 */
export function xorshift(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
