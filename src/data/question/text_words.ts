import type { TextKind } from "../text_document.ts";
import { BLANK } from "../../terms/places.ts";
import { matching, pattern } from "../../terms/fold.ts";

/** Words by which a question asks for texts; patterns are of folded text in which the names of companies are blanked out. */

const CALL_LEAD =
  "the|its|their|this|that|last|latest|newest|previous|prior|recent|(?:q[1-4]|(?:first|second|third|fourth)[- ]quarter)";

/** Words that name kinds of texts. In order: what one has taken, no later one reads; a part of reports names both kinds. */
export const KIND_WORDS: readonly { readonly kinds: readonly TextKind[]; readonly words: RegExp }[] = [
  {
    kinds: ["call"],
    words:
      pattern`\b(?:earnings |call |conference call )?transcripts?\b|\b(?:earnings|conference|results|quarterly|investor) calls?\b
      |(?:\b(?:${CALL_LEAD})|${BLANK}(?:'s)?) calls?\b(?! options?)`,
  },
  { kinds: ["10-K", "10-Q"], words: /\brisk factors?\b|\bmd&a\b/g },
  { kinds: ["10-K"], words: /\b(?:form )?10-?ks?\b|\bannual (?:reports?|filings?)\b/g },
  { kinds: ["10-Q"], words: /\b(?:form )?10-?qs?\b|\bquarterly (?:reports?|filings?)\b/g },
  { kinds: ["8-K"], words: /\b(?:form )?8-?ks?\b/g },
  { kinds: ["10-K", "10-Q", "8-K"], words: /\bfilings?\b/g },
  { kinds: ["news"], words: /\bnews(?: (?:items?|stor(?:y|ies)|flow))?\b|\bheadlines?\b|\bnachrichten\b/g },
  {
    kinds: ["post"],
    words:
      /\bsocial media(?: posts?)?\b|\b(?:social|online|user|recent|newest|latest|last|the|these|those|do|did|in|of|from|any|some|what) posts\b|\bposts(?= (?:say|said|write|wrote|mention(?:ed)?|about|on|of|from)\b)|\btweets?\b|\breddit\b|\bstocktwits\b/g,
  },
  { kinds: ["other"], words: /\bother texts?\b/g },
];

/** The texts that a company itself writes or speaks. */
export const OWN_KINDS: readonly TextKind[] = ["10-K", "10-Q", "8-K", "call"];

/** Words for the part of a filing in which what is asked stands. */
export const RISK_FACTORS = /\brisk factors?\b/;
/** Its heading. */
export const RISK_SECTION = "Item 1A";

/** Kinds of which there is one at a time, so that "the last" is a single text. */
export const SINGLE_KINDS: readonly TextKind[] = OWN_KINDS;
/** Words for the newest, up to the end of what names a kind; "its 10-K" is the newest. */
export const NEWEST =
  /\b(?:last|latest|newest|most recent)\b[^.?!,;]{0,20}$|(?<!\b(?:any|every|each|all|which|a) )\b(?:10-?k|annual report)$/;

const ABOUT = String.raw`(?:about|on|of|regarding|concerning|around|with regard to)`;
const MUCH = String.raw`(?:\s+(?:anything|something|nothing|much|more|specifically|exactly))?`;

/** Somebody says something about something; what stands behind is the topic. */
export const SAYS_ABOUT =
  pattern`\b(?:say|says|said|comment(?:s|ed)?|talk(?:s|ed)?|remark(?:s|ed)?|warn(?:s|ed)?|writes?|wrote|states?|stated
  |disclos(?:e|es|ed)|speak|spoke)${MUCH}\s+${ABOUT}\s+
  |\b(?:mention(?:s|ed)?|discuss(?:es|ed)?)\s+(?:anything ${ABOUT}\s+)?`;

/** The same without a topic: "what did Apple say?" */
export const SAYS =
  pattern`\bwhat\b[^.?!]{0,60}?\b(?:say|says|said)(?=[\s${BLANK}]*(?:[?.!]|$|(?:then|in|at|on|during)\b))`;

/** Who says it, directly before the verb; a request to the analyst ("discuss AAPL", "and comment on risk") has nobody there. */
export const SPEAKER =
  matching`(?:${BLANK}(?:'s?)?|\b(?:they|it|he|she|management|compan(?:y|ies)|ceo|cfo|executives?|leadership|firm|board|directors
  |anyone|anybody|somebody|someone|who|news|press|headlines?|posts?|tweets?|reddit|10-?[kq]s?|8-?ks?|filings?|reports?|transcripts?|calls?
  |risk factors?))(?:[^.?!:;,]{0,25}\s)?$`;
/** The verb is asked of the analyst after all. */
export const NO_SPEAKER =
  /(?:[:;,]|\b(?:and|then|please|to|you|i|me|we|us|one|should|data|charts?|numbers?|figures?|prices?|model|signals?|indicators?|technicals?|trends?|score|analysts?))\s*(?:\b(?:also|do|does|did|would|can|could|will)\s+)?$/;

/** Something on a topic, in a question that names a kind of texts. */
export const ANYTHING_ON =
  pattern`\b(?:anything|something|posts|passages?|sentences?|quotes?|comments?|remarks?|details?|statements?|section|wording
  |disclosures?|risk factors?|news(?: items?)?|headlines?|transcripts?|filings?|10-?[kq]s?|8-?ks?|calls?|reports?|tweets?|item \d{1,2}[a-c]?)
  (?:\s+(?:of|in|from|by|for)\s+${BLANK}+)?\s+(?:there |said |written )?(?:about|on|regarding|concerning)\s+`;

/** The wish to read it word for word, which is for no price where a text is asked. */
export const QUOTE = /\b(?:quot(?:e|es|ed|ation)|cite|citations?)\b/g;

/** A topic is asked for in the passive: "is litigation mentioned in the 10-K?" */
export const MENTIONED = /\b(?:is|are|was|were)\s+([^.?!]{2,60}?)\s+(?:mentioned|discussed|disclosed)\b/g;

/** Words that are no part of a topic. */
export const NO_TOPIC: ReadonlySet<string> = new Set(
  [
    "a an the and or of in on at to for by from with about its their his her our this that these those any all some it",
    "they them he she there then now last latest newest recent most current new previous prior next first second third",
    "fourth half year years quarter quarters month months week weeks day days time times today yesterday company",
    "companies management ceo cfo executives firm stock shares call calls report reports filing filings transcript",
    "transcripts news headlines item items annual quarterly during since until before after between as is are was were",
    "be been being do does did has have had will would could should may might can if what which who when where how why",
    "anything something nothing much please topic subject matter s t re more also too into over under per via your you",
    "me my i we us say says said mention mentioned q1 q2 q3 q4 regarding concerning especially its own general",
  ].join(" ").split(" "),
);

/** Words that stand for the topic of a question before, and nothing else. */
export const THAT_TOPIC = /^[\s\ufffc]*(?:it|this|that|the same|them|those|these)\b/;
