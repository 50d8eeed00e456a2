// How the frame around a table draws. Every text of the data becomes a text node; nothing is ever parsed as markup.

/** Height of a row. */
export const ROW_PX = 28;
/** Characters of a column that has no sentences. */
export const MAX_CHARS = 26;

export function byId(id) {
  return document.getElementById(id);
}

/** Adds an element whose text is a text. */
export function add(parent, name, text = "", className = "") {
  const element = document.createElement(name);
  if (text !== "") element.textContent = text;
  if (className !== "") element.className = className;
  parent.append(element);
  return element;
}

export async function inflated(block) {
  const bytes = Uint8Array.from(atob(block), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}

export function classOf({ look, values }) {
  return `${look ?? ""} ${values === undefined ? "" : "num"}`.trim();
}

export function spacer(body, rows) {
  if (rows === 0) return;
  const line = add(body, "tr");
  line.setAttribute("aria-hidden", "true");
  line.style.height = `${rows * ROW_PX}px`;
}

export function drawCell(line, column, row) {
  const { look, words, values } = column;
  const word = words[row];
  const cell = add(line, look === "name" ? "th" : "td", word, classOf(column));
  if (look === "name") cell.scope = "row";
  if (look === "prose" || word.length > MAX_CHARS) cell.title = word;
  const value = values?.[row];
  if (typeof value !== "number" || (look !== "score" && look !== "chance")) return;
  const [low, high] = look === "score" ? [-1, 1] : [0, 1];
  const percent = (figure) => (Math.min(high, Math.max(low, figure)) - low) / (high - low) * 100;
  const ends = [percent(0), percent(value)].sort((one, other) => one - other);
  cell.style.setProperty("--from", `${ends[0]}%`);
  cell.style.setProperty("--to", `${ends[1]}%`);
  if (value < 0) cell.classList.add("neg");
}

export function drawDetail({ title, facts, sections, code, note = "" }) {
  byId("title").textContent = title;
  const body = byId("text-of-row");
  body.replaceChildren();
  const list = add(body, "dl");
  for (const [name, value] of facts) {
    const pair = add(list, "div");
    add(pair, "dt", name);
    add(pair, "dd", value);
  }
  if (code) add(add(body, "p", "With its pictures, in a cell: ", "dim"), "code", code);
  if (note !== "") add(body, "p", note, "dim");
  for (const { title, lines, isList } of sections) {
    if (title !== "") add(body, "h4", title);
    const parent = isList ? add(body, "ul") : body;
    for (const line of lines) add(parent, isList ? "li" : "p", line);
  }
  body.parentElement.scrollTop = 0;
}
