/** Imported for its effect: values of the module that are values of cells show themselves. */
import { showValuesBy } from "../text/cell_value.ts";

showValuesBy(async (value) => (await import("./show.ts")).cellOutput(value));
