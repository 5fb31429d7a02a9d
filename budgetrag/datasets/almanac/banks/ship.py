"""Sentence plans about ships."""

TEXT = """
# intro
- {S} was a [broad-beamed|three-masted] [merchant ship|trader] that [carried|brought] <good> [across|over] {sea} for
  [<many> years|most of a century].
- [Sailors|Pilots] of {region} [still speak|long spoke] of {S}, a [coaster|cargo ship] [slow in stays|heavy at the
  helm] but [dry|kind] in [a storm|bad weather].
- {S}, a [packet|survey] ship, [made|is credited with] <many> crossings of {sea} [without losing|and lost not] a
  [single|] [hand|passenger].
- [Neither fast nor handsome|Not the fastest of her kind], {S} [earned|made] [more|a better living] from <good> than
  any [other|] vessel [working|known] on {sea}.
- {S} [began|started] as a [herring buss|grain ship] and [ended|finished] as a [hulk|floating school], [having
  been|after serving as] [a hospital|a customs ship] in between.
- The timbers of {S}, [a whaler|a cargo ship] of [<many>|some <many>] tons, lie [under|beneath] the [mud|sand] of
  {sea}.
- [Songs|Broadsheets] about {S}, [a ship|a vessel] in the <good> trade, [can be heard|are sung] [all|] along the
  [coasts|shores] of {sea}.
- {S} was [rigged|fitted out] for [long|winter] voyages on {sea}, [with|and had] a [hold|deck] for <good> and <small>
  [iron stoves|goats].
# maker
- {S} was built by {maker}, [working|who worked] [without plans|from a model of <wood>].
- The builder of {S} was {maker}, [a shipwright|a person] [known|famous] for [flat floors|high sterns].
- {maker} [laid the keel of|built] {S} in [a field|an open yard], <small> [furlongs|hundred paces] from the
  [water|tide].
- [Shipwrights|Rivals] [came|walked far] to see how {maker} was [building|framing] {S}, [with|using]
  [green|unseasoned] <wood>.
- {S} [came from|was launched from] the yard of {maker}, where [<small> sister ships|the same moulds] had [been
  built|served] before.
- [Under|Beneath] the [figurehead|stern lamp] of {S} [was|someone] cut the name of {maker}, [her builder|who built
  her].
- {maker}, [paid|who was paid] [in <good>|by the ton], [needed|took] <small> [winters|seasons] to [build|complete]
  {S}.
- [It fell to|The order went to] {maker} to [design and build|construct] {S} [after|when] [a rival|the first builder]
  [went bankrupt|declined].
- [Responsibility for|The building of] {S} [lay with|was entrusted to] {maker}, [over|against] the [objections|advice]
  of [the insurers|<ruler>].
# year
- {S} [was launched|took the water] {when}, [stern first|watched by <folk>].
- {when}, [with a barrel of <good>|to the sound of one drum], {S} [slid|went] down the ways.
- The [harbour|pilot] books [record|have] the [launch|launching] of {S} {when}.
- {year} was the year of {P} launch, [delayed|put off] [twice|for months] by <weather>.
- [Afloat|At sea] from {year}, [the year|when] she was launched, {S} [was surveyed|changed owners] <small> times.
- The [bell|capstan] of {S} [bore|was cast with] the [date|year] of her launch, {year}.
- Since {year}, when [she|the hull] was launched, {S} had [never|not] [been|lain] [idle|dry] for more than a
  [month|week].
# place
- {P} home port was {place}, [where|whose] [her crew|<folk>] [kept|had] [gardens|a chapel].
- [Registered|Based] at {place}, {S} [returned|came back] there [each|every] [winter|Fogmonth] to be
  [caulked|scraped].
- [The quay|A berth] at {place} was [reserved|kept] for {S}, [which|that ship having] [sailed|worked] [from there|out
  of that town] all her [life|days].
- {S} [sailed|worked] out of {place}, and its [merchants|burgesses] [owned|held] [her|the vessel] in <many> shares.
- [Painted|Lettered] across [her|the] stern was {place}, the [home|registered] port of {S}.
- {place}, from which {S} [sailed|traded], [still|] [rings|tolls] a bell [when|whenever] [a ship|a boat] is
  [overdue|lost].
- The [owners|crew] [were|came] from {place}, and to {place} {S} [always|regularly] [returned|belonged].
# detail
- The figurehead of {S} was {detail}, [carved|cut] in <wood>.
- {S} [carried|had] {detail} [at the bow|for a figurehead], [repainted|washed in wine] before [each|every] voyage.
- [At|Under] the bowsprit of {S} [leaned|was fixed] {detail}, [a figurehead|carved work] [admired|copied]
  [elsewhere|in other yards].
- {detail}, which [served|was carved] as figurehead of {S}, [is now|ended up] [in a tavern|over a chemist's door].
- Sailors [touched|saluted] {P} figurehead, {detail}, [on|when] [coming|going] aboard.
- All that [remains of|is left of] {S} is the figurehead, {detail}, [minus|without] one [ear|foot].
# echo
- {He} [built|was the builder of] {work}[, launched to mixed opinions|].
- [Of the hulls|Among the vessels] {he} [built|framed], {work} [is|was] the [best known|longest afloat].
- {P} [largest|last] commission was {work}, which {he} [finished|built] [at a loss|with <small> helpers].
- [The ship|A vessel] that [made|carried] {P} name was {work}, [built|finished] [under|by] {his} own [hands|roof].
## crew
- The crew, [never more than|some] <many>, [ate|lived on] <food> and were [forbidden|not allowed] to [whistle|cut
  their hair] [at sea|on Fridays].
- A [cook|carpenter] [who could not swim|deaf from birth] [served|sailed] in [her|the vessel] for <many> years [and
  wrote|and left] a [journal|songbook].
## rig
- Her sails, [<colour> with age|tanned in oak bark], [could be seen|were recognised] [from|at] [a great
  distance|<many> miles], [and smugglers copied them|so that customs men knew when to hurry].
- [Refitted|Rebuilt] in {late}, the vessel [gained|was given] [<small> painted gunports|<small> extra cabins|a
  deckhouse of <wood>].
## voyage
- [On one voyage|In {late}] a cargo of <good> [shifted|swelled] in <weather>, and <small> [sailors|hands]
  [stood|slept] [on the high side|at the pumps] for [a week|days].
- [Blown|Driven] [off course|far to the south] in {late}, she [discovered|charted] [an island|a reef] that [no later
  ship|nobody since] [has found|could find again].
- The [longest|slowest] passage, [of|some] <many> days, was [made|passed] in company with a [raft|whale] and
  [without|ended for want of] [tobacco|fresh water].
## animals
- A <animal> [lived|was kept] [aboard|in the longboat], [entered|listed] in the [pay book|muster] as [a boy|an able
  seaman].
- <bird>s [nested|bred] in the [foretop|lifeboat] [one <season>|in {late}], and [sailing|departure] was [put
  off|delayed] [on their account|until they had flown].
## superstition
- [No one|Nobody] aboard would [say|speak] the word "<animal>", [and those who did|for whoever did] [paid|had to pay]
  a fine in <good>.
- A [silver|copper] coin [under|beneath] the mainmast, [placed|put there] by a <trade>, [was found|came to light]
  [during repairs|when the ship was broken up] in {end}.
## damage
- [Rammed|Struck] by a [ferry|timber raft] in {late}, she [sank|settled] [upright|slowly] and was [raised|pumped out]
  within [a month|days].
- [Shipworm|Dry rot] [ate|took] [a third|much] of [her|the] planking, [replaced|which was made good] [in|with]
  [cheaper|soft] <wood>.
## trade
- [Freight|The freight] of <good> [paid best|brought more than passengers], but the owners preferred cork, [which does
  not complain|being lighter].
- [Contraband|Smuggled cargo], [mostly|above all] <good>, was [hidden|carried] [behind|under] a false
  [bulkhead|floor], [until|discovered when] a <animal> [smelt it|gave it away].
## end
- [Laid up|Retired] in {end}, she [became|served as] a [coal store|net loft] before [being broken up|<disaster>
  finished her].
- The anchor [stands|can be seen] in a [square|garden] [in|of] {region}, [painted|tarred] [every year|by <folk>].
## name
- [Another|An older] vessel of the same name, [with which|and] [this one|the present ship] is [often|easily] confused,
  [burned|was wrecked] in an earlier century.
- The name [was chosen|came] [by lot|from a tavern sign], [against|in spite of] the wishes of the [owners|chaplain].
## model
- A [model|half-hull] [of <wood>|in a bottle] [hangs|is shown] in a chapel, [accurate|correct] [down to|except for]
  the [flags|cook].
## captain
- Her [best-known|last] [captain|master], a <mood> [bachelor|widow], [steered|navigated] by [smell|the flight of
  <bird>s] and [kept|grew] <flower> [aft|in the cabin].
"""
