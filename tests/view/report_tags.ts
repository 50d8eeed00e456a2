/** One tag of a page, as a browser reads it; attributes without quotes are read too, so that tests see them. */
export interface Tag {
  /** Lower case; an end tag begins with a slash. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

const TAG = /<!--[\s\S]*?(?:-->|$)|<!?(\/?[a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi;
const ATTRIBUTE = /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&nbsp;": " " },
};

/** The tags of a page in order, without the content of its style. */
export function tagsOf(page: string): Tag[] {
  const markup = page.replace(/<style>[\s\S]*?<\/style>/, "<style></style>");
  return Array.from(markup.matchAll(TAG), ([all, name = all.slice(0, 4), rest = ""]): Tag => ({
    name: name.toLowerCase(),
    attributes: new Map(
      Array.from(rest.matchAll(ATTRIBUTE), ([, key = "", ...values]) => [
        key.toLowerCase(),
        decode(values.find((value) => value !== undefined) ?? ""),
      ]),
    ),
  }));
}

/** The visible text of a page, with one space for each gap. */
export function textOf(page: string): string {
  const body = page.slice(page.indexOf("<body>")).replace(TAG, " ");
  return decode(body).replace(/\s+/g, " ").trim();
}

/** The text of the part with this identifier. */
export function sectionText(page: string, id: string): string {
  const [, rest = ""] = page.split(`<section id="${id}">`);
  return textOf(`<body>${rest.split("</section>")[0]}`);
}

function decode(text: string): string {
  return text.replace(/&(?:\w+|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}
