import { excerpt, stripControl } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { html } from "../../text/html.ts";
import { sizeWords } from "../answer_end.ts";
import { element } from "../block_html.ts";
import type { View } from "../lines.ts";
import { CELL_FORM } from "./card.ts";

/** A file of an answer as a card shows it. */
export interface CardFile {
  /** Its name; any text. */
  readonly name: string;
  /** Its media type, if it is known. */
  readonly mediaType?: string | undefined;
  /** Its size, if it is known. */
  readonly bytes?: number | undefined;
  /** What it shows, if the answer says it. */
  readonly caption?: string | undefined;
  /** A `data:` URI of a PNG or JPEG, if it is to be drawn. */
  readonly picture?: string | undefined;
  /** Why a picture cannot be drawn. */
  readonly problem?: string | undefined;
}

const MAX_NAME = 80;
const MAX_CAPTION = 200;
const MAX_FILES = 20;
const PICTURE = /^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/;
const IMAGE = "max-width:100%;height:auto;border-radius:4px;background-color:#fff";

/** The pictures of an answer, each above its name. */
export function pictures(files: readonly CardFile[]): View | undefined {
  const drawn = files.filter(isDrawn).map(({ name, caption = "", picture }) => {
    const words = [excerpt(name, MAX_NAME), excerpt(caption, MAX_CAPTION)].filter((part) => part !== "").join(" · ");
    return html`<figure style="margin:10px 0"><img src="${picture}" alt="${excerpt(name, MAX_NAME)}" style="${IMAGE}">${
      element("figcaption", CELL_FORM.small, words)
    }</figure>`;
  });
  return drawn.length === 0 ? undefined : { text: "", html: html`${drawn}` };
}

/**
 * The files of an answer that are not drawn, and how to get them; as text all of them.
 * @param how Code, or words, that get one.
 */
export function fileList(files: readonly CardFile[], how: string): View | undefined {
  if (files.length === 0) return undefined;
  const linesOf = (some: readonly CardFile[]) => [
    ...some.slice(0, MAX_FILES).map(fileWords),
    ...some.length > MAX_FILES ? [`and ${counted(some.length - MAX_FILES, "more file")}`] : [],
  ];
  const rest = linesOf(files.filter((file) => !isDrawn(file)));
  const list = element("ul", CELL_FORM.list, rest.map((line) => html`<li>${line}</li>`));
  return {
    text: ["Files", ...linesOf(files).map((line) => `- ${line}`), how].filter((line) => line !== "").join("\n"),
    html: html`${rest.length > 0 && [element(...CELL_FORM.title, "Files"), list]}${
      how !== "" && element("p", CELL_FORM.small, stripControl(how))
    }`,
  };
}

function isDrawn({ picture }: CardFile): boolean {
  return picture !== undefined && PICTURE.test(picture);
}

/** Like `prices.csv, text/csv, 47 kB`. */
function fileWords({ name, mediaType = "", bytes, problem = "" }: CardFile): string {
  const facts = [excerpt(name, MAX_NAME), excerpt(mediaType, MAX_NAME), bytes === undefined ? "" : sizeWords(bytes)];
  const words = facts.filter((fact) => fact !== "").join(", ");
  return problem === "" ? words : `${words}: not shown, ${excerpt(problem, MAX_CAPTION)}`;
}
