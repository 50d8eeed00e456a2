/**
 * Prints what one case of the scorecard measured, so that a reader of the test run sees the figure and not only that it
 * held. The cases are those of `../shared/research/reliability.md`, section 5.
 */
export function printFigure(number: number, figure: string): void {
  // deno-lint-ignore no-console -- a figure is there to be read
  console.log(`scorecard ${number}: ${figure}`);
}
