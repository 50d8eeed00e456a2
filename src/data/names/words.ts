/** Function words and qualifiers; in capitals they are more often emphasis than a ticker. */
const FUNCTION_WORDS = words(`
  a i i'm i'd i've i'll all an and any are as at be best big but by can did do does down each ever every few for from
  full go good great had has have he her here high his how if in into is its just key kind last less let like live long
  low main many may me more most much my near new next no not now of off old on once one only open or other our out over
  own past per plus post pre real run safe same see self she short should so some still such sure tell than that the
  their them then there these they this those to too top true try two under up us use very via was way we well were what
  when where which while who whom whose why will wise with would yes yet you your about above across after again against
  ahead along also always among around back before behind being below between beyond both bull bear could despite during
  either else enough especially even first five four fresh further give given hence hold holding however instead later
  least made major make mean might must neither never nor often please rather really right said second show since third
  three through thus together toward twice until upon versus vs whether within without worth fast flat free hot cold
  rare solid strong weak fair fine nice clean clear analyse analyze analysis assess compare evaluate examine review
  research
`);

/** Function words and verbs of German, French, Spanish, Italian, Portuguese and Dutch; many are tickers too. */
const FOREIGN_WORDS = words(`
  der die das den dem des ein eine einer eines einem einen und oder mit von vom für gegen bei im ins am an auf aus zu zum zur
  ist sind war wird werden wie was wer wo wann warum welche welcher welches wenn als auch nicht kein keine nur noch mehr
  weniger sehr so es er sie wir ich du man mir mich uns über unter nach vor seit bis ohne außer ausser alle alles jede sein
  ihre seine hat haben kann soll sollte muss bitte zeige nenne sag gib analysiere analysieren vergleiche vergleichen bewerte
  prüfe erkläre
  le la les l un une de du d à au aux et ou avec sans sauf par pour sur sous dans en est sont était quel quelle quels
  quelles qui que quoi comment pourquoi quand où plus moins très ne pas ce cet cette ces se sa son ses leur leurs mes mon
  ma ta tes il elle ils elles nous vous on y ça ca ci si tel telle tous toute toutes tout analyse analysez analyser compare
  comparez comparer évalue montre donne dis entre chez
  el los las lo uno una unos unas del al y e o u con sin por para en es son era qué que cuál cual cuáles cómo como cuándo
  cuando dónde quién más menos muy no ni se su sus mi mis tu este esta estos estas hay ha han está están todo todos toda
  todas compárala compáralo compáralas compáralos comparala comparalo confrontala confrontalo analiza analizar compara comparar evalúa muestra dime entre sobre hacia salvo excepto dame mar
  il lo i gli dei delle della dello degli nel nella nei sul sulla dal dalla dalle dai col coi di da in su per tra fra è sono
  era quale quali come quando dove perché chi che più meno molto non né si suo sua suoi mio mia questo questa questi tutti
  tutte tutto analizza analizzare confronta confrontare valuta mostra dimmi senza tranne eccetto ed ad al alle allo ai cosa
  os as um uma uns umas do da dos das no na nos nas ao aos à pelo pela com sem por para é são foi qual quais como quando
  onde quem mais menos muito não nem se seu sua meu minha este esta todos todas analise analisar compare comparar mostre
  diga entre sobre exceto
  quanto quanta quanti quante devo dovrei posso faut dois doit peux peut debo debería deberia puedo quantos quantas
  soll sollen sollte kann können moet moeten kan mag welches wieviel donnez montrez quelqu dimmi
  de het een en of met van voor tegen bij naar op uit te is zijn was wordt hoe wat wie waar wanneer waarom welke niet geen
  ook meer minder zeer ik jij wij zij alle alles zonder behalve analyseer vergelijk toon
`);

/** Abbreviations of finance, none of them a company. */
const ACRONYMS = words(`
  ai api ar bps ceo cfo coo cpi cusip ebit ebitda eps es esg etf etfs eu fcf fed fx fy gaap gdp hr ifrs ipo isin it lbo
  ltm ma ml mom nav nyse nasdaq pe peg pm pr ps q1 q2 q3 q4 qoq r rd roa roe roi roic sec sp spx sql tam tbd ttm tv uk
  un usa usd eur gbp jpy var vix wacc xbrl yoy ytd h1 h2 am etc ok otc adr reit reits adrs cagr dcf rsi macd atr ev fomc
  ecb boe boj imf opec covid covid-19 pnl p&l p/e p/b p/s ev/ebitda roas bp chf cad aud cny hkd sek nok dkk nzd kpi csv
  pdf xlsx json faq asap fyi btw eod eoy mtd qtd cvar mdd capm apt garch ewma sma ema sue f-score fscore z-score zscore
  kgv kbv fcf-yield pd lgd tsr dps bvps cfroi ffo affo nii nim cet1 usd/eur gics naics lse q1/q2 ceos cfos etns etn
`);

/** Nouns and verbs common in requests, and other words that are also tickers. */
const OTHER_WORDS = words(`
  account act age air alpha amp angle answer app arm art article asset assets average ball bank banks bar base basis bid
  bill board bond bonds book boost break brief buy buyback call capex car care case cash cat catalyst cause chain change
  chart check chief child china city class coin company companies confidence consumer core corporate cost costs country
  cover credit crisis currency cut data date day days deal dealer debt decade decline deep demand detail dividend
  dividends dollar doubt downside drawdown driver drivers drop earn earnings east ease eat economy edge energy equity
  estimate europe event events evidence exit exposure face fact facts factor factors fall figures file filing filings
  fit flow forecast form forward fox fun fund funds future gain game gap gas general gold group grow growth guidance
  half happen hard head hear heat hedge help history home hope horizon hour ice idea impact income index industry
  inflation info insider interest investor investors issue issues item job join keep land law lead leg lever leverage
  level lie life light line link liquidity list look loss losses love macro margin margins market markets mas mat match
  matter metals metric metrics mid mind miss model momentum money month months mos mother move name names need net news
  note number numbers oil opinion option options order outlook page part path pay peak peer peers people performance
  person pick picture place plan play point points policy pool portfolio position price prices pricing product profit
  profits pros public pull push put quality quarter quarters question quick rank rate rates ratio read reason reasons
  recession regulation report request result results return returns revenue revenues reversal rich ride rise risk risks
  road rock rule rules safety sale sales save say sector sectors sell sentiment sense set share shares ship shop side
  signal site size sky snow space spend spot spread staples star start state statement stay step stock stocks stop story
  style sum summary sun supply switch table take talk target tariff tax tap team tech technology term test text thesis
  thing think threat time times total trade trading trend trends turn understand upside valuation value view views
  volatility volume vote wait want watch wave week weeks weight win winner wish wolf word words work world write year
  years yield yields zone january february march april june july august september october november december monday
  tuesday wednesday thursday friday saturday sunday america american asia british canada chinese england european france
  french german germany global india international japan japanese london russia states united western york ares coach
  cos discover keys lab lake motion progressive southern jan feb apr jun jul aug sep sept oct nov dec spring autumn
  winter christmas easter brexit african asian australian brazilian dutch indian italian korean latin mexican nordic
  russian spanish swiss swedish africa australia brazil italy korea mexico spain switzerland sweden emea apac latam
  eurozone alphas beta betas sharpe sortino treynor calmar gaussian bollinger fibonacci monte carlo kelly fama markowitz
  bayesian expected shortfall correlation correlations skewness kurtosis median percentile quartile decile riskiest
  safest safer riskier calmer cheaper better worse worst highest lowest biggest largest smallest accruals piotroski
  altman novy-marx undervalued overvalued expensive cheap cheapest dilution issuance buybacks chance chances probability
  crash crashes rally rallies selloff sell-off correction moved fell rose rising falling assuming consider considering
  explain sort describe summarise summarize thanks thank hello hi hey dear okay sorry quickly maybe perhaps currently
  recently lately finally additionally moreover common ordinary preferred series services web paid advanced advantage
  alarm arrow array awareness bandwidth banner billion booking box bullish capital carriage century click coherent
  community complete construction consumers context creative customers decent defense design designer digital
  distribution driven element employers enhanced enterprise equitable expand exponent extreme figure flexible fold
  formula forum founder freedom frequency functional gambling guided honest hub information inspired insight intelligent
  intensity inter interface intuitive joint landmark lifetime linkage loop magnitude marker mechanics milestone mobility
  nine optimum origin pattern perfect perimeter perspective popular power principal priority range reading regions
  reliability reliance renew restaurant ring scientific sea seek service sound specificity speed strategy stride
  structure super tactical ten tiny track trees trip universe unusual velocity venture waste wrap texas boston kansas
  alaska cincinnati california chicago florida pacific atlantic northern eastern central national federal others rivals
  competitors expectations aktie aktien risiko risiken kurs kurse rendite renditen volatilität schwankung schwankungen
  verlust verluste vergleich wahrscheinlichkeit kursverlust kursrückgang rückgang absturz einbruch einschätzung ausblick
  jahr jahre jahren monat monate monaten woche wochen tag tage tagen quartal gewinn gewinne umsatz grund gründe markt
  märkte börse sektor sektoren branche branchen depot portfolios titel wert werte unternehmen konzern konzerne firma
  firmen banken analyst analysten bewertung liquidität dividende dividenden kapital geld anleger abstand gefahr chancen
  kauf verkauf lage aussichten zahlen bilanz hoch tief handelstage handelstagen prozent euro frage antwort meinung
  überblick zusammenfassung stand ende anfang mitte januar februar märz mai juni juli oktober dezember montag dienstag
  mittwoch donnerstag freitag action actions accion acciones acción azione azioni ação ações aandeel aandelen risque
  risques riesgo riesgos rischio rischi risco riscos valeur valeurs titolo titoli secteur settore setor volatilité
  volatilidad volatilità volatilidade caída calo chute queda perte pérdida perdita perda marché mercado mercato bourse
  bolsa borsa beurs janvier février mars avril juin juillet août septembre octobre novembre décembre enero febrero marzo
  abril mayo junio julio agosto septiembre octubre noviembre diciembre gennaio febbraio aprile maggio giugno luglio
  settembre ottobre dicembre janeiro fevereiro março maio junho julho setembro outubro dezembro
`);

/** Kind of an ordinary word; `none` for any other word. */
export type WordKind = "function" | "acronym" | "other" | "none";

/** The kind of a word, in any case. */
export function wordKind(word: string): WordKind {
  const lower = word.toLowerCase();
  if (ACRONYMS.has(lower)) return "acronym";
  if (FUNCTION_WORDS.has(lower) || FOREIGN_WORDS.has(lower)) return "function";
  return OTHER_WORDS.has(lower) ? "other" : "none";
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
