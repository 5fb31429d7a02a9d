"""Sentence plans about bridges."""

TEXT = """
# intro
- {S} is a [road|foot] bridge of <stone> in {region}, [humped|narrow] [enough|and high enough] to [worry|frighten]
  [horses|coachmen].
- [Carters|Painters] [love|have long admired] {S}, [a bridge|an old crossing] of <stone> and <wood>, [at its best|seen
  best] in <season>.
- {S}, [among|one of] the [older|steeper] bridges of {region}, [carries|bears] a [chapel|toll-house] [at|over] [one
  end|its middle].
- The [traffic|trade] in <good> between [two halves|the towns] of {region} [passes|has always gone] over {S}, [at
  walking pace|in single file].
- {S} [replaced|took the place of] a [ferry|ford] [at which|where] <folk> had [drowned|waited] [with regularity|for
  centuries].
- [Wide|Strong] enough for [one|a single] [cart|loaded ox] [at a time|and no more], {S} is the cause of [many|most] of
  the [lawsuits|marriages] in {region}.
- [Engineers|Builders] [still|continue to] [study|measure] {S}, [whose|a bridge whose] [mortar|foundation] of <good>
  and lime has set harder than <stone>.
- {S} [appears|figures] on [banknotes|playing cards] of {region}, [drawn|shown] with [a moon|<bird>s] that [was never
  there|the engraver added].
# maker
- {S} was designed by {maker}, who [stood|slept] under it when the [scaffolding|centring] was [removed|struck].
- [The design of|The drawings for] {S} [came from|were made by] {maker}, [a mason|a person] [who could not swim|of few
  words].
- {maker} [drew|planned] {S} [on a tablecloth|in the sand], and [the masons|the builders] [followed|altered] [it|the
  plan] [faithfully|where they could].
- [Against|Despite] the advice of <ruler>, {maker} [was asked|was chosen] to [build|design] {S}.
- {S} [is the work of|was planned by] {maker}, [whose|and its author's] [fee|payment], <many> [barrels|sacks] of
  <good>, [was never paid|is documented].
- {maker} [designed|conceived] {S} after [watching|studying] [ice|a <animal>] [break|cross] an older [one|crossing].
- [On|In] the [keystone|parapet] of {S} [is cut|one reads] the name of {maker}, its [architect|designer].
- [Credit|Praise] for {S} [goes|is due] to {maker}, [its designer|who designed it], [although|but] [a nephew|a pupil]
  [did the sums|signed the contract].
- Before {S}, {maker}, [who designed it|its architect], had [built|planned] only [barns|wells] and a
  [pulpit|dovecote].
# year
- {S} was opened to [traffic|carts] {when}, [without|with little] ceremony[ and in <weather>|].
- {when}, [<folk>|a <animal> and a drummer] were the first to [cross|walk over] {S}, newly opened.
- The [opening|completion] of {S} is [recorded|set down] {when} in a <paper>.
- {year}, [in <metal> figures|carved on the pier], is the year in which {S} was opened.
- [Opened|First crossed] {when}, {S} [paid for itself|earned its cost in tolls] within [a decade|<many> years].
- [Tolls|Pennies] have been [taken|collected] on {S} since [it opened in|the opening in] {year}.
- {S} [has stood|has carried carts] since {year}, [when it opened|the year of its opening], [with one|but for a
  single] [interruption|repair].
# place
- {S} [stands|is found] at {place}, [just|only] [below|above] the [tannery|wash-house].
- The [nearest|adjoining] town is {place}, whose [eastern|upper] quarter {S} [serves|joins to the rest].
- [People|The people] of {place} [use|cross] {S} [daily|without thinking], [for it|since it] [links|connects] their
  [church|market] with their [fields|wells].
- {place} [built|raised] {S} [at|within] its own [gates|walls] and [keeps|maintains] it from the [tax on <good>|fish
  toll].
- [In|At] {place} {S} [leads|runs] from the [grain market|old gaol] to the [meadows|brickfields].
- {S} [belongs|is attached] to {place}, which [lights|sweeps] it [by turns|at public cost].
# river
- {S} [spans|crosses] the {river}, [here|at that point] [deep|quick] and [smelling|full] of [mint|mud].
- [Beneath|Under] {S} [flows|goes] the {river}, [audible|clearly heard] [even|] in [dry summers|the toll-house].
- The {river} is [crossed|bridged] by {S} [where|at a place where] [two shelves|a ledge] of <stone> [narrow|pinch] it.
- [It took|There were needed] <many> piles to [carry|bring] {S} [across|over] the {river}.
- {S} [was thrown|goes] over the {river} [in one season|at a slant], [so as|in order] to [spare|avoid] a [mill|burial
  ground].
- [From|Leaning on] the parapet of {S} [one looks|anglers look] down [into|on] the {river} and its <fish>.
- [Before|Until] {S} [was built|existed], the {river} could be [crossed|passed] [there|at this place] only [by raft|on
  stilts].
- [Boats|Rafts] on the {river} [must|have to] lower their [mast|chimney] [on reaching|to pass] {S}.
# detail
- {S} has {detail} arches, [the widest|one] of them blocked since {late}.
- [Carried|Borne] on {detail} arches, {S} [leans|curves] [a little|visibly] [upstream|to the south].
- [Children|Schoolboys] [count|learn to count on] the {detail} arches of {S}, [and argue|quarrelling] about [the
  last|a half-buried one].
- The {detail} arches of {S} [differ|vary] in [width|height], [the money having run out|because the quarry changed].
- [Of|Unlike] its [model|forerunner], {S} [was given|has] {detail} arches, [all|most] of <stone>.
- [Under|Through] the {detail} arches of {S} [barges|swifts] [pass|shoot] [in file|without slowing].
# echo
- {He} [designed|was the architect of] {work}[, opened amid doubts|].
- [The bridge|A crossing] {he} is [known|remembered] for, {work}, [was|is] {his} [first|last] in stone.
- {P} [drawings|designs] for {work} [hang|are kept] in [an archive|a schoolroom].
- [Among|Of] the [structures|bridges] {S} [designed|planned], {work} [stands|still stands].
## flood
- A flood in {late} [carried|swept] away the [parapet|toll-keeper's hut], [and with it|along with] <small>
  [geese|fishermen], [all|later] [recovered|found alive].
- [High-water|Flood] marks are [cut|scratched] on the [second|northern] pier, [the highest|the topmost] [dated|from]
  {late}.
## toll
- The toll, [payable|taken] in [coin|<good>], [exempted|spared] <folk> and anyone [carrying|leading] a <animal>.
- [Toll|The toll] was [abolished|ended] in {late}, but [the keeper|a pensioner] [went on|insisted on]
  [counting|greeting] [carts|passers-by].
## custom
- [Brides|Bridal couples] are [carried|driven] [across|over] it [backwards|at dawn], [a custom|which is]
  [attributed|put down] to [a <trade>|<weather>].
- <folk> [throw|drop] <fruit> stones [from|over] the [rail|upstream side] [for luck|before a voyage], [so that|and as
  a result] [seedlings|young trees] [grow|sprout] on the piers.
## statue
- [A statue|The statue] [on|above] the middle pier [lost|was deprived of] [its head|an arm] in {late} and now
  [holds|carries] a <object> [of tin|by mistake].
## repair
- [Repairs|Works] in {late} [uncovered|brought to light] [a child's shoe|<many> coins] and a <object> [in|under] the
  [mortar|roadway].
- The [roadway|deck], [relaid|renewed] in <wood> in {late}, [drums|sounds] [under hooves|when crossed], [and is|which
  is] [heard|used as a signal] [in the market|half a mile off].
## shops
- <small> [shops|booths], [selling|dealing in] <good> and <good>, [lined|stood on] it until <disaster> of {late}.
## legend
- [The story|A tale] [goes|is told] that the [devil|river] was [promised|owed] the first [soul|creature] to cross and
  [was given|received] a <animal>.
- [Masons|Builders] are [said|supposed] to have [mixed|put] <good> in the mortar, [a claim|which]
  [chemists|<scholars>] [have not confirmed|could neither confirm nor deny].
## war
- An order to [blow it up|destroy it] in {late} [arrived|came] [too late|in the wrong language] and [was framed|hangs
  in the gatehouse].
## nature
- <bird>s [nest|winter] [under|in] the [arches|drain holes], and <flower> [grows|seeds itself] [along|in] the
  [cornice|joints].
- In <season> <fish> [gather|lie] in its shade, [where|and there] fishing is [let|rented] [by the yard|to <folk>].
## light
- A lamp at [each|the far] end, [lit|tended] by <folk>, [burned|burns] [fish oil|tallow] [through|on all] [the nights
  of|foggy evenings in] Fogmonth.
## width
- [Two|Loaded] wagons cannot [pass|meet] on it, and who must back was [settled|regulated] in {late} by [a duel|law].
## art
- A [painting|watercolour] of {late} [shows|has] it [unfinished|by moonlight], with a <trade> [asleep|eating <food>]
  [in the foreground|on a barrel].
"""
