import { evidenceRows } from "./evidence.ts";
import { phraseRows, type Phrases, spellings } from "./phrase.ts";

/** Sentences about results. */
export const EVENTS_PHRASES: Phrases = {
  ...phraseRows(`
  events.results: {ticker} last reported results on {results_day}{known}{move}.
    known < results_public least=0 most=1
    move < results_move least=0 most=1
  results.public role=results_public: , public from {results_known}
  results.move role=results_move of=announcement_return bare=announcement_return: . From the last close before to the first close after, it {direction} {market} by {announcement_return}
    direction: above=beat | below=lagged
  events.reaction of=announcement_return bare=announcement_return: On its results of {results_day}, {ticker} returned {announcement_return} {direction} {market} from the last close before to the first close after.
    direction: above=more than | below=less than
  events.unannounced: The data hold no announcement (8-K, item 2.02) of {ticker}'s latest results, so how its shares reacted is unknown; its latest report was filed on {report_day}.
  events.late: {ticker}'s latest results are those of its report of {report_day}, public from {report_known}; the announcement itself (8-K, item 2.02), which may be weeks older, is not in the data.
  events.filed: {ticker}'s latest filing public by {as_of} was filed on {filed_last}{reports}.
    reports < filed_report least=0
  filed.annual role=filed_report: ; its latest annual report (10-K, 20-F or 40-F) on {filed_annual}
  filed.interim role=filed_report: ; its latest quarterly report (10-Q) on {filed_interim}
  events.surprise of=sue bare=sue: {ticker}'s diluted EPS for the quarter to {sue_quarter} {earnings}, public from {sue_known}; the change on the year is {sue} standard deviations {direction} the average of the {sue_changes} before it, which is its own past and not consensus{beat}.
    direction: above=above | below=below
    earnings < quarter_earnings most=1
    beat < beat least=0 most=1
  surprise.beat role=beat: ; above one counts as a beat (report of {beat_day}, public from {beat_known})
  events.turn_down of=sue bare=sue_fall: At the next results, earnings more than one standard deviation below trend would count against {ticker}{signal}; the last were {sue_fall} deviations {direction}.
    direction: above=above | below=below
    signal: bullish= | neutral=
  events.turn_up of=sue bare=sue_rise: At the next results, earnings more than one standard deviation above trend would count in favour of {ticker}{signal}; the last were {sue_rise} deviations {direction}.
    direction: above=above | below=below
    signal: bearish=
  earnings.stated role=quarter_earnings: was {eps_quarter}{before}
    before < earnings_before least=0 most=1
  earnings.computed role=quarter_earnings: was {eps_derived}, derived as the year less three quarters{before}
    before < earnings_before least=0 most=1
  earnings.before role=earnings_before: , against {eps_year_ago} a year earlier
`),
  ...evidenceRows(`
  sue: {ticker}'s last earnings surprise (SUE {sue}, against its own past) is {level}
    half: upper=Good surprises have tended to be followed by further gains | lower=Bad surprises have tended to be followed by further losses
  announcement_return: {ticker}'s return on its last results, {announcement_return} against {market}, is {level}
    half: upper=A strong reaction to results has tended to continue | lower=A weak reaction to results has tended to continue
`),
};

/** What a source says of the persons. */
const WHO = { named: "officers and directors", unsaid: "insiders (some without a stated role)" };

/** Sentences about insiders' trades. */
export const INSIDER_PHRASES: Phrases = {
  ...phraseRows(`
  insider.answer: {ticker}'s insiders {insider_way} on the open market between {insider_since} and {as_of}{deals}{doubted}.
    insider_way: bought=bought and did not sell | sold=sold and did not buy | both=both bought and sold | none=neither bought nor sold
    deals < insider_deals least=0 most=1
    doubted < doubted_purchases least=0 most=1 all
  insider.limits: The last trade by {ticker}'s insiders in the data was on {insider_last}{planned}.{filing_day}
    planned < planned_sales least=0 most=1 all
    filing_day: given= | assumed= Trades without a filing date are taken as filed two trading days later.
  insider.deals role=insider_deals: . In the filings read, {deals}
    deals < insider_deal join=list
  insider.deal_bought role=insider_deal: {insider_buyers} of them bought {shares_bought} shares
  insider.deal_sold role=insider_deal: {insider_sellers} of them sold {shares_sold} shares
  insider.buy: {buyers_30d} of {ticker}'s {insider_roles} bought on the open market within 30 days{worth}, most recently on {insider_buy_day}; all public since {insider_buy_known}.
    insider_roles: ${spellings(WHO)}
    worth < purchase_worth least=0 most=1
  purchase.worth role=purchase_worth: , worth {purchase_value}
  doubted.purchases role=doubted_purchases: ; {purchases_doubted} of these purchases may be priced in another currency or per receipt, judging by the prices or the volume of the time, and get no value and no alert
  planned.sales role=planned_sales: ; {shares_planned} more were sold under pre-arranged plans (Rule 10b5-1) and are not counted
`),
  ...evidenceRows(`
  net_purchases: Net buying by {ticker}'s insiders is {level} at {net_purchases} of the shares they traded
    half: upper=Insider buying has tended to precede higher returns | lower=Insider selling has told little
  buyers_30d: {buyers_30d} of {ticker}'s insiders bought within 30 days, {level}
    half: upper=Unscheduled buying, by several insiders above all, has tended to precede higher returns | lower=The absence of buying has told little
`),
};
