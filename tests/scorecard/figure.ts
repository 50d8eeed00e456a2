/**
 * Prints what one case of the scorecard measured, so that the test log shows the figure and not only that it passed. A
 * case is one kind of fault; the names of its tests begin with its number.
 */
export function printFigure(number: number, figure: string): void {
  // deno-lint-ignore no-console -- prints a figure for the reader
  console.log(`scorecard ${number}: ${figure}`);
}
