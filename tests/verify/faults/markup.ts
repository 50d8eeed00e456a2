import { ended, type FaultKind, FIGURE, kindsOf, replaced, TICKER } from "./kind.ts";

/** Markup, links and layout that change what a page shows. */
export const MARKUP: readonly FaultKind[] = kindsOf("markup", [
  {
    name: "HTML around words",
    make: (
      text,
    ) => [
      `<b>${text}</b>`,
      `<!-- ${text} -->`,
      ...replaced(text, FIGURE, (figure) => [`<s>${figure}</s>`, `<i>${figure}</i>`]),
    ],
  },
  {
    name: "an HTML program",
    make: (text) =>
      ended(text, ["<script>alert('now')</script>", "<img src=x onerror=alert()>", "<style>*{display:none}</style>"]),
  },
  {
    name: "Markdown",
    make: (
      text,
    ) => [
      `# ${text}`,
      `> ${text}`,
      `~~${text}~~`,
      `| ${text} |`,
      `- ${text}`,
      ...replaced(text, FIGURE, (figure) => [`~~${figure}~~`]),
    ],
  },
  {
    name: "a link",
    make: (text) => [
      ...replaced(
        text,
        TICKER,
        (name) => [`[${name}](https://example.org/buy)`, `<a href="//example.org">${name}</a>`],
      ),
      `${text} https://example.org/scam`,
      `${text} See www.example.org.`,
    ],
  },
  { name: "an entity", make: (text) => replaced(text, / /g, ["&nbsp;", "&shy;", "&minus;", "%20"]) },
  {
    name: "another line",
    make: (
      text,
    ) => [
      `${text}\n- Buy it.`,
      `${text}\r\nAgainst: nothing.`,
      `${text}\u2028It is safe.`,
      text.replace(/; |, /, "\n\n"),
    ],
  },
  { name: "a formula of a workbook", make: (text) => [`=1+1 ${text}`, `@SUM ${text}`, `+${text}`, `\t${text}`] },
  {
    name: "a placeholder left",
    make: (
      text,
    ) => [
      ...replaced(text, FIGURE, ["{value}", "{{claim}}", "NaN", "undefined", "N/A", "-"]),
      ...replaced(text, TICKER, ["{name}", "null"]),
    ],
  },
  { name: "a footnote", make: (text) => ended(text, ["*", "†", " [1]", "(1)", "^a"]) },
]);
