/** Words that a comment of a model may not hold, in small letters, by what they say; written by hand. */
export const FORBIDDEN: Readonly<Record<string, string>> = {
  "a number in English":
    "zero nil naught one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion dozen score couple pair half halves third quarter fifth tenth percent percentage first second last next single double triple twice thrice once twofold tenfold doubled tripled halved quadrupled fold times multiple plus minus per bn mn bps",
  "a number in German":
    "null ein eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn zwanzig dreißig hundert tausend million milliarde billion dutzend halb hälfte drittel viertel doppelt zweimal dreifach erste zweite prozent paar",
  "a number in French":
    "zéro un une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt trente quarante cinquante soixante cent mille million milliard douzaine demi moitié tiers quart double fois premier pourcent",
  "a number in Spanish":
    "cero uno una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince veinte treinta cien ciento mil millón billón docena medio mitad tercio cuarto doble veces primero",
  "a number in Italian":
    "zero uno una due tre quattro cinque sei sette otto nove dieci undici dodici tredici venti trenta cento mille milione miliardo dozzina mezzo metà terzo quarto doppio volte primo",
  "how many":
    "all any both each either every few fewer fewest enough entire lot lots majority minority many more most less least much no none only some several whole total various numerous countless handful alle viele wenige mehr meist keine einige ganz tous toutes beaucoup peu plus moins plupart aucun quelques todos todas muchos pocos más menos mayoría ninguno algunos tutti tutte molti pochi più meno maggior nessuno alcuni nearly almost about around roughly approximately barely hardly",
  "that something is not so":
    "no not never nor neither none nothing nobody without lack lacks lacking fail fails failed except unless cannot false wrong hardly scarcely non nicht kein keine nie ohne weder ne pas jamais sans ni rien nunca sin nada tampoco mai senza niente né",
  "more or less than something":
    "above below over under beyond beneath exceed exceeds exceeding outperform outperforms underperform than versus against higher lower larger smaller greater better worse best worst highest lowest largest smallest greatest top bottom peak equal equals same similar alike different unlike rival mehr weniger höher tiefer größer besser schlechter beste plus moins mieux meilleur pire mayor menor mejor peor maggiore minore migliore peggiore covers cover",
  "in which direction":
    "up down rise rises rising rose risen fall falls falling fell grow grows growing grew growth shrink gain gains gained loss losses lose lost increase increases decrease decreases decline declines climb jump surge soar soars plunge drop slide rally recover rebound improve improves worsen accelerate slow expand contract trend momentum upward downward go goes went move moves moving add adds",
  "how good something is":
    "bullish bearish neutral buy sell hold overweight underweight cheap expensive undervalued overvalued strong weak solid robust healthy poor good bad great excellent attractive risky safe dangerous high low big small large huge tiny rich fair record quality impressive stable volatile calm outstanding remarkable significant notable important promising disappointing winner loser leader laggard opportunity threat crash boom success failure fraud verified proven true correct confirmed certain sure guaranteed",
  "when something was":
    "january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday today tomorrow yesterday now currently current recent recently lately soon ago before after since later earlier previous prior next last year years month months week weeks day days quarter quarterly yearly decade century morning tonight januar februar märz mai juni juli oktober dezember montag heute gestern morgen janvier février mars avril juin juillet août lundi hier demain enero febrero marzo abril mayo junio julio agosto lunes hoy ayer mañana gennaio aprile maggio giugno luglio lunedì oggi ieri domani will shall would",
};
