/** Imported for its effect: values of the module that are values of cells show themselves, once. */
import { showValuesBy } from "../text/cell_value.ts";
import { isInKernel } from "./kernel.ts";
import { watchCells } from "./shown.ts";

showValuesBy(async (value) => (await import("./show.ts")).cellOutput(value));
if (isInKernel()) watchCells();
