import { evidenceRows } from "./evidence.ts";
import { phraseRows, type Phrases, spellings } from "./phrase.ts";

/** What a source says of the persons. */
const WHO = { named: "officers and directors", unsaid: "insiders (some without a stated role)" };

/** Sentences about insiders' trades. */
export const INSIDER_PHRASES: Phrases = {
  ...phraseRows(`
  insider.answer: {ticker}'s insiders {insider_way} on the open market between {insider_since} and {as_of}{deals}{doubted}.
    insider_way: bought=bought but did not sell | sold=sold but did not buy | both=both bought and sold | none=neither bought nor sold
    deals < insider_deals least=0 most=1
    doubted < doubted_purchases least=0 most=1 all
  insider.limits: The last trade by {ticker}'s insiders in the data was on {insider_last}{planned}.{filing_day}
    planned < planned_sales least=0 most=1 all
    filing_day: given= | assumed= Trades without a filing date are taken as filed two trading days later.
  insider.deals role=insider_deals: {deals}
    deals < insider_deal
  insider.deal_bought role=insider_deal: . In the filings read, {insider_buyers} bought {shares_bought} shares
  insider.deal_sold role=insider_deal: . In the filings read, {insider_sellers} sold {shares_sold} shares
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
