/**
 * Imported for its effect: values of the module that are values of cells show themselves, once, and errors are short
 * there.
 */
import { showValuesBy } from "../text/cell_value.ts";
import { shortenErrors } from "./cell_errors.ts";
import { isInKernel } from "./kernel.ts";
import { watchCells } from "./shown.ts";
import { sayUnawaitedErrors } from "./unawaited.ts";

showValuesBy(async (value) => (await import("./show.ts")).cellOutput(value));
if (isInKernel()) {
  watchCells();
  shortenErrors();
  sayUnawaitedErrors();
}
