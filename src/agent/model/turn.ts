import type { AssistedWork } from "../assisting.ts";
import type { Talk } from "./talk.ts";

/** What the turns of a model work with. */
export interface Turn {
  readonly work: AssistedWork;
  readonly talk: Talk;
  /** What of the model is left out, and why: a sentence each, said in the answer. */
  readonly notes: string[];
}
