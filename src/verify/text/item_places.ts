import { isItemId, type ItemId } from "../../data/metrics/items.ts";
import { ITEMS_STATED } from "../../terms/items.ts";
import { blanked, placesOf, takenBy } from "../../terms/places.ts";
import type { Stretch } from "../../data/texts/sentences.ts";

/** An item of statements that a sentence names. */
export interface ItemPlace extends Stretch {
  readonly item: ItemId;
  /** It is called a loss: the figure is its size below nought. */
  readonly isLoss: boolean;
  /** It is an object of another word, like that of `charges related to revenue`. */
  readonly isObject: boolean;
  /** It is named with a word that makes a part or another thing of it, like `services revenue`. */
  readonly isPart: boolean;
}

/** Words that hold one of an item and mean something else. */
const OTHERS =
  /\b(?:deferred|unearned|recurring|comparable|same[- ]store|segment|product|service|services|net new) (?:revenues?|sales|income)|\b(?:revenues?|sales|earnings|income|profit|eps|margin) (?:guidance|forecasts?|targets?|estimates?|multiples?|run[- ]?rate|mix|outlook|expectations?|per (?:user|employee|customer)|calls?|reports?|season|surprises?|releases?|statements?|warnings?|announcements?|force|team|tax|volumes?|retention)|\bprice[- ](?:to[- ])?(?:earnings|sales|book)|\bp\/[esb]\b|\bcash,? (?:and )?(?:cash equivalents,? )?(?:and|plus|,) (?:short[- ]term |marketable |investments?|restricted)[a-z ]{0,24}|\bnet (?:cash|debt)\b(?! (?:provided|generated|from|flow))|\btotal cash\b|\breturn on [a-z]+(?: [a-z]+)?|\bassets under management|\bother (?:income|expenses?|assets|liabilities)|\b(?:interest|investment|comprehensive|dividend|taxable) income|\btax rates?|\binventory turn[a-z]*|\bdays (?:sales|inventory)[a-z ]{0,16}|\b(?:tangible )?book value|\bmarket share|\b(?:cash|equity|debt) (?:compensation|offering|financing|ratio|conversion)|\bcash flow statements?|\bbalance sheets?|\b(?:non[- ]?current|intangible|deferred tax|financial|lease|fixed) (?:assets|liabilities)|\bequity (?:investments?|method|securities)|\bdebt[- ]to[- ][a-z]+|\bcost[- ]cutting|\bearnings power|\bshare price|\bdividend yield|\b(?:fcf|earnings|cash flow) (?:yield|margin|conversion)|\bfree cash flow (?:yield|margin|conversion)|\bebitda\b|\b(?:sales|selling) and marketing|\bgeneral and administrative|\b(?:revenues?|sales|income|cash|inventory|inventories|assets|liabilities|debt) (?:recognized|recognised|related|provisions?|reserves?|write|written|allowance|commitments?|obligations?|backlog|share|sharing|sources?|streams?)\b|\b(?:operating )?assets and liabilities|\bcommercial paper program/g;

/** Words that may be directly before an item and leave it whole. */
const WHOLE = new Set(
  ("the its their his our a an of in and or to on for with by as at from that this than but while whose as total annual " +
    "quarterly yearly full-year fiscal year quarter full fiscal-year consolidated reported record strong solid weak higher " +
    "lower rising falling growing declining diluted gaap overall company company's firm's group's group all more less " +
    "were was is are had has posted reported generated recorded booked delivered earned grew increased decreased raised cut " +
    "lifted boosted both saw spent paid bought respectively where when when's up down annual, today's highest lowest " +
    "biggest largest quarter's year's period's same those these which whereas into against versus vs over " +
    "produced logged registered showed shows posting reporting generating with its first second third fourth " +
    "grow fell rose billion million thousand trillion bn m usd percent % higher-than greater bigger smaller ended last own " +
    "million, billion, share shares comparing corresponding prior-year year-ago previous prior cash 's " +
    "through during via after before around leaving left making made make giving gave bringing brought including includes plus minus " +
    "per also only just even now then already again roughly nearly almost under below above since until out ate swallowed " +
    "holding having being been be while average between both further additional strong-er healthy solid dismal huge " +
    "was-its keeps keep kept remained remains stays stayed expanded shrank climbed dropped widened narrowed added cutting lifting " +
    "net-of about much half twice double triple worth carried held kept owed totalled totaled incurred")
    .split(" "),
);

/** Behind an item: of what part of the company it is. */
const PART_BEHIND =
  /^(?: (?:from|at|in|of) (?:its |the )?(?:iphone|ipad|mac|services?|products?|wearables|data ?cent(?:er|re)s?|gaming|auto\w*|cloud|search|ads?|advertising|youtube|energy|china|europe|japan|asia|the americas|americas|north america|segment|subscriptions?|hardware|software|customers?|international|u\.?s\.?\b)|, (?:excluding|net of|before|adjusted))/;

/** The items that a sentence names, in order; of folded text. */
export function itemPlaces(folded: string): readonly ItemPlace[] {
  return takenBy(
    blanked(folded, placesOf(folded, OTHERS)),
    ITEMS_STATED,
    ({ items: [item = ""] }, piece, _, left): ItemPlace | undefined =>
      isItemId(item)
        ? {
          ...piece,
          item,
          isLoss: /\blos[st]|deficit/.test(left.slice(piece.start, piece.end)),
          isPart: isPartAt(folded, piece),
          isObject: isObjectAt(folded, piece.start),
        }
        : undefined,
  ).found;
}

/** Before a preposition that an item may follow and be the subject: a figure, or a change. */
const SUBJECT_LEAD =
  /(?:^|[,;:(|.-]|\ufffc|%|\b(?:rise|increase|growth|decline|drop|fall|decrease|gain|jump|improvement|reduction|dip|surge|billion|million|bn|dollars|percent|figures?|reported|posted|had|with|and|generated|recorded|booked|spent|up|down|earned|held|than))\s*(?:a |an |the |its |total |record |annual |quarterly |diluted |full-year )*$/;

function isObjectAt(folded: string, start: number): boolean {
  const before = folded.slice(Math.max(0, start - 40), start);
  const [lead, preposition = ""] =
    /\b(of|to|in|on|from|for|by|into|at)(?: (?:the|its|our|their|total|a))* ?$/.exec(before) ?? [];
  if (lead === undefined || preposition === "") return false;
  return !SUBJECT_LEAD.test(before.slice(0, before.length - lead.length));
}

/** Possessives that are of the company itself; another, like "spotify's", is of somebody else. */
const OWN =
  /\b(?:(?:the|its|this|that|last|our|their|prior|previous|latest)(?: [a-z-]+){1,3}|(?:company|firm|group|year|quarter|period|month|today|yesterday|[a-z]+day|stock)'s?)\s*$/;

function isPartAt(folded: string, { start, end }: Stretch): boolean {
  if (PART_BEHIND.test(folded.slice(end, end + 48))) return true;
  const before = folded.slice(Math.max(0, start - 40), start);
  const [, word = ""] = /([^\s(]*)\s*$/.exec(before) ?? [];
  if (!/^[a-z&.'-]*[a-z]$/.test(word)) return false;
  if (/'s?$/.test(word)) return !OWN.test(before);
  return !WHOLE.has(word);
}
