/**
 * Words of tone, as companies and analysts use them when they speak of results. The lists are our own: chosen by reading
 * what is said in calls, form by form, without words that mean nothing of the kind there (`cost`, `tax`, `growth`,
 * `great` of a question). In lower case and in order of the alphabet; no word is in two lists.
 */
function listed(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}

/** Words that say that something went well, or is expected to. */
export const POSITIVE_WORDS: ReadonlySet<string> = listed(`
  accelerate accelerated accelerates accelerating acceleration accomplished accomplishment accomplishments accretive
  achieve achieved achievement achievements achieving attractive beat beating beneficial benefited benefiting best
  better bolster bolstered boost boosted boosting breakthrough bright brighter bullish buoyant compelling confidence
  confident delighted eased easing efficiencies efficiency efficient efficiently encouraged encouraging energized
  enhance enhanced enhancement enhancements enhances enhancing enthusiasm enthusiastic exceed exceeded exceeding
  exceeds excellence excellent exceptional exceptionally excited excitement exciting fantastic favorable favorably
  favourable flourish flourishing gained gaining gains good gratified healthier healthy impressed impressive improve
  improved improvement improvements improves improving incredible incredibly innovative lucrative momentum nicely
  optimism optimistic outpaced outpacing outperform outperformance outperformed outperforming outstanding pleased
  positive positively profitability profitable profitably progress progressed progressing prosper prosperous proud
  rebound rebounded rebounding recovered recovering remarkable remarkably resilience resilient rewarding robust
  satisfaction satisfied smoothly solid solidly stabilize stabilized stabilizing strength strengthen strengthened
  strengthening strengths strong stronger strongest strongly succeed succeeded succeeding success successes
  successful successfully superb superior surpass surpassed surpassing sustained tailwind tailwinds terrific
  thrilled thrive thriving tremendous tremendously upbeat upside upswing win winner winners winning wins won
  wonderful
`);

/** Words that say that something went badly, or is expected to. */
export const NEGATIVE_WORDS: ReadonlySet<string> = listed(`
  abandon abandoned abandoning abandonment aborted abrupt abruptly accident accidents accusations accused adverse
  adversely allegation allegations alleged anemic antitrust attrition bad badly bankrupt bankruptcies bankruptcy
  barrier barriers bottleneck bottlenecks breach breached breaches burden burdened burdens burdensome cancel
  canceled canceling cancellation cancellations cancelled ceased challenge challenged challenges challenging closure
  closures collapse collapsed complain complained complaint complaints complication complications concern concerned
  concerning concerns conflict conflicts congested congestion constrain constrained constraint constraints
  contamination contraction corrosion costly crash crashed crises crisis criticism criticized curtail curtailed
  curtailment cyberattack damage damaged damages damaging danger dangerous deadlock decelerate decelerated
  decelerating deceleration decline declined declines declining decrease decreased decreases decreasing default
  defaulted defaults defect defective defects deficiencies deficiency deficient deficit deficits delay delayed
  delaying delays delinquencies delinquency delinquent denied depressed deteriorate deteriorated deteriorates
  deteriorating deterioration detract detrimental devastating difficult difficulties difficulty dilution dilutive
  diminish diminished diminishing disadvantage disadvantages disappoint disappointed disappointing disappointment
  disappointments disaster disasters disastrous discontinue discontinued discontinuing dismal dispute disputed
  disputes disrupt disrupted disrupting disruption disruptions disruptive distress distressed downgrade downgraded
  downgrades downside downsizing downturn downturns downward drag dragged drags dropped dropping drought erode
  eroded erodes eroding erosion error errors exacerbated excessive fail failed failing fails failure failures fallen
  falling falls fatal fatalities fault faulty fear fears fell felony fines flaw flawed flaws flooding forfeited
  fraud fraudulent frustrated frustrating frustration glut grim halt halted hamper hampered hampering hardship harm
  harmed harmful headwind headwinds hinder hindered hostile hurdle hurdles hurricane hurricanes hurt hurting hurts
  idled illegal impair impaired impairment impairments impasse impede impeded inability inadequate incident
  incidents inefficiencies inefficiency inefficient inferior infringe infringed infringement injunction injuries
  injury insolvency insolvent insufficient interruption interruptions investigation investigations jeopardize
  jeopardized lack lacked lacking lackluster lacks lag lagged lagging lags lawsuit lawsuits layoff layoffs
  liquidated liquidation litigation lose loses losing loss losses lost malfunction misconduct mishap misleading miss
  missed misses missing mistake mistakes moratorium muted negative negatively neglected nonperforming obsolescence
  obsolete obstacle obstacles onerous outage outages overcapacity overdue overhang overrun overruns oversupply pain
  painful penalties penalty pessimistic plagued plummet plummeted plunge plunged poor poorer poorly pressure
  pressured pressures problem problematic problems prosecution protests punitive recession recessionary redundancies
  regret rejected rejection restated restatement retaliation sadly scandal scarce scarcity setback setbacks severe
  severely shortage shortages shortfall shortfalls shrank shrink shrinkage shrinking shrunk shutdown shutdowns
  slippage slowdown slowed slower slowest slowing slowness sluggish slump slumped soft softened softening softer
  softness stagnant stagnation stalled strain strained strains stressed strike strikes struggle struggled struggles
  struggling subpar sued suffer suffered suffering suffers suspend suspended suspending suspension tariff tariffs
  tension tensions terminate terminated termination terrible theft threat threaten threatened threatening threats
  tough tougher toughest tragedy tragic trouble troubled troubles turbulence turbulent turmoil unable unacceptable
  undermine underperform underperformance underperformed underperforming underutilized unfavorable unfavorably
  unfavourable unfortunate unfortunately unhappy unplanned unprofitable unrest unsafe unsatisfactory unsold
  unsuccessful unsustainable violate violated violation violations warned warning warnings weak weaken weakened
  weakening weaker weakest weakness weaknesses worried worries worry worrying worse worsen worsened worsening worst
  worthless writedown writedowns writeoff writeoffs wrong wrongdoing
`);

/** Words that say that something is not sure. */
export const UNCERTAIN_WORDS: ReadonlySet<string> = listed(`
  ambiguities ambiguity ambiguous apparently appear appeared appears approximate approximately approximation
  arbitrary assume assumed assumes assuming assumption assumptions believe believed believes cautious cautiously
  conceivable conceivably confused confusing confusion contingencies contingency contingent could depend depended
  dependent depending depends doubt doubtful doubts fluctuate fluctuated fluctuates fluctuating fluctuation
  fluctuations guess guessing hesitant hesitate hopefully hypothetical imprecise improbable inconclusive indefinite
  indefinitely inexact instability intermittent intermittently likelihood likely may maybe might occasionally
  pending perhaps possibilities possibility possible possibly precaution precautionary predict predictable
  predicting prediction predictions preliminary presumably presume presumed probability probable probably
  provisional random randomly reassess reconsider reevaluate risk risked riskier riskiest risking risks risky
  roughly rumor rumors seem seemed seemingly seems sometime sometimes somewhat speculate speculating speculation
  speculative sporadic sporadically sudden suddenly susceptible suspect tentative tentatively uncertain
  uncertainties uncertainty unclear unconfirmed undecided undefined undetermined unexpected unexpectedly
  unforeseeable unforeseen unknown unknowns unlikely unpredictability unpredictable unproven unquantifiable
  unresolved unspecified unsure untested unusual unusually vague vaguely variability variable variables variation
  variations vary varying volatile volatility whether wondering
`);

/** Words that turn a positive word after them. */
export const TURNING_WORDS: ReadonlySet<string> = listed(`
  ain't aren't barely can't cannot couldn't didn't doesn't don't hadn't hardly hasn't haven't isn't mustn't neither
  never no nobody none nor not nothing shouldn't wasn't weren't without won't wouldn't
`);
