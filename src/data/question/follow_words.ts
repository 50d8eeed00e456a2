import { matching } from "../../terms/fold.ts";

/** Words by which a question leans on those before it, in seven languages; patterns are of folded text. */

/** Words that a question begins with which says of another subject or time what the one before says. */
export const LEAD =
  /^[\s"'¿¡-]*(?:(?:and|but|so|ok|okay|now|then|also|und|aber|et|mais|y|pero|e|ma|mas|en|maar)\b[\s,]*)*(?:(?:(?:what|how) about|what of|(?:the )?same (?:question |thing |again )?(?:for|with|of|in)|likewise(?: for)?|was ist mit|wie (?:ist|steht|sieht) es (?:mit|um|bei)|qu'en est-il (?:de|du|d'|pour)|que (?:tal|hay de|pasa con)|che dire di|quanto a|hoe zit het met)(?:\b|(?<=')))?/;

/** Words between what is named and when, which ask nothing themselves. */
export const FILLER =
  /\b(?:in|on|at|for|during|over|as|of|the|a|same|again|please|with|to|by|from|since|instead|too|im|am|fur|bei|von|vom|seit|uber|der|die|das|dem|den|auch|bitte|aus|pour|de|du|des|la|le|les|au|aux|dans|depuis|aussi|para|con|el|los|las|del|desde|tambien|per|di|del|della|dal|nel|nella|il|lo|gli|anche|do|da|no|na|em|os|as|um|tambem|voor|van|het|op|ook|now|currently|jetzt|maintenant|ahora|adesso|ora|agora|nu|right|s)\b/g;

/** Words for the subject of the question before. */
export const PRONOUN =
  matching`\b(?:it|its|itself|they|them|their|theirs|he|she|him|her|his|both|(?:this|that|the|these|those) (?:${
    [
      "compan(?:y|ies)|stocks?|shares?|firms?|business(?:es)?|names?|group|sector|industry|portfolio|holdings?|positions?",
      "two|ones?|former|latter",
    ].join("|")
  })|of (?:those|these)|(?:that|this|those|these)(?=\s*(?:[?.!,]|$)|\s+(?:is|was|are|were|does?|did|has|have)\b))\b
  |\b(?:es|sie|ihn|ihm|er|seine?[rsnm]?|ihre?[rsnm]?|deren|dessen|davon|damit|beide[rsn]?|(?:die|der) (?:aktien?|firma)|(?:das|dem) unternehmen|(?:der|dem|den) konzern)\b
  |\b(?:son|sa|ses|leurs?|il|elles?|ils|celle-ci|celui-ci|cette (?:action|entreprise|societe)|l'(?:action|entreprise)|la societe|ceux-ci)\b
  |\b(?:sus?|ellas?|ellos|(?:esta|la) (?:accion|empresa)|(?:las|los) dos)\b
  |\b(?:suo|sua|suoi|sue|loro|il titolo|l'a(?:zione|zienda)|la societa)\b
  |\b(?:seus?|suas?|del[ea]s?|a (?:acao|empresa))\b
  |\b(?:zijn|haar|hun|het (?:aandeel|bedrijf))\b`;

/** Words for several subjects of the questions before. */
export const PLURAL =
  /\b(?:them|they|both|the two|these|those|each other|one another|beide[rsn]?|die beiden|miteinander|sie|les deux|elles|ils|(?:las|los) dos|ellas|ellos|entrambe?i?|le due|i due|as duas|os dois|beide|ze)\b/;
/** Those of them that are two. */
export const TWO =
  /\b(?:both|the two|beide[rsn]?|die beiden|les deux|(?:las|los) dos|entrambe?i?|le due|i due|as duas|os dois)\b/;

/** What stands before a name that the subject of the question before is set beside. */
export const BESIDE =
  matching`\b(?:it|its [a-z]+|them|they|their [a-z]+|this|that|these|those)\b[^.?!]{0,60}\b(?:with|than|vs\.?|versus|against|relative to|beat|beats|beaten|outperform(?:s|ed)?|trail(?:s|ed)?|lag(?:s|ged)?)\s+(?:that of |those of )?(?:the )?$
  |\bcompare[ds]?\b[^.?!]{0,20}\b(?:it|them|this|that|these|those)\b[^.?!]{0,20}\b(?:to|and)\s+(?:the )?$
  |\b(?:it|they)\b[^.?!]{0,20}\bcompared?\b[^.?!]{0,20}\bto\s+(?:the )?$
  |\b(?:es|sie|ihn|das|die aktie)\b[^.?!]{0,60}\b(?:mit|als|gegen|gegenuber)\s+(?:de[rmn] |die |das )?$
  |\bcompare[rz]?[- ](?:la|le|les)\b[^.?!]{0,20}\b(?:avec|a)\s+(?:la |le |l')?$
  |\b(?:elle|il|elles|ils)\b[^.?!]{0,60}\b(?:que|contre)\s+(?:la |le |l')?$
  |\bcompar(?:al[oa]s?|e[- ][oa]s?)\s+(?:con|com)\s+(?:la |el |a |o )?$
  |\bconfrontal[oaie]\s+con\s+(?:la |il |l')?$
  |\bvergelijk (?:het|ze|die)\s+met\s+(?:de |het )?$`;

/** Words for the time of a question before. */
export const THEN =
  matching`\b(?:(?:on|at|in|during|over|for|as of) )?that (?:day|date|time|year|month|quarter|week|period|span|session)\b|\bback then\b|(?<=\w\s+)\bthen(?=\s*[?.!]*\s*$)
  |\bdamals\b|\b(?:an|in|zu) (?:diesem|jenem) (?:tag|jahr|monat|quartal|zeitraum)\b
  |\b(?:a ce moment-la|a l'epoque|ce jour-la|cette annee-la|ce mois-la)\b
  |\b(?:en aquel entonces|(?:ese|aquel) (?:dia|ano|mes|periodo))\b
  |\b(?:in )?(?:quel(?:lo)? (?:giorno|mese|periodo)|quell'anno)\b|\ball'epoca\b
  |\b(?:nesse|naquele) (?:dia|ano|mes|periodo)\b|\bna epoca\b
  |\btoen(?=\s*[?.!]*\s*$)|\b(?:op |in )?(?:die dag|dat jaar|die maand)\b`;

/** The same where a question names nobody: beside names of its own they are of these. */
export const SAME =
  /\b(?:(?:on|at|in|during|over|for) )?the same (?:day|date|time|year|month|quarter|week|period|span|session)\b|\bam selben tag\b|\b(?:im selben|in demselben) (?:jahr|monat|quartal|zeitraum)\b|\b(?:le meme jour|la meme (?:annee|periode)|(?:el|no) mismo (?:dia|ano|periodo)|lo stesso (?:giorno|anno|periodo)|no mesmo (?:dia|ano|periodo))\b/;

/** A question of today, in which "then" means "in that case". */
export const PRESENT = /\b(?:is|are|am|should|shall|can|could|would|will|do|does|has|have|may|might|must)\b/;

/** Nothing but "why". */
export const WHY_ALONE =
  /^[\s"'¿¡]*(?:(?:and|but|so|und|et|y|e|en)[\s,]+)?(?:why|how come|what happened|warum|wieso|weshalb|pourquoi|por que|perche|waarom)(?:\s+(?:so|not|exactly|genau))?[\s?.!]*$/;

/** Words that ask for advice about whatever was spoken of. */
export const ADVICE =
  /\b(?:should|shall|would|can|do|must) (?:i|we|you|one) (?:\w+ ){0,2}(?:buy|sell|hold|own|short|keep|add|invest)\b|\bshould (?:i|we)\s*\?|\b(?:a (?:buy|sell|hold)\b|buy or sell|worth (?:buying|holding|owning))|\b(?:kaufen|verkaufen|acheter|vendre|comprar|vender|comprare|vendere|kopen|verkopen)\b/;

/** The time of the data, where a question ends with it. */
export const NOW = /\b(?:now|currently|jetzt|maintenant|ahora|adesso|ora|agora|nu)\s*[?.!]*\s*$/;

/** Words that ask to go on. */
export const MORE =
  /\b(?:(?:tell|say|show|give)(?: me)? more|charts?|graphs?|plots?|more (?:details?|please|on (?:it|that|this))|details|go on|continue|elaborate|explain|summar(?:y|i[sz]e)|in short|mehr (?:dazu|davon)|erklare|(?:mehr|weitere) details|plus de details|explique[rz]?|mas detalles|explica(?:me)?|piu dettagli|spiega(?:mi)?|mais detalhes|meer details)\b/;

/** Words before the time of a question that belong to it. */
export const TIME_LEAD =
  /(?:^|[\s,])(?:(?:in|on|at|for|during|over|as of|im|am|fur|en|au|a|em|nel|nell'|op|durante|pendant)(?:\s+(?:the|dem|el|la|le|il|o))?)\s+$/;

/** The group of a company, where a question is about that and not about the company. */
export const OF_GROUP =
  /\b(?:is|are|of|does|did|do|has|about|analy[sz]e) (?:the|its|their|this|that|whole|entire) (?:whole |entire )?(?:sector|industry)\b/;

/** A thing that a question asks of, where it names nobody: "the price of gold". */
export const OF_ANOTHER =
  /\b(?:of|von|vom)\s+(?:(?:the|a|an|der|dem|den|des|einer|einem)\s+)?(?!(?:it|its|them|this|that|these|those|their|both|all|each|every|compan(?:y|ies)|stocks?|shares?|firms?|names?|sector|industry|group|portfolio|two|year|month|quarter|week|day|last|latest|next|first|second|third|fourth|course|risk|return|loss|losses|fall|falls|sales|revenue|ihr|ihm|ihnen|aktien?|unternehmens?|firma|jahr(?:es)?|verlust(?:es|s)?|beiden)\b)\p{L}{2,}/u;
