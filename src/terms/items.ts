import { rowsOf } from "./places.ts";

/** Words for items of financial statements; patterns are of folded text. */
export interface ItemWords {
  /** Several, where the words name none alone. */
  readonly items: readonly string[];
  readonly words: RegExp;
}

/** Words that hold one of an item, and ask for something else: none of what they take is read as an item. */
export const NO_ITEMS =
  /\bprice[- ](?:to[- ])?(?:sales|cash[- ]?flow)|\b(?:share|stock|equity) issu\w+|\bev\/(?:ebitda|sales|ebit)|\bdividend yields?|\b(?:before|after|ahead of|around|until|since|into|next|upcoming|on) (?:the |its |their |next )*earnings\b|\bearnings (?:dates?|reports?|surprises?|season|announcements?|calls?|days?|estimates?|guidance|forecasts?|expectations?|transcripts?|power)|\b(?:reports?|reported|reporting|announces?|beat|beats|miss|misses) (?:on )?(?:its |their |the )?(?:earnings|results)\b|\binsiders? (?:sales|purchases|buying|selling)|\bdebt[- ]to[- ]\w+|\bnet debt|\b(?:take|taking|book) (?:some |my )?profits?|\bprofit[- ]?taking|\bprofit warnings?|\bcost of (?:equity|debt)|\b(?:return|roe|returns) on (?:equity|assets|sales|invested capital)|\bsales ?(?:force|people|calls?|pressure|teams?)\b|\b(?:under|out)?sells?\b|\bcash (?:secured|is king)|\basset (?:management|classe?s?|allocation)|\bassets under management|\b(?:american|real) assets\b|\bassets (?:trust|income|funds?)\b|\bdividends? (?:(?:&|and|,) )?(?:income|trust|funds?|equity|opportunit\w+|premium|interest)\b|\bdebt (?:funds?|strategies|trust)\b|\b(?:grade|markets|domestic) debt\b|\bbitcoin cash\b|\bprice targets?/g;

/**
 * Items, who reads the row (a question that asks, a text that states, or both), and the pattern of the words; a row a line,
 * in order: what one has taken, no later one reads.
 */
const TABLE = String.raw`
net_income,operating_cash_flow,capital_expenditure,free_cash_flow,cash_conversion ask | \bcash conversion(?: ratio)?\b|\b(?:turn|convert)(?:s|ed|ing)? (?:its |their |the )?(?:net )?(?:earnings|profits?|income) (?:in)?to cash\b|\b(?:net )?(?:earnings|profits?|income) (?:cash-backed|backed by cash)(?: flows?)?\b|\bcash-backed\b(?: (?:earnings|profits?))?
operating_income,interest_expense ask | \b(?:cover(?:s|ed|ing)? (?:its |their |the )?interest(?: (?:expenses?|costs?|payments?|bills?))?|interest cover(?:age)?(?: ratio)?)\b
liabilities_to_equity,total_debt ask | \b(?:(?:highly |heavily |over-?)?(?:de)?leveraged?(?: ratio)?(?! (?:its|their|the)\b)|(?:highly |heavily |over-?)?indebted(?:ness)?|gear(?:ed|ing)(?: ratio)?)\b
shares_outstanding ask | (?<=\b(?:since|over the (?:last|past)|in the (?:last|past))\b[^.?!]*)\bdilut(?:e[ds]?|ing|ion)\b(?! (?:eps|earnings|shares?)\b)(?: (?:its |their |the )?(?:share|stock)holders)?|\bdilut(?:e[ds]?|ing|ion)\b(?! (?:eps|earnings|shares?)\b)(?: (?:of |in )?(?:its |their |the )?(?:share|stock)holders)?(?=[^.?!]*\b(?:since|over the (?:last|past)|in the (?:last|past)|from (?:fy ?)?\d{4})\b)
net_margin ask | \bnet(?=(?:,|,? and|,? or) (?:(?:gross|operating)(?:,|,? and|,? or) )?(?:gross|operating) margins?\b)
operating_margin ask | \boperating(?=(?:,|,? and|,? or) (?:(?:gross|net)(?:,|,? and|,? or) )?gross margins?\b)
gross_margin ask | \bgross(?=(?:,|,? and|,? or) (?:(?:operating|net|profit)(?:,|,? and|,? or) )*(?:operating|net|profit) margins?\b)|\b(?:gross (?:profit )?margins?|bruttomarge|marge brute|margen bruto|margine lordo|margem bruta)\b
gross_margin text | \bgross (?:profit )?margins?\b
operating_margin ask | \boperating(?=(?:,|,? and|,? or) (?:net|profit|gross) margins?\b)|\b(?:operating (?:profit |income )?margins?|operative marge|marge operationnelle|margen operativo|margine operativo|margem operacional)\b
operating_margin text | \boperating (?:profit |income )?margins?\b
net_margin ask | \b(?:(?:net |profit )(?:profit |income )?margins?|nettomarge|marge nette|margen neto|margine netto|margem liquida)\b
net_margin text | \bnet (?:profit |income )?margins?\b|\bprofit margins?\b
gross_profit ask | \b(?:gross (?:profits?|income)|bruttogewinn|bruttoergebnis|benefice brut|beneficio bruto|utile lordo|lucro bruto)\b
gross_profit text | \bgross (?:profits?|income)\b
operating_cash_flow,capital_expenditure,free_cash_flow ask | \bcash[- ]?flow statements?\b
free_cash_flow ask | \b(?:free cash[- ]?flows?|free cash|fcf|freier cashflow|freien cashflow|burn(?:s|ed|ing|t)?(?: through)? (?:its |their )?cash|cash burn(?: rate)?)\b
free_cash_flow text | \bfree cash[- ]?flows?\b|\bfcf\b
operating_cash_flow ask | \b(?:operating cash[- ]?flows?|cash[- ]?flows? from (?:operations|operating activities)|operativer cashflow|cash[- ]?flows?|flujo de caja(?: operativo)?|flux de tresorerie(?: (?:d'exploitation|operationnels?|provenant des operations))?|flusso di cassa(?: operativo)?|fluxo de caixa(?: operacional)?|(?:net )?cash (?:flows? )?(?:provided by|generated (?:by|from)|from) (?:its )?(?:operating activities|operations))\b
operating_cash_flow text | \b(?:operating cash[- ]?flows?|(?:net )?cash[- ]?flows? (?:from|provided by|generated by) (?:operations|operating activities)|(?:net )?cash (?:provided by|generated by|generated from|from|used in) (?:operations|operating activities)|operating activities (?:generated|provided))\b
pretax_income both | \b(?:pre-?tax (?:income|profits?|earnings)|(?:income|profits?|earnings) before (?:income )?tax(?:es)?)\b
operating_income ask | \b(?:operating (?:income|profits?|earnings|results?)|betriebsergebnis|operatives ergebnis|resultat operationnel|resultado operativo|reddito operativo|lucro operacional)\b
operating_income text | \b(?:operating (?:income|profits?|earnings|loss(?:es)?)|income from operations|loss from operations|ebit)\b
eps_basic ask | \bbasic (?:eps|earnings per share)\b
eps_basic text | \bbasic (?:eps|earnings per share|loss per share|net income per share)\b
eps_diluted ask | \b(?:(?:diluted )?(?:eps|(?:earnings|profits?|net income|earn|earned|make|made) (?:per|a) share)|ergebnis je aktie|gewinn (?:je|pro) aktie|benefice par action|beneficio por accion|utile per azione|lucro por acao)\b
eps_diluted text | \b(?:diluted )?(?:eps|(?:net )?(?:earnings|income|profit|loss) (?:per|a) (?:diluted )?share)\b|\b(?:per|a) diluted share\b
retained_earnings ask | \b(?:retained earnings|gewinnrucklagen)\b
retained_earnings text | \b(?:retained earnings|accumulated deficit)\b
dividends_per_share text | \b(?:dividends? (?:declared )?(?:per|a) share|(?:per|a)[- ]share dividends?)\b
dividends_paid ask | \b(?:dividends? (?:paid|payments?)|total dividends?|dividends? payout)\b
dividends_paid text | \b(?:dividends? (?:paid|payments?)|(?:in|on|of|cash) dividends|dividends)\b
dividends_per_share ask | \b(?:dividends?(?: (?:declared )?(?:per|a) share)?|dividende[ns]?(?: (?:je|pro) aktie| par action)?|dividendos?|dividendi)\b
buybacks ask | \b(?:(?:share |stock )?(?:buy-?backs?|repurchases?)(?: of (?:shares|stock))?|aktienruckkaufe?)\b
buybacks text | \b(?:(?:share |stock )?(?:buy-?backs?|repurchases?)(?: of (?:its )?(?:own |common )?(?:shares|stock))?)\b
cost_of_revenue ask | \b(?:cost of (?:revenues?|sales|goods sold)|cogs|umsatzkosten|cout des ventes|costo del venduto|custo das vendas)\b
cost_of_revenue text | \b(?:costs? of (?:revenues?|sales|goods sold)|cogs)\b
research_and_development ask | (?:\b(?:r ?& ?d|research and development|f&e|forschung und entwicklung|recherche et developpement|investigacion y desarrollo|ricerca e sviluppo)(?: (?:spending|expenses?|costs?|budget|expenditures?))?)
research_and_development text | \b(?:r ?& ?d|research and development|research & development)(?: (?:spending|expenses?|costs?|budget|expenditures?|outlays?))?
operating_expenses ask | \b(?:operating (?:expenses?|costs?)|op-?ex|betriebskosten)\b
operating_expenses text | \b(?:(?:total )?operating (?:expenses?|costs?)|op-?ex)\b
costs_and_expenses ask | \b(?:total (?:costs?(?: (?:and|&) expenses)?|expenses))\b
costs_and_expenses text | \btotal costs? and expenses\b
selling_general_admin ask | (?:\bsg&a\b|\bselling,? general,? and administrative(?: (?:expenses?|costs?))?)
selling_general_admin text | \bsg&a(?: (?:expenses?|costs?))?|\bselling,? general,? (?:and|&) administrative(?: (?:expenses?|costs?))?
interest_expense ask | \binterest (?:expenses?|costs?|paid|payments?)\b
interest_expense text | \binterest (?:expenses?|costs?)\b
income_tax ask | \b(?:income tax(?:es)?(?: expenses?| provision)?|tax (?:expenses?|bill|provision)|taxes paid)\b
income_tax text | \b(?:income tax(?:es)?(?: expenses?| provision)?|provision for income taxes|tax (?:expenses?|bill|provision))\b
depreciation ask | \b(?:depreciation(?: (?:and|&) amorti[sz]ation)?|abschreibungen)\b|\bd&a\b
depreciation text | \bdepreciation (?:and|&) amorti[sz]ation\b|\bd&a\b
capital_expenditure ask | \b(?:cap(?:ital )?[- ]?ex(?:penditures?)?|capital spending|investitionsausgaben)\b
capital_expenditure text | \b(?:cap-?ex|capital (?:expenditures?|spending|outlays?)|(?:purchases of|spending on) property,? plant,? and equipment)\b
current_ratio both | \bcurrent ratio\b
liabilities_to_equity both | \b(?:ratio of )?liabilities[- ]to[- ]equity(?: ratio)?\b
current_assets ask | \b(?:current assets|umlaufvermogen)\b
current_assets text | \b(?:total )?current assets\b
current_liabilities ask | \bcurrent liabilities\b
current_liabilities text | \b(?:total )?current liabilities\b
property ask | \b(?:property,? plant,? (?:and|&) equipment|fixed assets|sachanlagen)\b|\bpp&e\b
property text | \bproperty,? plant,? (?:and|&) equipment\b|\bpp&e\b
goodwill both | \bgoodwill\b
inventory ask | \b(?:inventor(?:y|ies)|vorrate|inventarios?|scorte)\b
inventory text | \binventor(?:y|ies)\b
receivables ask | \b(?:(?:accounts |trade )?receivables?|forderungen)\b
receivables text | \b(?:(?:accounts|trade) receivables?|receivables)\b
equity ask | \b(?:(?:share|stock)holders?'?s?'? equity|total equity|book equity|book values?|eigenkapital|capitaux propres|patrimonio (?:neto|netto|liquido)|fondos propios)\b
equity text | \b(?:(?:share|stock)holders?'?s?'? equity|total equity)\b
long_term_debt both | \b(?:long[- ]term|non-?current) (?:debts?|borrowings?)\b
short_term_borrowings ask | \bshort[- ]term (?:debts?|borrowings?)\b
short_term_borrowings text | \b(?:short[- ]term (?:debts?|borrowings?)|commercial paper)\b
total_debt ask | \b(?:(?:total |gross )?debts?|borrowings|schulden|verschuldung|dettes?|deuda|debiti|debito|divida)\b
total_debt text | \b(?:total|gross) (?:debts?|borrowings)\b|\bborrowings\b
liabilities ask | \b(?:(?:total )?liabilities|verbindlichkeiten)\b
liabilities text | \b(?:total )?liabilities\b
assets ask | \b(?:(?:total )?assets|bilanzsumme|actif total|activos? totale?s?|totale attivo|ativo total)\b
assets text | \btotal assets\b
shares_diluted ask | \b(?:weighted )?(?:average )?diluted shares?(?: outstanding| count)?\b
shares_diluted text | \b(?:weighted[- ])?(?:average )?diluted shares?(?: outstanding| count)?\b
shares_outstanding ask | (?<=\bhow many shares\b[^.?!]{0,40})\boutstanding\b|\b(?:how many shares(?= (?:does|did|do|has|have)\b)|shares? outstanding|outstanding shares|share count|number of shares|aktienanzahl)\b
shares_outstanding text | \b(?:shares? outstanding|outstanding shares|share count)\b
cash ask | \b(?:cash(?: (?:and|&) (?:cash )?equivalents| positions?| balances?| pile| holdings| on hand)?|barmittel|flussige mittel|liquide mittel|tresorerie|efectivo)\b
cash text | \bcash(?: (?:and|&) (?:cash )?equivalents)\b|\bcash(?= (?:balance|position|pile|on hand|holdings))
revenue,operating_income,net_income ask | \b(?:income statements?|profit and loss|p&l)\b
cash,assets,liabilities,equity ask | \bbalance sheets?\b
revenue,net_income,eps_diluted ask | \bfundamentals\b
gross_margin,operating_margin,net_margin ask | \bmargins\b
net_income ask | \b(?:net (?:income|profits?|earnings|loss(?:es)?|result)|bottom line|profits?|profitable|jahresuberschuss|reingewinn|nettogewinn|gewinne?|benefices?(?: nets?)?|resultat net|beneficios?(?: netos?)?|ganancias?|utile netto|utili(?: netti)?|lucros?(?: liquidos?)?)\b
net_income text | \b(?:net (?:income|profits?|earnings|loss(?:es)?)|bottom line|(?<!gross |operating )profits?)\b|\bnet result\b
revenue text | \b(?:(?:total |net )?revenues?|(?:total |net )?sales|top line|turnover)\b
net_income ask | (?<=\bhow much (?:money )?(?:did|does|has|have)\b[^.?!]{0,40})\b(?:make|made)\b
net_income text | \bearnings\b|\b(?:earned|netted)\b|\blost(?= (?:about |around |nearly |almost |more than |roughly |over |just over |some )?\ufffc)
net_income,eps_diluted ask | \bearn(?:ings|ed|s)?\b
revenue ask | \bhow (?:fast|quickly|rapidly)(?=\b[^.?!]{0,60}\bgr[eo]w(?:ing|n)?\b)|^(?:which|who)(?=\b[^.?!]{0,60}\bgr[eo]w(?:ing|n|s)? (?:the )?(?:faste[rs]t?|slow(?:er|est)|mo(?:re|st)|quick(?:er|est)|least)\b)
revenue ask | \b(?:(?:total |net )?revenues?|(?:total |net )?sales(?: figures)?|top line|umsatze?n?|umsatzerlose?|chiffre d'affaires|ingresos|(?:las |sus |total de )ventas|ventas(?= (?:de|del|netas|totales|en)\b)|ricavi|fatturato|receitas?|vendas|faturamento)\b
revenue text | \b(?:turned over|turns over)\b
buybacks text | \b(?:bought back|buying back|repurchased|repurchasing)\b
equity text | (?<!private |brand )\bequity\b
`;

function readIn(column: "ask" | "text"): readonly ItemWords[] {
  return rowsOf(TABLE).filter(({ head: [, reader] }) => reader === column || reader === "both")
    .map(({ head: [items = ""], words }) => ({ items: items.split(","), words }));
}

/** What a question asks for, in six languages. */
export const ITEMS_ASKED: readonly ItemWords[] = readIn("ask");
/** What an English text states. */
export const ITEMS_STATED: readonly ItemWords[] = readIn("text");
