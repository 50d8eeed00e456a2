/** Texts that run a script in a page that treats them as markup. */
export interface HostileText {
  readonly name: string;
  /** Calls `ran("<name>")`. */
  readonly text: string;
  /** The careless page in which it runs. */
  readonly careless: (text: string) => string;
}

const inside = (text: string) => `<p>${text}</p>`;

const VECTORS:
  readonly (readonly [name: string, text: (call: string) => string, careless?: (text: string) => string])[] = [
    ["a script", (call) => `<script>${call}</script>`],
    ["a broken image", (call) => `<img src="x:" onerror="${call}">`],
    ["an SVG that loads", (call) => `<svg onload="${call}"></svg>`],
    ["a script in an SVG", (call) => `<svg><script>${call}</script></svg>`],
    ["an SVG animation", (call) => `<svg><animate onbegin="${call}" attributeName="x" dur="1s"/></svg>`],
    [
      "a foreign object in an SVG",
      (call) =>
        `<svg><foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="x:" onerror="${call}"/></foreignObject></svg>`,
    ],
    ["a frame with an inline document", (call) => `<iframe srcdoc="<script>parent.${call}</script>"></iframe>`],
    ["details that open", (call) => `<details open ontoggle="${call}">x</details>`],
    [
      "an end of a script",
      (call) => `</script><script>${call}</script>`,
      (text) => `<script type="text/json">"${text}"</script>`,
    ],
    [
      "an end of a style",
      (call) => `</style></title><script>${call}</script>`,
      (text) => `<style>a{content:"${text}"}</style>`,
    ],
    ["an end of a comment", (call) => `--><script>${call}</script>`, (text) => `<!-- ${text} -->`],
    ["an end of an attribute", (call) => `"><img src="x:" onerror="${call}">`, (text) => `<p title="${text}">x</p>`],
    [
      "an end of an attribute in single quotes",
      (call) => `'><img src=x: onerror=${call}>`,
      (text) => `<p title='${text}'>x</p>`,
    ],
    ["an extra attribute", (call) => `x: onerror=${call}`, (text) => `<img src=${text}>`],
    ["a link to a script", (call) => `javascript:${call}`, (text) => `<a class="press" href="${text}">x</a>`],
  ];

/** Each hostile text by name; it calls the function `ran` with that name. */
export const HOSTILE_TEXTS: readonly HostileText[] = VECTORS.map(([name, text, careless = inside], at) => ({
  ...{ name, careless },
  text: text(`ran(${at})`),
}));

/** An SVG file with four ways to run a script. */
export const HOSTILE_SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="ran(100)">' +
  '<script>ran(101)</script><animate onbegin="ran(102)" attributeName="x" dur="1s"/>' +
  '<foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="x:" onerror="ran(103)"/></foreignObject></svg>';
