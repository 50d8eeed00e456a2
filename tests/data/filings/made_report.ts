/** Reports that are made for a test, as inline XBRL and as instances. */

/** A number as a report states it. */
export interface MadeFact {
  /** Like `us-gaap:Assets`. */
  readonly name: string;
  /** What is written, without its markup. */
  readonly text: string;
  /** Name of a context; the default is the year. */
  readonly context?: string;
  readonly unit?: string;
  /** Attributes beside these, as written. */
  readonly more?: string;
}

/** What a report is made of. */
export interface MadeReport {
  readonly facts: readonly MadeFact[];
  /** Texts of the cover page by their names, like `DocumentType`; those of a 10-K unless given. */
  readonly cover?: Readonly<Record<string, string>>;
  /** Elements beside the contexts and units that are always there. */
  readonly more?: string;
  /** What stands behind the facts in an HTML document. */
  readonly body?: string;
  /** Declarations of prefixes beside or instead of the usual ones. */
  readonly prefixes?: Readonly<Record<string, string>>;
}

const PREFIXES: Readonly<Record<string, string>> = {
  xbrli: "http://www.xbrl.org/2003/instance",
  xbrldi: "http://xbrl.org/2006/xbrldi",
  xsi: "http://www.w3.org/2001/XMLSchema-instance",
  iso4217: "http://www.xbrl.org/2003/iso4217",
  ix: "http://www.xbrl.org/2013/inlineXBRL",
  ixt: "http://www.xbrl.org/inlineXBRL/transformation/2020-02-12",
  "us-gaap": "http://fasb.org/us-gaap/2023",
  dei: "http://xbrl.sec.gov/dei/2023",
  "ifrs-full": "https://xbrl.ifrs.org/taxonomy/2022-03-24/ifrs-full",
  made: "http://made.example/20231231",
};

const COVER: Readonly<Record<string, string>> = {
  DocumentType: "10-K",
  AmendmentFlag: "false",
  DocumentPeriodEndDate: "2023-12-31",
  EntityCentralIndexKey: "0001234567",
  EntityRegistrantName: "Made Company",
  TradingSymbol: "MADE",
};

/** A context of the company, or of a part of it. */
export function madeContext(id: string, period: string, part = ""): string {
  const [start, end] = period.split("/");
  const days = end === undefined
    ? `<xbrli:instant>${start}</xbrli:instant>`
    : `<xbrli:startDate>${start}</xbrli:startDate><xbrli:endDate>${end}</xbrli:endDate>`;
  return `<xbrli:context id="${id}"><xbrli:entity>` +
    `<xbrli:identifier scheme="http://www.sec.gov/CIK">0001234567</xbrli:identifier>${part}</xbrli:entity>` +
    `<xbrli:period>${days}</xbrli:period></xbrli:context>`;
}

/** A member of an axis, to stand in a context. */
export function madePart(axis: string, member: string): string {
  return `<xbrli:segment><xbrldi:explicitMember dimension="${axis}">${member}</xbrldi:explicitMember></xbrli:segment>`;
}

/** A unit with its measures. */
export function madeUnit(id: string, over: string, under?: string): string {
  const measure = (name: string) => `<xbrli:measure>${name}</xbrli:measure>`;
  return `<xbrli:unit id="${id}">${
    under === undefined ? measure(over) : `<xbrli:divide><xbrli:unitNumerator>${measure(over)}</xbrli:unitNumerator>` +
      `<xbrli:unitDenominator>${measure(under)}</xbrli:unitDenominator></xbrli:divide>`
  }</xbrli:unit>`;
}

const RESOURCES = [
  madeContext("year", "2023-01-01/2023-12-31"),
  madeContext("end", "2023-12-31"),
  madeContext("cover", "2024-01-31"),
  madeContext(
    "a",
    "2023-01-01/2023-12-31",
    madePart("us-gaap:StatementClassOfStockAxis", "us-gaap:CommonClassAMember"),
  ),
  madeContext("c", "2023-01-01/2023-12-31", madePart("us-gaap:StatementClassOfStockAxis", "made:ClassCMember")),
  madeContext("part", "2023-01-01/2023-12-31", madePart("us-gaap:StatementBusinessSegmentsAxis", "made:PartMember")),
  madeUnit("usd", "iso4217:USD"),
  madeUnit("shares", "xbrli:shares"),
  madeUnit("pure", "xbrli:pure"),
  madeUnit("usdPerShare", "iso4217:USD", "xbrli:shares"),
].join("");

function declarations(prefixes: Readonly<Record<string, string>> = {}): string {
  return Object.entries({ ...PREFIXES, ...prefixes }).map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`).join(" ");
}

/** An HTML document with inline XBRL. */
export function madeInline({ facts, cover = {}, more = "", body = "", prefixes }: MadeReport): string {
  const texts = Object.entries({ ...COVER, ...cover }).map(([name, text]) =>
    `<ix:nonNumeric name="dei:${name}" contextRef="year">${text}</ix:nonNumeric>`
  );
  const numbers = facts.map(({ name, text, context = "year", unit = "usd", more = "" }) =>
    `<p><ix:nonFraction name="${name}" contextRef="${context}" unitRef="${unit}" ${more}>${text}</ix:nonFraction></p>`
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml" ${
    declarations(prefixes)
  }>` +
    `<body><ix:header><ix:hidden>${texts.join("")}</ix:hidden><ix:resources>${RESOURCES}${more}</ix:resources>` +
    `</ix:header>\n${numbers.join("\n")}${body}</body></html>`;
}

/** An instance, its facts before its contexts, as some early ones have them. */
export function madeInstance({ facts, cover = {}, more = "", prefixes }: MadeReport): string {
  const texts = Object.entries({ ...COVER, ...cover }).map(([name, text]) =>
    `<dei:${name} contextRef="year">${text}</dei:${name}>`
  );
  const numbers = facts.map(({ name, text, context = "year", unit = "usd", more = "" }) =>
    `<${name} contextRef="${context}" unitRef="${unit}" ${more}>${text}</${name}>`
  );
  return `<?xml version="1.0"?>\n<xbrli:xbrl ${declarations(prefixes)}>${texts.join("")}\n${numbers.join("\n")}` +
    `${RESOURCES}${more}</xbrli:xbrl>`;
}
