/** A value that is made when it is first asked for, then shared: what several tests of a realm only read. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
