/**
 * Words that may stand between an item and its figure and leave no doubt that they belong together. Any other word may
 * make the figure one of something else, like the `provisions` of `inventory provisions totaled $354 million`.
 */
const CLOSED = new Set(
  [
    "was were is are be been being had has have did do does came come comes coming in at stood stands standing amounted amounts totaled totalled",
    "totals totaling reached reaches reaching hit hits hitting topped topping exceeded exceeds exceeding surpassed passed crossed equal equals",
    "equaled equalled registered landed remained stayed ended ending finished closed closing marked brought made make took taken take turned",
    "rose rise rises risen rising grew grow grows grown growing growth increased increase increases increasing climbed climb climbing jumped",
    "jump surged surge soared gained gain gains advanced expanded expand improved improve widened rebounded swelled went shot leapt edged inched crept",
    "fell fall falls fallen falling declined decline declines declining decreased decrease decreases dropped drop slipped slip shrank shrunk shrink",
    "shrinking slid tumbled plunged contracted eased dipped dip sank narrowed retreated deteriorated worsened weakened lost",
    "doubled tripled quadrupled halved doubling tripling almost nearly just only even still now then about around roughly approximately some more",
    "less over under above below close slightly sharply modestly significantly strongly steeply marginally essentially barely flat little",
    "of to from by for on during versus vs against compared compares comparing with than as and or but yet up down since between after before per",
    "through until a an the its their it that this which what whose it's half point points percentage percent pct bps record new all-time high low",
    "highest lowest year-over-year year-on-year sequentially sequential yoy y/y quarter-over-quarter quarter quarterly quarters year years yearly",
    "annual annually full full-year fiscal period same prior previous corresponding comparable earlier ago last later end close month months holiday",
    "posted reported recorded generated delivered booked showed shown spent paid earned made took saw seen held holding carried left leaving giving gave",
    "better worse higher lower larger smaller greater fewer times fold as much worth gross net total diluted basic share shares gaap consolidated",
    "billion million thousand trillion usd dollars dollar company company's firm group who whom where when while whereas following despite",
    "against shareholders stockholders investors own stock common outstanding both another further again also reflecting representing amounting",
    "respectable rather versus way first second third fourth time expense expenses spending costs cost budget margin margins line came-in back",
    "level levels figure figures equivalent put swung profit loss barely moved kept every too according filing filings report reports annual",
  ].join(" ").split(" "),
);

/** Whether some words leave no doubt; without figures, items, times and names. */
export function isClosed(words: string): boolean {
  return words.split(/[^a-z&'/-]+/).every((word) => {
    const bare = word.replace(/^[-'/]+|[-'/]+$/g, "");
    return bare === "" || bare === "s" || CLOSED.has(bare);
  });
}
