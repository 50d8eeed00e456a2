import type { ItemId } from "../metrics/items.ts";

/** The amount behind a margin, where a question asks for it in a unit of money. */
export const AMOUNT_OF_MARGIN: Readonly<Record<ItemId, ItemId>> = {
  gross_margin: "gross_profit",
  operating_margin: "operating_income",
  net_margin: "net_income",
};

/** Words that ask how an item changed. */
export const GROWTH =
  /\b(?:gr[eo]w(?:th|n|s|ing)?|rise[ns]?|rose|f[ae]ll(?:en|s)?|increase[ds]?|decrease[ds]?|decline[ds]?|change[ds]?|changing|drop(?:ped|s)?|shr[aiu]nk|cagr|yoy|y\/y|year[- ]over[- ]year|compound(?:ed)?(?: annual)?(?: growth)?(?: rate)?|wachstum|gewachsen|wuchs|stieg|gestiegen|sank|gesunken|verandert|veranderung|croissance|augmente|baisse|evolution|crecimiento|crecio|crecido|crescita|cresciut[oa]|crescimento|cresceu)\b/g;

/** Words that ask for quarters, where the period is a year; and for years, which is what it is without them. */
export const QUARTERLY =
  /\b(?:quarterly|(?:by|per|each|every|quarter by) quarter|quartalsweise|(?:je|pro) quartal|trimestriel(?:le)?s?|(?:par|por|per) trimestre|trimestral(?:es|e|i)?|trimestralmente)\b/g;
export const YEARLY =
  /\b(?:annual|yearly|full[- ]year|(?:by|per|each|every|year by) year|jahrlich|annuel(?:le)?s?|anual(?:es)?|annual[ei])\b/g;

/** Words that ask for the figure as it was first reported, or as it is known newest. */
export const FIRST_VERSION =
  /\b(?:(?:as )?(?:first|originally|initially|first time) (?:reported|filed|stated|published)|as (?:filed|reported) (?:at the time|then|back then)|before restatements?|unrestated|erstmals (?:berichtet|gemeldet)|ursprunglich(?: berichtet| gemeldet)?)\b/g;
export const NEWEST_VERSION = /\b(?:as )?(?:restated|last reported|latest restated)\b/g;
