import type { Asked, QuestionKind } from "./asked.ts";
import { fold, matching } from "../../terms/fold.ts";
import { isWay } from "./measure_words.ts";

/** What of a question says which kind it is. */
type KindContext = Required<Pick<Asked, "mentions" | "measures" | "facts" | "own">>;

/** A sentence begins. */
const START = String.raw`(?:^|[.!?;:¿\n])[\s"'¿]{0,3}(?:(?:and|so|please|hi|hello|well|then|but|now)[,\s]+)?`;

const TURN =
  /\b(?:what|which|who)\b[^.?!]{0,40}\b(?:would|could|will|might)\b[^.?!]{0,20}\bchange\b[^.?!]{0,30}\b(?:view|mind|opinion|signal|thesis|call)\b|\b(?:at|above|below|under) (?:what|which) (?:level|price)|\b(?:would|will|could) (?:\w+ ){0,4}(?:turn|become|flip)(?:\s\w+)?\s(?:bullish|bearish|neutral|positive|negative)\b|\bwhat would (?:make|turn|flip|have to)\b|\bwhen would you (?:buy|sell|turn|change)\b/;
const WHY =
  /\b(?:why|how come|what (?:caused|drove|drives|explains?|explained|moved|is behind|was behind|happened to|made|went wrong)|reasons? (?:for|behind)|warum|wieso|weshalb|pourquoi|por que|perche)\b/;
/** "Which is the riskiest, and why?" */
const AND_WHY = /\band why[\s?.!]*$/;
const CHANGE =
  /\b(?:what(?:'s| is| has| have)? (?:changed?|new|different)|(?:has|have) (?:anything|something|much) changed|any(?:thing)? (?:new|changes?)\b|changes? (?:since|from|in)|how (?:has|have|did)\b[^.?!]{0,60}\bchanged?|was hat sich|was ist neu|geandert|qu'est-ce qui a change|qu'est-ce qui change|que ha cambiado|que cambio|cosa e cambiato|che cosa e cambiato|o que mudou)\b/;
const RISK =
  matching`\bhow (?:risky|safe|dangerous)|\b(?:which|what)(?: are the| are| is the)? risks?\b|\brisks (?:of|in|to|does|do|for|are)\b|\bwhat (?:could|can|might) go wrong|\bdownside (?:of|in|to|for)|wie (?:riskant|sicher)|welche risiken|quels? risques?|que riesgos?|quali rischi|quais riscos
  |${START}(?:is|are|ist|sind|est|es|e)\b[^.?!]{0,80}\b(?:risky|safe|dangerous|riskant|sicher|risquee?|arriesgad[oa]|rischios[oa]|arriscad[oa])\b|\best-(?:il|elle) (?:risquee?|sure?)\b`;
const RANK =
  /\b(?:rank(?:ed|ing|s)?|sort(?:ed)?|order(?:ed)? (?!flow|book|backlog|intake)|(?:top|bottom|best|worst) (?:\d+|two|three|four|five|ten)\b|list (?:the|all)|rangliste|sortiere|classe(?:r|z)|ordena|classifica)/;
const WHICH =
  /\b(?:which|who|what|welche[rsnm]?|wer|quel(?:le)?s?|laquelle|lequel|cual(?:es)?|que|quale|quali|qual|quais)\b/;
const COMPARE =
  /\b(?:compare[ds]?|comparing|comparison|vergleich[a-z]*|comparez?|compar(?:ar?|al[oa]s?)|confront(?:o|a(?:l[oaie])?)|vs\.?|versus|than|difference|differ|between|against|better|worse|or|oder|ou|o)\b/;
const COMPARE_VERB =
  /\b(?:compare[ds]?|comparison|vergleich[a-z]*|comparez?|compar(?:ar?|al[oa]s?)|confronta(?:l[oaie])?)\b/;
const FIGURE =
  /\b(?:what(?:'s| is| was| are| were)|how (?:high|low|much|many|large|big|far|near|close|volatile|liquid|illiquid|likely|strong|weak|did|has|well|badly)|wie (?:hoch|viel|gross|weit|volatil|liquide|stark)|quel(?:le)?s? (?:est|etait|sont)|cual (?:es|era)|cuant[oa]|qual e|quant[oa]|combien)\b/;
const YES_NO =
  matching`${START}(?:is|are|was|were|does|do|did|has|have|will|would|should|shall|can|could|may|might|isn't|doesn't|ist|sind|war|hat|wird|soll(?:te)?|kann|lohnt|est-ce|faut-il|dois-je|devrais-je|debo|deberia|devo|dovrei|conviene|es|esta|vale)\b|\b(?:buy or sell|worth (?:buying|holding|owning)|a (?:buy|sell|hold)\?)`;
/** "Analyse" and its like ask for a view, whatever else they name. */
const VIEW =
  /^\s*(?:please\s+)?(?:analy[sz]e|analysiere|analysez?|analiza|analizza|analise|assess|evaluate|examine|research|review|cover|look at|tell me about|portfolio)\b/;

const BEAR = /\bbear(?:ish)?\b|\b(?:case|arguments?|reasons?) (?:against|to (?:sell|avoid|short))\b|\bshort thesis\b/;
const BULL = /\bbull(?:ish)?\b|\b(?:case for|arguments? for|reasons? to (?:buy|own|hold))\b|\blong thesis\b/;
const CASE = /\b(?:case|arguments?|reasons?|thesis)\b/;

/**
 * Whether only the bull or the bear case is asked for.
 * @param folded As of {@linkcode readKind}.
 */
export function readSide(folded: string): Asked["side"] {
  if (!CASE.test(folded)) return undefined;
  const isBear = BEAR.test(folded);
  const isBull = BULL.test(isBear ? folded.replace(/\bcase for\b/g, "") : folded);
  return isBear === isBull ? undefined : isBear ? "against" : "for";
}

/**
 * Which kind of answer a question wants.
 * @param folded The question, folded, without its names and times.
 */
export function readKind(folded: string, { mentions, measures, facts, own }: KindContext): QuestionKind {
  const { companies } = mentions;
  if (TURN.test(folded)) return "turn";
  if (readSide(folded) !== undefined && companies.length === 1) return "view";
  const hasEnd = measures.some(({ end, text }) => end !== undefined && !isWay(fold(text))) ||
    [...facts, ...own].some(({ end }) => end !== undefined);
  if (WHY.test(folded) && !(hasEnd && companies.length !== 1 && AND_WHY.test(folded))) return "why";
  if (CHANGE.test(folded)) return "change";
  const isGroup = mentions.groups.length > 0 && mentions.companies.length === 0;
  const count = measures.length + facts.length + own.length;
  if (RANK.test(folded)) return "rank";
  if ((isGroup || companies.length !== 1 && companies.length !== 2) && WHICH.test(folded) && hasEnd) return "rank";
  if (companies.length > 1 && (COMPARE.test(folded) || hasEnd) || COMPARE_VERB.test(folded)) return "compare";
  if (isGroup && hasEnd) return "rank";
  if (RISK.test(folded)) return "risk";
  if (count > 0 && FIGURE.test(folded)) return "figure";
  if (YES_NO.test(folded)) return "yes_no";
  return count > 0 && !VIEW.test(folded) ? "figure" : "view";
}

/** Whether a question begins with "analyse" or the like. */
export function asksView(folded: string): boolean {
  return VIEW.test(folded);
}

/** Whether a question says itself that it wants a view, like "Analyse AAPL and its earnings". */
export function wantsView(folded: string): boolean {
  return VIEW.test(folded) ||
    /\b(?:should|shall|would|can|do) (?:i|we|you|one)\b|\bsoll\b|\ba (?:buy|sell|hold)\b/.test(folded);
}

/** Whether it asks what will be. */
export function isAhead(folded: string): boolean {
  return /\b(?:will|going to|wird|va|sera)\b/.test(folded);
}
