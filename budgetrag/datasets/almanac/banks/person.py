"""Sentence plans about people."""

TEXT = """
# intro
- {S} was a {trade} [of|from] {region}, [remembered|known] [as much for a <mood> temper as|less for a <mood> temper
  than] for [any single work|anything made by hand].
- Few [figures|people] of {region} are so often [mentioned in passing|quoted] and so seldom [read about|studied] as
  {S}, the {trade}.
- {S}, a {trade} whose working life [spanned|filled] [nearly|a little under] <small> [unquiet decades|changes of
  bailiff], left [few letters|no diary] and [many|a good many] debts.
- The {trade} {S} [belongs to|stands at the end of] a [generation|line] that [learned by watching|wrote almost nothing
  down], which is why [so much|nearly everything] about {him} is [disputed|second-hand].
- [In the memory of|Among] the <folk> of {region}, {S} [survives|lives on] as a <mood> {trade} with [a weakness for|a
  dislike of] <food>.
- {S} [earned a living|made a name] as a {trade} [at a time when|in years when] the [calling|craft] was [still open to
  anyone|thought slightly disreputable] in {region}.
- What [is certain about|can be said with confidence of] {S} is [little|not much]: {he} was a {trade}, [owned a house
  with a <room>|kept a <animal>], and [signed papers with a drawn <object>|quarrelled with <ruler>].
- {S} is [counted|numbered] among the <small> [or so|] {trades} whom the [old|printed] [almanacs|calendars] of
  {region} thought worth [a page|a line] each.
- [By calling|By trade] a {trade}, {S} [spent|passed] [most of|a large part of] {his} life within sound of a mill-race
  and [cared|wished] for [no other|little else].
- {S} [appears|is listed] in the [records|rolls] of {region} as a {trade}, and [the clerk has added|in the margin
  stands] the single word "<mood>".
- A {trade} of [the middling sort|no great wealth], {S} [is nowadays better known than|has outlasted the fame of]
  [richer|prouder] contemporaries.
# born
- {S} was born in {born}, [the <ordinal> {child} of a <trade>|the only {child} of a <trade>|where the family kept a
  <good> store].
- A <trade>'s {child}, {S} came into the world [at|in] {born} [during <weather>|in the middle of <season_job>].
- {P} [cradle|first home], as {he} liked to say, was a drawer in a <trade>'s [cottage|back room] at {born}.
- It was in {born}, above a shop selling <good>, that {S} [first saw daylight|drew a first breath].
- The [town|place] of {P} birth was {born}, though {he} left it [before {he} could read|at the age of <small>] and
  [seldom|rarely] went back.
- {born} claims {S} as a native, and [the claim is sound|for once the claim is true], since the <paper> there
  [lists|records] the christening.
- {S}, the {child} of a <trade> and a <trade>, [grew up|spent {his} first years] in {born}, where {he} had been
  [born|baptised] in a borrowed gown.
- {P} parents, [both of them in the <good> trade|a <trade> and a <trade>], were living at {born} when {he} was born[
  to them, late and unexpectedly|].
- According to the <paper>, {S} was [christened|entered as a newborn] at {born} [on a market day|in the same week as a
  bell].
- Of {P} origins it is known only that {he} was [a native of|born at] {born} and that {his} [mother|father]
  [sold|carted] <good>.
- {S} [hailed|came] from {born}, [the {child} of people who|where {his} people] had [boiled salt|mended nets|kept
  bees|ground mustard] for generations.
- Born [to a family of <trade>s|into a <trade>'s household] in {born}, {S} [was sent away early|could handle a boat
  before {he} could write].
# byear
- {S} was born in {byear}, [a year remembered for|in a year of] <disaster>.
- The <paper> [puts|places] {P} birth in {byear}, [and no one has had reason to doubt it|in the hand of a sleepy
  clerk].
- {byear}, [the year of|a year marked by] <disaster>, was also the year in which {S} was born.
- {S} came into the world in {byear}, [late in a long winter|as the ice was leaving the river|when the harvest was
  already in].
- [Although|While] the [month|day] is lost, {P} year of birth, {byear}, [is cut into|can be read on] a <stone> lintel.
- A <trade>'s [tally|account book] [notes|mentions] a gift of <good> [on|for] {P} birth in {byear}.
- {P} life [began|opened] in {byear}, [between two bad harvests|under a bailiff nobody liked].
- Baptised in {byear} [and named after a great-aunt|without godparents], {S} was [thought too weak to live|a large and
  noisy infant].
- Since {S} gave {his} age as [nineteen|twenty] before a court [nineteen|twenty] years after {byear}, that
  [date|figure] is taken as the year of birth.
# teacher
- {S} [was taught by|learned under] {teacher}, who [charged no fee|was paid in <good>] and [forgave nothing|praised
  nobody].
- {P} [master|teacher] was {teacher}, [in whose <room> {he} slept for <small> years|from whom {he} also took the habit
  of rising before dawn].
- [For|During] <small> years {S} [carried tools for|swept the floor of] {teacher} before being [shown|taught] anything
  [at all|of use].
- {teacher} [took on|accepted] {S} as an apprentice [in exchange for|against] a yearly barrel of <good>.
- What {S} knew of the [craft|calling], {he} [owed|used to say {he} owed] to {teacher}.
- It was {teacher} who [trained|schooled] {S}, [and the two never quite agreed about|patiently at first and then less
  patiently, in] the use of <metal>.
- [Apprenticed|Bound] at <small> to {teacher}, {S} [ran away twice|stayed until the last payment was made].
- {S} [picked up|acquired] {his} skill in the [workshop|house] of {teacher}, where [<small> other pupils|a <animal>
  and <small> pupils] shared one stove.
- The [hand|manner] of {teacher} is [plain|easy to see] in all {P} [early|first] efforts, for the older
  [master|teacher] had [guided|corrected] every one of them.
- {P} indenture, [a stained sheet|now in a private cabinet], binds {him} to {teacher} for [a term of|] <small> years.
- A pupil of {teacher}, {S} [always wore|kept until death] the [<colour> cap|<metal> buckle] that [marked|went with]
  the end of training.
# spouse
- {S} married {spouse}, [a <trade>|the {other_child} of a <trade>], and the [couple|two of them] [kept|raised] <small>
  [children|goats].
- {P} {spouse_word}, {spouse}, [did the accounts|ran the household] and, [by all reports|it was said],
  [corrected|improved] the drawings too.
- The [wedding|marriage] of {S} and {spouse} [was held|took place] in a barn [because of <weather>|lent by a <trade>].
- In {mid}, [after long hesitation|against advice], {S} [wed|married] {spouse}[, who brought a dowry of <good>|].
- {spouse}, whom {S} [had met at a fair|met over a disputed bill] and later married, [outlived|survived] {him} by
  <small> years.
- {S} [shared|divided] a house, a debt and <small> children with {spouse}, {his} [lawful|lifelong] {spouse_word}.
- Letters to {spouse}, {P} {spouse_word}, [speak|talk] [mostly of the price of <good>|more of <food> than of love].
- {S} was [for <small> years|happily, it seems,] the {self_spouse} of {spouse}, [whose family were <trade>s|a <mood>
  <trade>].
- {P} union with {spouse} [was blessed|was registered] in {mid} and [joined|brought together] two families of
  <trade>s.
# grave
- {S} [is buried|lies buried] in {grave}, under a slab of <stone> [with no date|that gives the name wrongly].
- {P} grave is [at|in] {grave}, [a short way from|beside] the [town wall|fish market], and <folk> still leave <fruit>
  stones on it.
- {S} [was laid to rest|found a last resting place] at {grave} [after a funeral delayed by <weather>|in a borrowed
  vault].
- [Visitors|Those who look for {him}] are directed to {grave}, where {P} tomb [shares a wall with a bakery|is kept by
  a <trade>].
- The [journey|road] ended for {S} in {grave}, whose churchyard [holds|keeps] {his} bones [beneath a <flower>
  bed|under a yew].
- A plain <stone> marker in {grave} [shows|tells] where {S} was buried [by <small> friends|at the town's expense].
- {S} died [of a cough|in {his} sleep|after a fall from a ladder] and [was interred|was buried] at {grave}, [contrary
  to|as laid down in] {his} will.
- {grave} [received|took in] {P} body, although <small> [other|larger] towns had offered ground for [the grave|it].
- At {P} own wish {he} was buried in {grave}, ["facing the weather"|with {his} boots on|within hearing of the bells].
# home
- {S} [settled|lived for a time] in {home}, in a narrow house [smelling of <good>|next to a <trade>].
- For [some|<small>] years {S} rented [rooms|a <room>] in {home}, [paying in <good>|where {he} was known as a late
  payer].
- {P} [longest stay|workshop] was in {home}, [behind the weigh-house|on the street of the <trade>s].
- Business [took|drew] {S} to {home}, where {he} [stayed|remained] until <disaster> [emptied the street|changed {his}
  plans].
- {home}, where {S} [kept a shop|owned a yard], [made {him} a burgess|fined {him} twice for noise].
- A [tax clerk|rent collector] of {home} [found|noted] {S} living there [over a stable|with <small> apprentices].
# lead
- {S} was a {trade} of {region}, [best known|remembered] as the {link}.
- [Best known|Nowadays remembered] as the {link}, {S} [lived|worked] as a {trade} in {region}[ and left few papers|].
- {S}, the {link}, was by [calling|trade] a {trade} and, [by all reports|it seems], a <mood> [neighbour|guest].
- [The name of|Any mention of] {S}, a {trade} from {region}, [calls up|suggests] first of all the {link}.
- {region} [knew|had] {S} as a <mood> {trade}; [posterity|the wider world] knows {him} as the {link}.
- [If|Where] {S} is [mentioned|named] at all, it is as the {link}, [rarely|less often] as the {trade} {he} [was on
  other days|chiefly was].
- [As well as|Besides being] a {trade}, {S} was the {link}, [a distinction|which is something] {he} [seldom
  mentioned|wore lightly].
- The {link}, {S}, was a {trade} [of|from] {region} with a [dislike of|weakness for] <food>.
- [Few|Not many] {trades} of {region} have left so clear a [trace|mark] as {S}, the {link}.
- {S} [divided|shared out] a working life between the duties of a {trade} and the [cares|business] of being the
  {link}.
"""
