/** How well the order of some values is that of others. */

/** Spearman's: from -1 to 1. */
export function rankCorrelation(one: readonly number[], other: readonly number[]): number {
  return correlation(ranks(one), ranks(other));
}

/** From 1; equal values share their mean rank. */
export function ranks(values: readonly number[]): readonly number[] {
  const order = values.map((value, at) => ({ value, at })).toSorted((a, b) => a.value - b.value);
  const found = new Array<number>(values.length).fill(0);
  for (let from = 0; from < order.length;) {
    let to = from;
    while (to + 1 < order.length && order[to + 1]?.value === order[from]?.value) to++;
    for (let k = from; k <= to; k++) found[order[k]?.at ?? 0] = (from + to) / 2 + 1;
    from = to + 1;
  }
  return found;
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const [meanOne, meanOther] = [mean(one), mean(other)];
  let [both, first, second] = [0, 0, 0];
  for (const [at, value] of one.entries()) {
    const [a, b] = [value - meanOne, (other[at] ?? NaN) - meanOther];
    [both, first, second] = [both + a * b, first + a * a, second + b * b];
  }
  return both / Math.sqrt(first * second);
}

/** 0 of none. */
export function sum(values: readonly number[]): number {
  return values.reduce((one, other) => one + other, 0);
}

/** The arithmetic mean. */
export function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

/** The standard deviation of a sample (n - 1). */
export function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(sum(values.map((value) => (value - middle) ** 2)) / (values.length - 1));
}
