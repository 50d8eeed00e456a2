// deno-lint-ignore-file no-console -- it prints for the test
/** What another project on Deno does with the package: every entry, the embedded service, a chart. */
import { connect, type Research } from "conviction";
import { openRun, screen } from "conviction/batch";
import { type Chart, chart } from "conviction/chart";
import * as notebook from "conviction/notebook";
import { parseEvent, type ReasoningResult } from "conviction/protocol";
import { createService } from "conviction/service";

const research: Research = connect();
const { agent_thesis }: ReasoningResult = await research.reason("Analyse AAPL");
const data = { values: [{ day: "2017-01-03", close: 1 }, { day: "2017-01-04", close: 2 }] };
const drawn: Chart = chart({ mark: "line", data, encoding: { x: { field: "day" }, y: { field: "close" } } });
const png = await drawn.png();
const known = [openRun, screen, parseEvent, createService, notebook].every((one) => one !== undefined);
console.log(JSON.stringify({ signal: agent_thesis.signal, isDrawn: png.length > 1_000, known }));
