/**
 * Prints what one case of the scorecard measured, so that a reader of the test run sees the figure and not only that it
 * held. A case is one way in which the world is unkind to a run; its tests begin with its number.
 */
export function printFigure(number: number, figure: string): void {
  // deno-lint-ignore no-console -- a figure is there to be read
  console.log(`scorecard ${number}: ${figure}`);
}
