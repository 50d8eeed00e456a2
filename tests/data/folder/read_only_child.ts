// deno-lint-ignore-file no-console -- it tells its parent
/** Opens a folder that it may not write, and prints the facts of MADE: FOLDER. */
import { openFolder } from "../../../src/data/folder/folder.ts";

const [folder = ""] = Deno.args;
const data = await openFolder(folder, { index: "file" });
console.log(JSON.stringify(data.at(data.asOf).records("MADE").facts.map(({ value }) => value)));
