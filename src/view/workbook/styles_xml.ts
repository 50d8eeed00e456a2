import { attribute, HEAD, MAIN } from "./xml.ts";
import type { CellStyle } from "./cell.ts";

/** Formats below this number belong to the programs. */
const FIRST_FORMAT = 100;
const FONT = '<name val="Calibri"/><sz val="11"/><family val="2"/>';
/** Readers require the second, and some the style "Normal". */
const FIRST_FILLS = ["", "gray125"] as const;
const NORMAL_FORMAT = '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>';
const NORMAL_STYLE = '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>';

/** The styles of a workbook, collected while its sheets are written (ECMA-376 part 1, 18.8). */
export class CellStyles {
  readonly #numbers = new Map<CellStyle, Map<string, number>>();
  readonly #formats = new Collected();
  readonly #fonts = new Collected([fontOf({})]);
  readonly #fills = new Collected(FIRST_FILLS.map((pattern) => fillOf(pattern || "none")));
  readonly #borders = new Collected([borderOf({})]);
  readonly #cells = new Collected();

  constructor() {
    this.numberOf({});
  }

  /**
   * The number of a style with a number format, for the attribute `s` of a cell.
   * @param format Empty for a cell without a value.
   */
  numberOf(style: CellStyle, format = ""): number {
    return this.#numbers.getOrInsertComputed(style, () => new Map())
      .getOrInsertComputed(format, () => this.#cells.add(this.#cellOf(style, format)));
  }

  /** The part `xl/styles.xml`, after the last sheet. */
  xml(): string {
    const formats = this.#formats.all.map((code, at) =>
      `<numFmt numFmtId="${FIRST_FORMAT + at}" formatCode="${attribute(code)}"/>`
    );
    return `${HEAD}<styleSheet xmlns="${MAIN}">` + list("numFmts", formats) + list("fonts", this.#fonts.all) +
      list("fills", this.#fills.all) + list("borders", this.#borders.all) + NORMAL_FORMAT +
      list("cellXfs", this.#cells.all) + `${NORMAL_STYLE}</styleSheet>`;
  }

  #cellOf(style: CellStyle, format: string): string {
    const number = format === "" ? "" : ` numFmtId="${FIRST_FORMAT + this.#formats.add(format)}" applyNumberFormat="1"`;
    const font = ` fontId="${this.#fonts.add(fontOf(style))}" applyFont="1"`;
    const { backgroundColor: color, bottomBorderColor } = style;
    const fill = color === undefined ? "" : ` fillId="${this.#fills.add(fillOf("solid", color))}" applyFill="1"`;
    const border = bottomBorderColor === undefined
      ? ""
      : ` borderId="${this.#borders.add(borderOf(style))}" applyBorder="1"`;
    const alignment = alignmentOf(style);
    const aligned = alignment === "" ? "" : ' applyAlignment="1"';
    return `<xf${number}${font}${fill}${border}${aligned}>${alignment}</xf>`;
  }
}

/** Distinct texts, numbered in the order in which they came. */
class Collected {
  readonly #numbers: Map<string, number>;

  constructor(first: readonly string[] = []) {
    this.#numbers = new Map(first.map((one, at) => [one, at]));
  }

  get all(): readonly string[] {
    return [...this.#numbers.keys()];
  }

  add(one: string): number {
    return this.#numbers.getOrInsertComputed(one, () => this.#numbers.size);
  }
}

function list(name: string, members: readonly string[]): string {
  return members.length === 0 ? "" : `<${name} count="${members.length}">${members.join("")}</${name}>`;
}

function fontOf({ fontWeight, textDecoration, textColor }: CellStyle): string {
  const bold = fontWeight === undefined ? "" : "<b/>";
  const line = textDecoration === undefined ? "" : "<u/>";
  const color = textColor === undefined ? 'theme="1"' : `rgb="${argb(textColor)}"`;
  return `<font>${FONT}${bold}${line}<color ${color}/></font>`;
}

function fillOf(pattern: string, color?: string): string {
  const colors = color === undefined ? "" : `<fgColor rgb="${argb(color)}"/><bgColor indexed="64"/>`;
  return `<fill><patternFill patternType="${pattern}">${colors}</patternFill></fill>`;
}

function borderOf({ bottomBorderColor: color, bottomBorderStyle }: CellStyle): string {
  const bottom = color === undefined
    ? "<bottom/>"
    : `<bottom style="${bottomBorderStyle ?? "thin"}"><color rgb="${argb(color)}"/></bottom>`;
  return `<border><left/><right/><top/>${bottom}<diagonal/></border>`;
}

function alignmentOf({ align, alignVertical, indent = 0, wrap }: CellStyle): string {
  const attributes = [
    align === undefined ? "" : ` horizontal="${align}"`,
    alignVertical === undefined ? "" : ` vertical="${alignVertical}"`,
    indent === 0 ? "" : ` indent="${indent}"`,
    wrap === true ? ' wrapText="1"' : "",
  ].join("");
  return attributes === "" ? "" : `<alignment${attributes}/>`;
}

/** `#1F3A5F` with its opacity. */
function argb(color: string): string {
  return `FF${color.slice(1)}`;
}
