/** A topic that questions to texts ask about, with the words that stand for it. */
export interface TextTopic {
  /** As an answer names it. */
  readonly name: string;
  /** In lower case and the singular; several words stand together. At most eight. */
  readonly words: readonly string[];
}

/** Topics by id. Words that only sometimes mean a topic are left out: a quote must be about what was asked. */
export const TEXT_TOPICS: Readonly<Record<string, TextTopic>> = {
  guidance: {
    name: "guidance",
    words: ["guidance", "outlook", "expect", "expected", "expectation", "forecast", "anticipate", "full year"],
  },
  demand: { name: "demand", words: ["demand", "order", "backlog", "bookings"] },
  supply: {
    name: "supply",
    words: ["supply", "supplier", "supply chain", "shortage", "constrained", "component", "lead time"],
  },
  litigation: {
    name: "litigation",
    words: "litigation, lawsuit, legal proceeding, plaintiff, class action, settlement, patent infringement".split(
      ", ",
    ),
  },
  margins: { name: "margins", words: ["margin", "gross margin", "operating margin", "profitability"] },
  liquidity: {
    name: "liquidity",
    words: ["liquidity", "cash flow", "credit facility", "working capital", "revolver", "indebtedness"],
  },
  competition: { name: "competition", words: ["competition", "competitor", "competitive", "compete", "rival"] },
  pricing: { name: "pricing", words: ["pricing", "price increase", "discount", "promotion", "promotional"] },
  costs: { name: "costs", words: ["cost", "expense", "inflation"] },
  revenue: { name: "revenue", words: ["revenue", "sales", "top line"] },
  earnings: { name: "earnings", words: ["earnings", "profit", "net income", "eps", "bottom line"] },
  debt: { name: "debt", words: ["debt", "leverage", "borrowing", "refinancing", "indebtedness"] },
  dividends: { name: "dividends", words: ["dividend"] },
  buybacks: { name: "buybacks", words: ["buyback", "repurchase", "share repurchase"] },
  investment: { name: "investment", words: ["capital expenditure", "capex", "capacity"] },
  deals: { name: "acquisitions", words: ["acquisition", "acquire", "acquired", "merger", "divestiture"] },
  jobs: { name: "jobs", words: ["headcount", "layoff", "hiring", "workforce", "restructuring"] },
  currency: { name: "currency", words: ["currency", "foreign exchange", "fx", "strong dollar"] },
  regulation: { name: "regulation", words: ["regulation", "regulatory", "regulator", "antitrust", "compliance"] },
  tax: { name: "taxes", words: ["tax", "tax rate", "tax reform"] },
  inventory: { name: "inventory", words: ["inventory"] },
  growth: { name: "growth", words: ["growth", "grow", "growing", "grew", "grown"] },
  risks: { name: "risks", words: ["risk", "uncertainty", "adversely affect", "adversely impact", "harm"] },
};

/** What is looked for in texts of a company where a question names no topic. */
export const USUAL_TOPICS: readonly string[] = ["#guidance", "#demand", "#margins"];

/** The parts of a term like `cloud+#growth`, all of which a sentence holds. */
export function partsOfTerm(term: string): readonly string[] {
  return term.split("+");
}

/** The words of a part of a term: those of a topic like `#supply`, or the part itself. */
export function wordsOfTerm(term: string): readonly string[] {
  return topicOf(term)?.words ?? [term];
}

/** The topic of a term like `#supply`; `undefined` of one that is a word itself. */
export function topicOf(term: string): TextTopic | undefined {
  const id = term.slice(1);
  return term.startsWith("#") && Object.hasOwn(TEXT_TOPICS, id) ? TEXT_TOPICS[id] : undefined;
}
