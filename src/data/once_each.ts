/**
 * A function that computes once for each object, and remembers what it gave as long as the object lasts.
 * @param compute Gives the same for the same object, whenever it is asked.
 */
export function onceEach<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const found = known.getOrInsertComputed(key, () => ({ value: compute(key) }));
    return found.value;
  };
}

/** The same for each object and word or number beside it. */
export function onceEachOf<Key extends object, Of, Value>(
  compute: (key: Key, of: Of) => Value,
): (key: Key, of: Of) => Value {
  const knownOf = onceEach((_: Key) => new Map<Of, { readonly value: Value }>());
  return (key, of) => {
    const known = knownOf(key);
    const found = known.getOrInsertComputed(of, () => ({ value: compute(key, of) }));
    return found.value;
  };
}
