import { anyOf, matching } from "./fold.ts";
import { bareWord, type Token } from "./tokens.ts";

/** It asks nothing by itself, or that something is asked, that a view is, how it is to be reported, or what was done. */
type Plain = "function" | "asking" | "view" | "style" | "verb";
type Sign = "below" | "above" | "highest" | "lowest" | "high" | "low" | "sign";
/** It changes what is asked: a `qualifier` beside what it stands. */
type Change =
  | "not"
  | "except"
  | "mean"
  | "count"
  | "ahead"
  | "nth"
  | "share"
  | "against"
  | "own"
  | "circle"
  | "qualifier";

/** What a word says in a question, whatever that is about. */
export type Role = Plain | Sign | Change;

/**
 * A role with its words, a line a language: words with blanks between, a phrase with `_` between its words; folded. Of two
 * roles of a word the first counts.
 */
const TABLE = `
below
  en below under beneath less_than lower_than smaller_than fewer_than cheaper_than at_most no_more_than not_more_than not_above up_to < ≤
  de unter unterhalb weniger_als kleiner_als niedriger_als hochstens
  fr inferieur_a inferieure_a inferieurs_a inferieures_a inferieur inferieure moins_de sous au-dessous_de
  es por_debajo_de por_debajo menos_de menor_que menor_a inferior_a inferiores_a
  it sotto inferiore_a inferiori_a meno_di
  pt abaixo_de
above
  en above over more_than greater_than higher_than larger_than bigger_than better_than worse_than at_least exceeding exceeds not_below beyond > ≥
  de uber oberhalb mehr_als grosser_als hoher_als mindestens
  fr superieur_a superieure_a superieurs_a superieures_a superieur superieure plus_de au-dessus_de au_moins
  es por_encima_de por_encima mas_de mayor_que mayor_a superior_a superiores_a al_menos
  it sopra superiore_a superiori_a piu_di almeno
  pt acima_de mais_de pelo_menos
highest
  en most closest nearest highest higher largest larger biggest bigger greatest greater strongest stronger more top richest hottest fastest longest
  de hochste hochsten hochster hochstes hoher hohere hoheren meiste meisten am_meisten starkste starksten starkster großte großten großter grosste grossten
  fr le_plus la_plus les_plus plus_haut plus_haute plus_eleve plus_elevee plus_forte plus_fort plus_grande plus_grand
  es el_mas la_mas las_mas los_mas mas_alto mas_alta mas_altos mas_altas mayor mayores
  it il_piu la_piu i_piu le_piu piu_alto piu_alta maggiore maggiori
  pt o_mais a_mais os_mais as_mais maior maiores
lowest
  en least furthest farthest lowest lower smallest smaller fewest weakest weaker less bottom shortest slowest
  de niedrigste niedrigsten niedrigster niedriger geringste geringsten geringster kleinste kleinsten schwachste schwachsten wenigste wenigsten am_wenigsten am_geringsten
  fr le_moins la_moins les_moins plus_bas plus_basse plus_faible plus_petit plus_petite
  es el_menos la_menos las_menos los_menos mas_bajo mas_baja mas_bajos mas_bajas menor menores
  it il_meno la_meno i_meno le_meno piu_basso piu_bassa minore minori
  pt o_menos a_menos os_menos as_menos
high
  en high strong large big rich fast
  de hohe hohen hohem hohes
  fr eleve elevee
  es alto alta
low
  en low weak small poor slow
  de niedrige niedrigen niedriges geringe geringer
  fr faible
  es bajo baja
sign
  en positive negative
  de positiven positiver positives negativen negativer negatives
  fr positif positifs negatif negatifs
  es positivo positiva negativo negativa
qualifier
  en per_share a_share per_employee per_user per_head per_store per_customer worst_day worst_week worst_month worst_quarter worst_year best_day best_week best_month best_quarter best_year ever all-time lifetime inception whole_history entire_history full_history how_much_of_my how_much_money_should how_many_shares_should
  de je_aktie pro_aktie schlechtester_monat bester_monat
  fr par_action
  es por_accion
  it per_azione
  pt por_acao
function
  en per_annum per_year per_quarter per_month per_day or_not whether_or_not if_not not_only not_just not_to_mention no_doubt no_problem nyse nasdaq exchange listed weights weight weighted equally given first main key major about case profile update position positions holding holdings add trim short long take attractive interesting a an the of for in facing face trend trends going on at by to from with and or is are was were be been being am has have had having do does did done i'm i'd i've i'll we're we'd we've you're let's that's there's who's how's lately it its it's itself his her their theirs they them this that these those there here i me my mine myself we us our you your he she if so as
     than then too also but yet though while just now currently current today's latest newest last recent recently still already again since until till through during within after before out up down into onto off around between among across all any every each some one ones other another both such can could would may might must let lets s t d ll re ve m same overall total own stock stocks share shares company companies firm firms name names equity equities ticker tickers security securities business businesses corporation inc group portfolio basket value values level levels figure figures number numbers amount amounts amount_of data point points price prices priced thing things kind type sort ago
     year years quarter quarters month months week weeks day days time times date period fiscal fy annual annually yearly quarterly calendar end start beginning close close-to much good bad nice great full course course_of fact term terms because due thanks_to via as_of so_far to_date against versus vs nearly almost market index benchmark s&p 500 usd dollar dollars money cash_terms somebody something anything everything someone anyone people management executives right far near low-cost whole history_of more_or_less p
  de der die das den dem des ein eine einer eines einem einen und oder mit von vom fur gegen bei im ins auf aus zu zum zur ist sind war waren wird werden wurde als auch nur noch es er sie wir ich du man mir mich uns nach vor seit bis zwischen sich seinem seiner seine sein ihr ihre ihrer ihrem letzten letzte letztes aktuell aktuelle aktuellen derzeit jetzt heute hoch viel stark weit gross nah haben hat hatte kann konnte darf muss aktie aktien unternehmen firma firmen konzern titel wert werte jahr jahre jahren geschaftsjahr quartal monat monate tag tage denn dann doch da um beim dieses diese diesem markt
  fr le la les l un une de au aux et avec par pour sur dans en est sont etait etaient fut ont avait il elle ils elles nous vous je se sa son ses leur leurs mon ma mes votre notre y ce cet cette ces si plus tres bien action actions entreprise entreprises societe societes titre titres valeur valeurs annee annees ans trimestre mois semaine jour jours dernier derniere derniers dernieres actuel actuelle actuellement aujourd'hui maintenant depuis entre jusqu exercice chez marche qu est-il est-elle
  es el los las lo una unos unas del al e o u con por para era eran fue fueron ha han su sus mi mis tu nos mas muy esta este estos estas hay desde hasta sobre accion acciones empresa empresas compania companias titulo titulos valor valores ano anos meses semana dia dias ultimo ultima ultimos ultimas actual actualmente hoy ahora ejercicio mercado tal estan estado
  it gli uno di della dello dei degli delle alla ed sul sulla dal dalla tra fra erano fu hanno suo sua suoi mio mia questo questa nel nella nello nell piu molto titolo titoli azione azioni azienda aziende societa valore valori anno anni mese mesi giorno giorni ultimi ultime attuale oggi ora mercato esercizio ai sono
  pt os uma umas dos em no na nas ao aos com ou foi sao seu atual hoje agora acao acoes mais muito
not
  en not never neither nor none nothing without_any isn't aren't doesn't don't didn't won't wasn't weren't hasn't haven't can't cannot non nobody
  de nicht kein keine keinen keiner nie niemals
  fr pas jamais aucun aucune ni
  es nunca jamas ningun ninguna tampoco
  it mai nessun nessuna
  pt nao nenhum nenhuma
except
  en except excepting excluding exclude excl ex without besides minus other_than apart_from aside_from everything_but all_but leaving_out ignoring but_not and_not barring outside_of
  de ohne ausser ausgenommen abgesehen_von
  fr sans sauf hormis hors excepte
  es sin excepto salvo
  it senza tranne eccetto
  pt sem exceto
mean
  en average averages mean median typical combined cumulative aggregate sum percentile quartile decile mode
  de durchschnitt durchschnittliche durchschnittlicher durchschnittlichen mittlere mittlerer mittleren
  fr moyenne moyen mediane
  es promedio media mediana
count
  en how_many count number_of proportion_of percentage_of fraction_of what_share_of
  de wie_viele
  es cuantos cuantas
  it quanti quante
  pt quantos quantas
ahead
  en will gonna going_to about_to likely_to bound_to set_to forecast forecasts forecasted predict predicted prediction projected projection expect expected expecting expectation estimate estimated estimates consensus guidance tomorrow next coming upcoming future ahead odds chance chances probability likelihood likely
  de prognose wahrscheinlichkeit wahrscheinlich erwartet erwarten erwartung nachste nachsten nachstes kommende kommenden kunftig
  fr va-t-il va-t-elle vont sera seront prochain prochaine prevision previsions probabilite
  es va_a van_a seran proximo proxima pronostico probabilidad
  it sara saranno prossimo prossima previsione andra
  pt vai vao previsao
nth
  en second third fourth fifth runner-up second-most second-best second-highest second-lowest third-most 2nd 3rd 4th
  de zweite zweiten zweiter dritte dritten zweithochste zweitniedrigste
  fr deuxieme troisieme
  es segundo segunda tercero tercera
  it secondo seconda terzo terza
share
  en half double doubles doubled twice triple halve halves quarter_of third_of
  de halfte verdoppeln
  fr moitie doubler
  es mitad doble duplicar
against
  en relative_to compared_to compared_with in_excess_of with_respect_to benchmarked_to
  de relativ_zu gegenuber im_vergleich_zu
  fr par_rapport_a contre face_a
  es frente_a respecto_a contra
  it rispetto_a contro
own
  en own_history its_history their_history own_past its_past own_average usual_level five-year_average
  de eigene_geschichte eigenen_geschichte historischen_durchschnitt
  fr propre_histoire
  es propia_historia
circle
  en sector sectors industry industries peers rivals
  de sektor sektoren branche branchen
  fr secteur secteurs
  es sectores
  it settore settori
  pt setor setores
view
  en analyse analyze analysis analysing analyzing assess assessment evaluate evaluation examine review research cover view views opinion opinions outlook thoughts recommend recommendation recommendations buy buying sell selling hold invest investing investment thesis bull bear bullish bearish bull_case bear_case case_for case_against arguments_for arguments_against reasons_to owning should shall worth overview signal verdict summarise summarize summary look looks looking doing stand stands think thinking up_with going_on what_about how_about tell_me_about everything_about deep_dive
  de analysiere analysieren bewerte bewertung beurteile einschatzung meinung ausblick kaufen verkaufen kauf verkauf halten soll sollte sollten lohnt uberblick zusammenfassung investieren empfehlung steht denkst haltst
  fr analysez analyser avis achat vente acheter vendre conserver faut-il dois-je devrais-je resume investir penses-tu pensez-vous
  es analiza analizar analisis compra venta comprar vender mantener debo deberia conviene resumen invertir
  it analizza analizzare analisi opinione comprare vendere tenere devo dovrei
  pt analise analisar opiniao deveria
style
  en ask asks asked asking commentary enough lot lots single quick_one quick_q want wants wanted like need needs prepare preparing presentation committee team project homework hoping hope trying try appreciate regards advance guess tldr quant dummies newbie please pls plz kindly thanks thank thx cheers asap urgent urgently quickly quick_question quick_answer quick_look brief briefly short_answer concise concisely in_short in_one_sentence one_sentence two_sentences three_sentences one_line one_paragraph bullet bullets bullet_points table chart charts graph plot json csv rounded round rounding decimals decimal places place significant digits digit percent percentage in_percent exact exactly precise
     precisely roughly approximately approx sources source sourced cite cited citation citations reference references note notes show_your_work step_by_step step-by-step explain explanation explained plain simple simply english words sentence sentences paragraph format formatted units unit only actually honestly basically maybe perhaps really curious interest interested wondering beginner boss friend client clients colleague everyone kidding possible possibly ok okay hey hi hello dear well say figure_only number_only answer_only no_fluff no_chit-chat no_explanation statement statements filing filings filed report reports reported form 10-k 10-q footnote footnotes according based data_set dataset
     meeting morning memo slide deck class student professor intern trader pm
  de bitte danke kurz genau ungefahr etwa einfach satz satzen quelle quellen gerundet tabelle hallo mal
  fr merci vraiment simplement rapidement environ svp stp bonjour phrase tableau
  es gracias simplemente rapidamente aproximadamente fuente fuentes hola frase tabla por_favor favor
  it grazie semplicemente fonte fonti ciao tabella per_favore favore
  pt obrigado obrigada simplesmente fontes ola tabela
verb
  en pay pays paid spend spends spent spending generate generates generated generating earn earned bring brought make makes made making post posted record recorded book booked declare declared holds held carry carries carried issue issued state stated owe owes owed keep kept invested bought return returned develop developed turn turned run running hit hits stood amounted totaled totalled come came sit sits sitting ran collect collected burn burned burnt trade trades traded trading move moved moving go went gone perform evolve evolved change changed looked stack fare fared deliver delivered charge charged took improve improved improves worsen worsened widen widened narrow narrowed expand expanded
     shrink shrank grow grew
  de verdient verdiente erzielt erzielte gezahlt zahlte ausgegeben gab betrug betragen lag liegt entwickelt notiert gehandelt gemacht macht machte
  fr gagne verse depense realise genere a-t-il a-t-elle evolue vaut
  es gano pago gasto genero tuvo tiene obtuvo vale evoluciono
  it guadagnato pagato speso generato
  pt ganhou pagou gastou gerou teve tem
asking
  en what what's whats which who whom whose where when how why whether tell show give get got find list rank ranked ranking sorted order ordered mention mentions mentioned discuss discusses discussed talk talks talked comment comments commented warn warns warned write writes wrote disclose disclosed speak spoke remark remarked compare compared comparing comparison calculate compute compares contrast computed determine provide check know see said quote help remind question answer pull fetch display print return_me identify tell_me how_high how_low how_much how_big how_large how_far how_close how_near how_strong how_weak how_long how_fast how_good how_bad difference differ better worse best worst
     reason reasons cause caused drove driving driver drivers explains behind happened happen changes new different risk risks risky riskiness safe danger dangerous wrong flip mind beat beats beaten beating lags lagged outperform underperform
  de wie wer wo wann warum wieso weshalb welche welcher welches welchen zeige zeig nenne nenn sag gib vergleiche vergleich finde liste sortiere berechne wie_hoch wie_stark wie_viel wie_gross wie_weit unterschied besser schlechter beste schlechteste grund grunde geandert neu risiko risiken riskant sicher
  fr qui que quoi quel quels quelles pourquoi quand combien montre donne comparez trouve calcule est-ce est-ce_que quel_est quelle_est lequel laquelle meilleur meilleure pire raison risque risques
  es cual cuales quien como cuando donde cuanto cuanta muestra dime compara encuentra lista calcula por_que mejor peor razon cambio cambiado riesgo riesgos
  it che cosa quale quali chi quando dove quanto quanta mostra dimmi dai confronta trova elenca calcola perche migliore peggiore cambiato rischio rischi
  pt qual quais quem onde mostre diga encontre melhor pior mudou risco riscos
`;

/** A role that begins at a token. */
export interface Found {
  readonly role: Role;
  /** How many tokens say it. */
  readonly tokens: number;
}

interface Phrase {
  readonly role: Role;
  readonly words: readonly string[];
}

const LEXICON: readonly Phrase[] = TABLE.trim().split(/\n(?=\w)/).flatMap((block) => {
  const [role = "", ...cells] = block.split("\n");
  return cells.flatMap((cell) => cell.replace(/^ +(?:(?:en|de|fr|es|it|pt) )?/, "").split(" "))
    .map((phrase): Phrase => ({ role: role as Role, words: phrase.split("_") }));
});

const PHRASES: ReadonlyMap<string, readonly Phrase[]> = new Map(
  [...Map.groupBy(LEXICON, ({ words: [first = ""] }) => first)].map(([first, phrases]) => [
    first,
    phrases.toSorted((one, other) => other.words.length - one.words.length),
  ]),
);

/** What the words from a token on say, by the longest row within its clause; `undefined` where no row has them. */
export function roleAt(tokens: readonly Token[], at: number): Found | undefined {
  const first = tokens[at];
  if (first === undefined) return undefined;
  const is = (wanted: string, step: number) => {
    const token = tokens[at + step];
    return token !== undefined && token.clause === first.clause &&
      (token.word === wanted || bareWord(token.word) === wanted);
  };
  const found = [first.word, bareWord(first.word)].flatMap((word) => PHRASES.get(word) ?? [])
    .find(({ words }) => words.every(is));
  return found && { role: found.role, tokens: found.words.length };
}

/** A pattern of the words of a role, of folded text. */
export function patternOf(role: Role): RegExp {
  const words = LEXICON.filter((row) => row.role === role).map(({ words }) => words.join(" "));
  return matching`\b(?:${anyOf(words.filter((word) => /^\w/.test(word)))})\b`;
}
