/** What conditions, corrections and actions make of a trade, as each form of trades writes them. */
import { deepEqual, equal } from "../../assert.ts";
import {
  ConditionReader,
  graver,
  roleOfAction,
  roleOfCorrection,
  type TradeRole,
} from "../../../src/data/sessions/trade_role.ts";

type Row = readonly [cell: string, role: TradeRole, unknown?: readonly string[]];

const CONDITIONS: Readonly<Record<"letters" | "numbers", readonly Row[]>> = {
  letters: [
    ["", "price"],
    ["@", "price"],
    ["@6", "closing"],
    ["@O X", "opening"],
    ["@ TI", "extended"],
    ["['@', 'I']", "odd"],
    ["@;Z;I", "late"],
    ["Market Center Official Close", "notice"],
    ["Closing Prints", "closing"],
    ["Re-Opening", "price"],
    ["Odd Lot Trade", "odd"],
    ["Form T", "extended"],
    ["sold last", "late"],
    ["Corrected", "correct"],
    ["BUSTED", "cancel"],
    ["Intermarket Sweep", "price"],
    ["@#", "price", ["#"]],
    ["12", "price", ["12"]],
    ["Mystery", "price", ["Mystery"]],
  ],
  numbers: [
    ["", "price"],
    ["14", "price"],
    ["17,41", "opening"],
    ["[8 37]", "odd"],
    ["33", "late"],
    ["12|8", "extended"],
    ["15", "notice"],
    ["46", "correct"],
    ["49", "void"],
    ["14;99", "price", ["99"]],
    ["@", "price", ["@"]],
  ],
};

for (const [codes, rows] of Object.entries(CONDITIONS)) {
  for (const [cell, role, unknown = []] of rows) {
    Deno.test(`of conditions in ${codes}, "${cell}" is ${role}${unknown.length === 0 ? "" : `, unknown ${unknown}`}`, () => {
      deepEqual(new ConditionReader(codes as keyof typeof CONDITIONS).read(cell), { role, unknown });
    });
  }
}

/** Words that a column of actions and one of corrections share. */
const ACTIONS: readonly Row[] = [
  ["", "price"],
  ["C", "cancel"],
  ["x", "cancel"],
  [" Cancelled ", "cancel"],
  ["bust", "cancel"],
  ["R", "correct"],
  ["Correction", "correct"],
  ["replaced", "correct"],
  ["T", "price"],
  ["trade", "price"],
];
/** Codes of the daily TAQ files. */
const CORRECTIONS: readonly Row[] = [["00", "price"], ["01", "price"], ["2", "price"], [" 07 ", "void"], [
  "10",
  "void",
]];

for (const [cell, role] of ACTIONS) {
  Deno.test(`an action or a correction "${cell}" is ${role}`, () => {
    deepEqual([roleOfAction(cell), roleOfCorrection(cell)], [role, role]);
  });
}

for (const [cell, role] of CORRECTIONS) {
  Deno.test(`a correction "${cell}" is ${role}, and no action`, () => {
    deepEqual([roleOfCorrection(cell), roleOfAction(cell)], [role, "price"]);
  });
}

Deno.test("of two roles the graver one counts, in either order", () => {
  for (const [less, more] of [["price", "closing"], ["closing", "odd"], ["odd", "late"], ["cancel", "void"]] as const) {
    deepEqual([graver(less, more), graver(more, less)], [more, more]);
  }
  equal(graver("price", "price"), "price");
});
