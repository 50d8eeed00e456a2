import type { Html } from "../text/html.ts";

/** One thing, as text for a terminal and as markup for a page; the markup holds no script and nothing a model wrote as is. */
export interface View {
  readonly text: string;
  readonly html: Html;
}
