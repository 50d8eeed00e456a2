/** Output of a Jupyter cell, in several media types; a viewer shows the richest it knows. */
export type Bundle = Readonly<Record<string, unknown>>;

/** How the Deno kernel asks a value of a cell for its output. */
const DISPLAY: unique symbol = Symbol.for("Jupyter.display") as never;

/** What a cell shows until somebody said how. */
const UNKNOWN: Bundle = { "text/plain": 'To see this value: import { show } from "conviction/notebook"' };

let bundleOf: (value: object) => Promise<Bundle> = () => Promise.resolve(UNKNOWN);

/** Not enumerable: it is neither copied nor compared nor written. */
const SHOWS_ITSELF: PropertyDescriptor = {
  value: function (this: object): Promise<Bundle> {
    return bundleOf(this);
  },
};

/**
 * Makes a value show itself where it is the value of a cell.
 * @param value An object, or the prototype of objects, that is not frozen.
 * @returns The same value.
 */
export function showsItself<Value extends object>(value: Value): Value {
  return Object.defineProperty(value, DISPLAY, SHOWS_ITSELF);
}

/**
 * Says how values show themselves. The room that knows is above all that make such values.
 * @param render Makes the output of any of them.
 */
export function showValuesBy(render: (value: object) => Promise<Bundle>): void {
  bundleOf = render;
}
