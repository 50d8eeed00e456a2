/** Thrown when a chart cannot be drawn; the message names the invalid value. */
export class ChartError extends Error {
  /** Always "ChartError". */
  override readonly name = "ChartError";

  /** @param state Completes the sentence "Cannot draw the chart: ...". */
  constructor(state: string, options?: ErrorOptions) {
    super(`Cannot draw the chart: ${state}`, options);
  }
}
