import type { ItemId } from "../metrics/items.ts";
import { rowsOf } from "./measure_words.ts";

/** Words that ask for items of financial statements; patterns are of folded text. */
export interface ItemWords {
  /** Several, where the words name none alone. */
  readonly items: readonly ItemId[];
  readonly words: RegExp;
}

/** Words that hold one of an item, and ask for something else: none of what they take is read as an item. */
export const NO_ITEMS =
  /\bprice[- ](?:to[- ])?(?:earnings|book(?: values?)?|sales|cash[- ]?flow)|\bearnings multiples?|\bbook[- ](?:values? )?(?:to|against)[- ](?:the |its )?(?:market|price)|\bgross profitability|\b(?:share|stock|equity) issu\w+|\bev\/(?:ebitda|sales|ebit)|\b(?:dividend|earnings|(?:free[- ]?)?cash[- ]?flow|fcf) yields?|\b(?:before|after|ahead of|around|until|since|into|next|upcoming|on) (?:the |its |their |next )*earnings\b|\bearnings (?:dates?|reports?|surprises?|season|announcements?|calls?|days?|estimates?|guidance|forecasts?|expectations?|transcripts?|quality|power)|\b(?:reports?|reported|reporting|announces?|beat|beats|miss|misses) (?:on )?(?:its |their |the )?(?:earnings|results)\b|\binsiders? (?:sales|purchases|buying|selling)|\bdebt[- ]to[- ]\w+|\bnet debt|\b(?:take|taking|book) (?:some |my )?profits?|\bprofit[- ]?taking|\bprofit warnings?|\bcost of (?:equity|debt)|\b(?:return|roe|returns) on (?:equity|assets|sales|invested capital)|\bsales ?(?:force|people|calls?|pressure|teams?)\b|\b(?:under|out)?sells?\b|\bcash (?:secured|conversion|is king)|\basset (?:management|classe?s?|allocation|growth)|\bassets under management|\b(?:american|real) assets\b|\bassets (?:trust|income|funds?)\b|\bdividends? (?:(?:&|and|,) )?(?:income|trust|funds?|equity|opportunit\w+|premium|interest)\b|\bdebt (?:funds?|strategies|trust)\b|\b(?:grade|markets|domestic) debt\b|\bbitcoin cash\b|\bprice targets?/g;

/** Items and the pattern of the words that ask for them; a row a line, in order: what one has taken, no later one reads. */
const ITEMS = String.raw`
gross_margin | \b(?:gross (?:profit )?margins?|bruttomarge|marge brute|margen bruto|margine lordo|margem bruta)\b
operating_margin | \b(?:operating (?:profit |income )?margins?|operative marge|marge operationnelle|margen operativo|margine operativo|margem operacional)\b
net_margin | \b(?:(?:net |profit )(?:profit |income )?margins?|nettomarge|marge nette|margen neto|margine netto|margem liquida)\b
gross_profit | \b(?:gross (?:profits?|income)|bruttogewinn|bruttoergebnis|benefice brut|beneficio bruto|utile lordo|lucro bruto)\b
operating_cash_flow,capital_expenditure,free_cash_flow | \bcash[- ]?flow statements?\b
free_cash_flow | \b(?:free cash[- ]?flows?|free cash|fcf|freier cashflow|freien cashflow)\b
operating_cash_flow | \b(?:operating cash[- ]?flows?|cash[- ]?flows? from (?:operations|operating activities)|operativer cashflow|cash[- ]?flows?|flujo de caja(?: operativo)?|flux de tresorerie(?: (?:d'exploitation|operationnels?|provenant des operations))?|flusso di cassa(?: operativo)?|fluxo de caixa(?: operacional)?|(?:net )?cash (?:flows? )?(?:provided by|generated (?:by|from)|from) (?:its )?(?:operating activities|operations))\b
pretax_income | \b(?:pre-?tax (?:income|profits?|earnings)|(?:income|profits?|earnings) before (?:income )?tax(?:es)?)\b
operating_income | \b(?:operating (?:income|profits?|earnings|results?)|betriebsergebnis|operatives ergebnis|resultat operationnel|resultado operativo|reddito operativo|lucro operacional)\b
eps_basic | \bbasic (?:eps|earnings per share)\b
eps_diluted | \b(?:(?:diluted )?(?:eps|(?:earnings|profits?|net income|earn|earned|make|made) (?:per|a) share)|ergebnis je aktie|gewinn (?:je|pro) aktie|benefice par action|beneficio por accion|utile per azione|lucro por acao)\b
retained_earnings | \b(?:retained earnings|gewinnrucklagen)\b
dividends_paid | \b(?:dividends? (?:paid|payments?)|total dividends?|dividends? payout)\b
dividends_per_share | \b(?:dividends?(?: (?:declared )?(?:per|a) share)?|dividende[ns]?(?: (?:je|pro) aktie| par action)?|dividendos?|dividendi)\b
buybacks | \b(?:(?:share |stock )?(?:buy-?backs?|repurchases?)(?: of (?:shares|stock))?|aktienruckkaufe?)\b
cost_of_revenue | \b(?:cost of (?:revenues?|sales|goods sold)|cogs|umsatzkosten|cout des ventes|costo del venduto|custo das vendas)\b
research_and_development | (?:\b(?:r ?& ?d|research and development|f&e|forschung und entwicklung|recherche et developpement|investigacion y desarrollo|ricerca e sviluppo)(?: (?:spending|expenses?|costs?|budget|expenditures?))?)
operating_expenses | \b(?:operating (?:expenses?|costs?)|op-?ex|betriebskosten)\b
costs_and_expenses | \b(?:total (?:costs?(?: (?:and|&) expenses)?|expenses))\b
selling_general_admin | (?:\bsg&a\b|\bselling,? general,? and administrative(?: (?:expenses?|costs?))?)
interest_expense | \binterest (?:expenses?|costs?|paid|payments?)\b
income_tax | \b(?:income tax(?:es)?(?: expenses?| provision)?|tax (?:expenses?|bill|provision)|taxes paid)\b
depreciation | \b(?:depreciation(?: (?:and|&) amorti[sz]ation)?|abschreibungen)\b|\bd&a\b
capital_expenditure | \b(?:cap(?:ital )?[- ]?ex(?:penditures?)?|capital spending|investitionsausgaben)\b
current_ratio | \bcurrent ratio\b
liabilities_to_equity | \bliabilities[- ]to[- ]equity(?: ratio)?\b
current_assets | \b(?:current assets|umlaufvermogen)\b
current_liabilities | \bcurrent liabilities\b
property | \b(?:property,? plant,? (?:and|&) equipment|fixed assets|sachanlagen)\b|\bpp&e\b
goodwill | \bgoodwill\b
inventory | \b(?:inventor(?:y|ies)|vorrate|inventarios?|scorte)\b
receivables | \b(?:(?:accounts |trade )?receivables?|forderungen)\b
equity | \b(?:(?:share|stock)holders?'?s?'? equity|total equity|book equity|book values?|eigenkapital|capitaux propres|patrimonio (?:neto|netto|liquido)|fondos propios)\b
long_term_debt | \b(?:long[- ]term|non-?current) (?:debts?|borrowings?)\b
short_term_borrowings | \bshort[- ]term (?:debts?|borrowings?)\b
total_debt | \b(?:(?:total |gross )?debts?|borrowings|schulden|verschuldung|dettes?|deuda|debiti|debito|divida)\b
liabilities | \b(?:(?:total )?liabilities|verbindlichkeiten)\b
assets | \b(?:(?:total )?assets|bilanzsumme|actif total|activos? totale?s?|totale attivo|ativo total)\b
shares_diluted | \b(?:weighted )?(?:average )?diluted shares?(?: outstanding| count)?\b
shares_outstanding | \b(?:shares? outstanding|outstanding shares|share count|number of shares|aktienanzahl)\b
cash | \b(?:cash(?: (?:and|&) (?:cash )?equivalents| positions?| balances?| pile| holdings| on hand)?|barmittel|flussige mittel|liquide mittel|tresorerie|efectivo)\b
revenue,operating_income,net_income | \b(?:income statements?|profit and loss|p&l)\b
cash,assets,liabilities,equity | \bbalance sheets?\b
revenue,net_income,eps_diluted | \bfundamentals\b
gross_margin,operating_margin,net_margin | \bmargins\b
net_income | \b(?:net (?:income|profits?|earnings|loss(?:es)?|result)|bottom line|profits?|profitable|jahresuberschuss|reingewinn|nettogewinn|gewinne?|benefices?(?: nets?)?|resultat net|beneficios?(?: netos?)?|ganancias?|utile netto|utili(?: netti)?|lucros?(?: liquidos?)?)\b
net_income | (?<=\bhow much (?:money )?(?:did|does|has|have)\b[^.?!]{0,40})\b(?:make|made)\b
net_income,eps_diluted | \bearn(?:ings|ed|s)?\b
revenue | \b(?:(?:total |net )?revenues?|(?:total |net )?sales(?: figures)?|top line|umsatze?n?|umsatzerlose?|chiffre d'affaires|ingresos|(?:las |sus |total de )ventas|ventas(?= (?:de|del|netas|totales|en)\b)|ricavi|fatturato|receitas?|vendas|faturamento)\b
`;

export const ITEM_WORDS: readonly ItemWords[] = rowsOf(ITEMS).map(({ head: [items = ""], words }) => ({
  items: items.split(","),
  words,
}));

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
