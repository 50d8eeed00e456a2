// A notebook that others run: deno run -A examples/protect.ts
import { connect } from "conviction";
import { protect, show } from "conviction/notebook";

protect();
await show(await connect().reason("Analyse AAPL"));
