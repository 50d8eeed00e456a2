/**
 * The only words that a model may write in a comment, in lower case. None says how many, how much, when, in which
 * direction, how good, or that something is not so, in English, German, French, Spanish or Italian: what says one of
 * these is a figure or a judgement, and those are claims. A list of what is forbidden would have holes. Words that seem
 * harmless are left out: `may` and `march` are months, `once` is Spanish for 11, `due` Italian for 2, `hold` is advice,
 * `covers` compares, `adds` is a sum.
 */
export const COMMENT_WORDS: ReadonlySet<string> = new Set(
  [
    // joints
    "a an the of in on at by for from to with into through across between among beside besides alongside within",
    "toward and or but if while where when whereas which that this these those it its they them their who whose what",
    "how why as because so thus therefore hence also here there however though although whether given together",
    // is and has
    "is are was were be been being has have had does do did can could might let",
    // what a figure or a statement does
    "accompanies accompany affects affect answers answer appears appear applies apply arises arise asks ask belongs",
    "belong bears bear brings bring came come comes compares compare concerns concern connects connect considers",
    "consider consists consist contains contain contributes contribute counts count defines define depends depend",
    "derives derive describes describe determines determine draws draw enters enter explains explain expresses",
    "express feeds feed follows follow forms form frames frame funds fund gives give hangs hang helps help",
    "illustrates illustrate implies imply includes include indicates indicate influences influence informs inform",
    "interprets interpret involves involve joins join keeps keep leaves leave links link looks look makes make",
    "matters matter means mean measures measure needs need notes note offers offer owes owe owns own pays pay places",
    "place presents present provides provide puts put reads read reflects reflect relates relate relies rely",
    "represents represent rests results says say sees see serves serve shapes shape shares shows show sits sit speaks",
    "speak stands stand states state stems stem suggests suggest supports supplies supply takes take tells tell ties",
    "treats treat uses use varies vary weighs weigh work answered asked based built called compared connected",
    "considered counted defined derived described drawn driven earned explained expressed filed financed formed found",
    "funded held included influenced interpreted involved issued kept known linked made measured noted offered owed",
    "owned paid placed presented produced provided published related reported said seen set shaped shown spent stated",
    "supplied supported taken tied told treated understood used weighed written asking bearing coming comparing",
    "considering counting depending describing earning explaining financing following funding giving having holding",
    "including issuing keeping linking looking making measuring needing noting offering owning paying placing",
    "producing providing putting reading reflecting relating reporting saying seeing serving setting showing speaking",
    "spending standing stating supplying taking telling treating using weighing working writing",
    // who
    "company companies business businesses firm firms group groups corporation issuer maker makers seller sellers",
    "producer owner owners holder holders shareholder shareholders stockholder stockholders reader readers investor",
    "investors analyst analysts manager managers management executives directors board auditor auditors lender",
    "lenders creditor creditors customer customers supplier suppliers partner partners employee employees worker",
    "workers people person insiders competitor competitors peers government regulator regulators public",
    // what
    "account accounts accounting activity activities amount amounts analysis application aspect aspects asset assets",
    "audit background bank banks basis beta bond bonds borrowing brand brands buildings buyback buybacks capital case",
    "cash cause causes change changes circumstance circumstances claim claims commodity competition component",
    "components condition conditions content context cost costs credit currency currencies cycle data debt decision",
    "decisions definition definitions delivery demand deposit deposits depreciation design detail details development",
    "device devices discussion distribution distributions dividend dividends driver drivers earnings economics",
    "economy effect effects element elements energy environment equipment equity evidence example exchange expense",
    "expenses exposure factor factors factory factories figure figures filing filings finance finances flow flows",
    "food formula fuel function goods goodwill hardware history idea income index industry industries inflation",
    "information input inputs insurance interest inventory inventories investment investments item items kind kinds",
    "labor labour law laws lease leases lending level liability liabilities line lines liquidity list loan loans",
    "location manner manufacturing margin margins market markets marketing material materials meaning media method",
    "methods mix model models money nature obligation obligations office operation operations order orders origin",
    "outlay outlays output ownership part parts patent patents pattern payables payment payments payout picture plan",
    "plans plant plants policies policy portfolio position practice price prices pricing process processes product",
    "products production program property purchases purpose question questions rate rates ratio ratios reason reasons",
    "receivables region regions regulation relation relations relationship rent report reports repurchase repurchases",
    "request research reserve reserves resource resources responsibility retail return returns revenue revenues risk",
    "risks role roles royalties rule rules salaries sales scale section sections sector sectors security segment",
    "segments sense sensitivity service services sets share software source sources standard standards statement",
    "statements stock stocks store stores strategy structure subject subscription subscriptions system systems tax",
    "taxes technology text texts theme themes topic topics trade trading transaction transactions user users",
    "valuation value values vehicle vehicles view views volatility volume wages way ways weight weights words",
    "workforce world yield yields sheet balance",
    // which
    "adjusted basic common corporate diluted domestic economic financial fiscal foreign global gross human industrial",
    "intangible internal legal local national natural net operating operational ordinary physical private regional",
    "regulatory retained specific structural tangible taxable technical underlying",
    // how
    "accordingly directly indirectly jointly respectively separately",
  ].join(" ").split(" "),
);
