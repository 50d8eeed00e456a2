import { evidenceRows } from "./evidence.ts";
import { phraseRows, type Phrases, spellings } from "./phrase.ts";

/** What a source says of the persons. */
const WHO = { named: "officers and directors", unsaid: "insiders (some without a stated role)" };

const PLANS = { said: "", unsaid: "; not all forms say whether a sale was pre-arranged" };

const FILING = { given: "", assumed: ", some filing dates assumed" } as const;

/** Left out it would mislead as well. */
const DOUBTED = { role: "doubted_purchases", least: 0, most: 1, all: true } as const;

/** Sentences about insiders' trades. */
export const INSIDER_PHRASES: Phrases = {
  "insider.answer": {
    text:
      "{ticker}'s insiders {insider_way} on the open market between {insider_since} and {as_of}{deals}{filing_day}{doubted}.",
    words: {
      insider_way: {
        bought: "bought and did not sell",
        sold: "sold and did not buy",
        both: "both bought and sold",
        none: "neither bought nor sold",
      },
      filing_day: FILING,
    },
    parts: {
      deals: { role: "insider_deals", least: 0, most: 1 },
      doubted: DOUBTED,
    },
  },
  ...phraseRows(`
  insider.deals role=insider_deals: : {deals}
    deals < insider_deal join=list
  insider.deal_bought role=insider_deal: {insider_buyers} bought {shares_bought} shares
  insider.deal_sold role=insider_deal: {insider_sellers} sold {shares_sold} shares
  insider.buy: {buyers_30d} of {ticker}'s {insider_roles} bought on the open market within 30 days{worth}, most recently on {insider_buy_day}; all public since {insider_buy_known}.
    insider_roles: ${spellings(WHO)}
    worth < purchase_worth least=0 most=1
  purchase.worth role=purchase_worth: , worth {purchase_value}
  insider.none: No officer or director of {ticker} bought or sold on the open market between {insider_since} and {as_of}{insider_way} (forms public to {forms_known}{planned}).
    insider_way: none=
    planned < planned_sales least=0 most=1 all
  insider.bought: {insider_buyers} of {ticker}'s {insider_roles} bought {shares_bought} shares on the open market between {insider_since} and {as_of}, and none sold{insider_way} (forms public to {forms_known}{filing_day}{doubted}{planned}).
    insider_roles: ${spellings(WHO)}
    insider_way: bought=
    filing_day: ${spellings(FILING)}
    doubted < doubted_purchases least=0 most=1 all
    planned < planned_sales least=0 most=1 all
  insider.sold: {insider_sellers} of {ticker}'s {insider_roles} sold {shares_sold} shares on the open market between {insider_since} and {as_of}, and none bought{insider_way} (forms public to {forms_known}{filing_day}{insider_plans}{planned}).
    insider_roles: ${spellings(WHO)}
    insider_way: sold=
    filing_day: ${spellings(FILING)}
    insider_plans: ${spellings(PLANS)}
    planned < planned_sales least=0 most=1 all
  insider.both: {insider_buyers} of {ticker}'s {insider_roles} bought {shares_bought} shares on the open market between {insider_since} and {as_of}, and {insider_sellers} sold {shares_sold}{insider_way} (forms public to {forms_known}{filing_day}{insider_plans}{doubted}{planned}).
    insider_roles: ${spellings(WHO)}
    insider_way: both=
    filing_day: ${spellings(FILING)}
    insider_plans: ${spellings(PLANS)}
    doubted < doubted_purchases least=0 most=1 all
    planned < planned_sales least=0 most=1 all
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
