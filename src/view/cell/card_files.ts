import { excerpt, stripControl } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { html } from "../../text/html.ts";
import { sizeWords } from "../answer_end.ts";
import type { View } from "../lines.ts";

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
const FIGURE = "margin:10px 0";
const IMAGE = "max-width:100%;height:auto;border-radius:4px;background-color:#fff";
const CAPTION = "font-size:13px;opacity:.8";

/** The pictures of an answer, each above its name. */
export function pictures(files: readonly CardFile[]): View | undefined {
  const drawn = files.filter(isDrawn);
  if (drawn.length === 0) return undefined;
  return {
    text: "",
    html: html`${
      drawn.map((file) => {
        const name = nameWords(file);
        const caption = [name, captionWords(file)].filter((words) => words !== "").join(" · ");
        return html`
          <figure
            style="${FIGURE}"><img src="${file
              .picture}" alt="${name}" style="${IMAGE}"><figcaption style="${CAPTION}">${caption}</figcaption></figure>
        `;
      })
    }`,
  };
}

/**
 * The files of an answer that are not drawn, and how to get them; as text all of them.
 * @param how Code, or words, that get one.
 */
export function fileList(files: readonly CardFile[], how: string): View | undefined {
  if (files.length === 0) return undefined;
  const rest = files.filter((file) => !isDrawn(file));
  const more = rest.length > MAX_FILES ? counted(rest.length - MAX_FILES, "more file") : "";
  const items = rest.slice(0, MAX_FILES).map((file) => html`<li>${fileWords(file)}</li>`);
  const shown = files.slice(0, MAX_FILES).map((file) => `- ${fileWords(file)}`);
  const left = files.length > MAX_FILES ? [`- and ${counted(files.length - MAX_FILES, "more file")}`] : [];
  return {
    text: ["Files", ...shown, ...left, how].filter((line) => line !== "").join("\n"),
    html: html`${
      rest.length > 0 &&
      html`
        <h4 style="margin:12px 0 2px;font-weight:600">Files</h4>
        <ul style="margin:2px 0;padding-left:20px">${items}${more !== "" && html`<li>and ${more}</li>`}</ul>
      `
    }${how !== "" && html`<p style="${CAPTION};margin:2px 0">${stripControl(how)}</p>`}`,
  };
}

function isDrawn({ picture }: CardFile): boolean {
  return picture !== undefined && PICTURE.test(picture);
}

function nameWords({ name }: CardFile): string {
  return excerpt(name, MAX_NAME);
}

function captionWords({ caption = "" }: CardFile): string {
  return excerpt(caption, MAX_CAPTION);
}

/** Like `prices.csv, text/csv, 47 kB`. */
function fileWords(file: CardFile): string {
  const { mediaType = "", bytes, problem = "" } = file;
  const facts = [nameWords(file), excerpt(mediaType, MAX_NAME), bytes === undefined ? "" : sizeWords(bytes)];
  const words = facts.filter((fact) => fact !== "").join(", ");
  return problem === "" ? words : `${words}: not shown, ${excerpt(problem, MAX_CAPTION)}`;
}
