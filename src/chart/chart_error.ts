/** Thrown when a chart cannot be drawn; the message says which value stands in the way. */
export class ChartError extends Error {
  /** Always "ChartError". */
  override readonly name = "ChartError";

  /**
   * Says what is wrong.
   * @param state Completes the sentence "Cannot draw the chart: ...".
   */
  constructor(state: string, options?: ErrorOptions) {
    super(`Cannot draw the chart: ${state}`, options);
  }
}
