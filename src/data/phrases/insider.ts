import { DEGREES, evidencePhrases } from "./evidence.ts";
import { phraseRows, type Phrases, spellings } from "./phrase.ts";

/** What a source says of the persons. */
const WHO = { named: "officers and directors", unsaid: "insiders, of some of whom no role is given," };

const PLANS = { said: "", unsaid: "; whether sales were planned beforehand is not said of all" };

const FILING = { given: "", assumed: ", with a filing day that is assumed for some" } as const;

/** Left out it would mislead as well. */
const DOUBTED = { role: "doubted_purchases", least: 0, most: 1, all: true } as const;

/** Sentences about insiders' trades. */
export const INSIDER_PHRASES: Phrases = {
  "insider.answer": {
    text:
      "{ticker}'s insiders {insider_way} on the market from {insider_since} to {as_of}{deals}{net}{filing_day}{doubted}.",
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
      net: { role: "insider_net", least: 0, most: 1 },
      doubted: DOUBTED,
    },
  },
  ...phraseRows(`
  insider.deals role=insider_deals: : {deals}
    deals < insider_deal join=list
  insider.deal_bought role=insider_deal: {insider_buyers} bought {shares_bought} shares
  insider.deal_sold role=insider_deal: {insider_sellers} sold {shares_sold} shares
  insider.net role=insider_net: ; what they bought less what they sold, as a share of both, is {net_purchases}
  insider.buy: {buyers_30d} of {ticker}'s {insider_roles} bought on the market within 30 days{worth}, the last on {insider_buy_day}; all of it is known since {insider_buy_known}.
    insider_roles: ${spellings(WHO)}
    worth < purchase_worth least=0 most=1
  purchase.worth role=purchase_worth: , for {purchase_value}
  insider.none: From {insider_since} to {as_of} no officer or director of {ticker} bought or sold on the market{insider_way}, by the forms that are read, the newest known since {forms_known}{planned}.
    insider_way: none=
    planned < planned_sales least=0 most=1 all
  insider.bought: From {insider_since} to {as_of} {insider_buyers} of {ticker}'s {insider_roles} bought {shares_bought} shares on the market and none sold{insider_way}, by the forms that are read, the newest known since {forms_known}{filing_day}{doubted}{planned}.
    insider_roles: ${spellings(WHO)}
    insider_way: bought=
    filing_day: ${spellings(FILING)}
    doubted < doubted_purchases least=0 most=1 all
    planned < planned_sales least=0 most=1 all
  insider.sold: From {insider_since} to {as_of} {insider_sellers} of {ticker}'s {insider_roles} sold {shares_sold} shares on the market and none bought{insider_way}, by the forms that are read, the newest known since {forms_known}{filing_day}{insider_plans}{planned}.
    insider_roles: ${spellings(WHO)}
    insider_way: sold=
    filing_day: ${spellings(FILING)}
    insider_plans: ${spellings(PLANS)}
    planned < planned_sales least=0 most=1 all
  insider.both: From {insider_since} to {as_of} {insider_buyers} of {ticker}'s {insider_roles} bought {shares_bought} shares on the market and {insider_sellers} sold {shares_sold}{insider_way}, by the forms that are read, the newest known since {forms_known}{filing_day}{insider_plans}{doubted}{planned}.
    insider_roles: ${spellings(WHO)}
    insider_way: both=
    filing_day: ${spellings(FILING)}
    insider_plans: ${spellings(PLANS)}
    doubted < doubted_purchases least=0 most=1 all
    planned < planned_sales least=0 most=1 all
  doubted.purchases role=doubted_purchases: ; of these purchases {purchases_doubted} may be in another currency or per receipt, by the prices or the volume of the time: without a value and without an alert
  planned.sales role=planned_sales: ; {shares_planned} shares were sold under plans made beforehand (Rule 10b5-1), and do not count
`),
  ...evidencePhrases("net_purchases", {
    text: "What {ticker}'s insiders bought less what they sold, as a share of both, is {level} ({net_purchases})",
    words: { level: DEGREES },
    upper: "companies whose insiders bought more have tended to return more",
    lower: "companies whose insiders bought less have tended to return little less",
  }),
  ...evidencePhrases("buyers_30d", {
    text: "The number of {ticker}'s insiders who bought within 30 days ({buyers_30d}) is {level}",
    words: { level: DEGREES },
    upper: "purchases out of routine, the more so of several, have tended to be followed by higher returns",
    lower: "without purchases this has told little",
  }),
};
