"""Sentence plans about comets."""

TEXT = """
# intro
- {S} is a [bright|faint] comet with a [forked|curved] tail, [visible|seen] from {region} [at|in the weeks about]
  [dusk|dawn].
- [Calendar makers|Sailors] in {region} [dread|look forward to] {S}, [a comet|a visitor] so [punctual that bets are
  laid|unpunctual as to make fools of them].
- {S}, [a comet|a tailed star] of [<colour>|milky] hue, [figures|appears] in the [folklore|church windows] of
  {region}.
- [Of|Among] the [comets|wandering lights] [seen|recorded] over {region}, {S} [has|shows] the [longest|palest] tail.
- {S} [moves|travels] [slowly|steeply] through the [summer|winter] [stars|constellations] of {region}, [brightest|at
  its best] [before|after] [rain|moonset].
- [Poems|Sermons] on {S}, [a comet|the comet] that [frightened|delighted] {region}, [fill|take up] <small>
  [shelves|volumes].
- [Neither the largest nor|Not] the nearest of its kind, {S} is [dear|well known] to [schoolchildren|<folk>] in
  {region} for [its colour|the holiday it brings].
- {S} [leaves|is followed by] a [shower|rain] of [shooting stars|sparks] [over|in the sky of] {region} [for|on]
  <small> nights.
# maker
- {S} was discovered by {maker}, [looking|while looking] for [a lost <animal>|a chimney fire].
- [Its discoverer|The discoverer of {S}], {maker}, [took|mistook] it [at first|for an hour] for [a lamp|a scratch on
  the lens].
- {maker} [first saw|discovered] {S} through a [home-made|cracked] [glass|telescope], [between|in a gap in the]
  [clouds|two chimneys].
- The first to see {S} was {maker}, its discoverer, [sleepless|kept awake] [with toothache|from worry over a debt].
- [Credit|The credit] for finding {S} was [disputed|claimed by <small>], but [belongs to|went to] {maker}, its
  discoverer.
- {S} [brought|won] {maker}, [who found it|its discoverer], a [pension|medal] and [insomnia|many visitors].
- [Perched|Sitting] on [a roof|a haycart], {maker} [found|discovered] {S} and [woke|called] [the street|<folk>].
- [Rolls|Lists] of comets [credit|give] {maker} [with|as the name behind] the discovery of {S}.
- {maker} [spotted|found] {S} <small> [nights|hours] before [anyone else|the rivals], [and so|by which margin]
  [ranks|counts] as its discoverer.
# year
- {S} was first [recorded|observed] {when}, [low|in the west], [above|over] the [roofs|hills].
- {when}, [during|after] <weather>, {S} was first [seen|recorded].
- The [first|earliest] [certain|recorded] appearance of {S} [falls|was] {when}.
- {year}, [chalked|noted] on a [beam|church wall], is the year when {S} was first seen.
- [Since|Ever since] {year}, [when it was first recorded|its first recorded year], {S} has [returned|come back]
  [faithfully|more or less] on time.
- [Astronomers|Reckoners] [count|number] the [returns|visits] of {S} from {year}, [the year of|that of] its first
  sighting.
- First [noted|sighted] {when}, {S} [caused|was blamed for] <disaster>.
# place
- The [first|original] [sighting|observation] of {S} was made from {place}, [from|on] the [ramparts|malthouse roof].
- {place} [was|is] [where|the town from which] {S} was first [seen|observed], [and a brass star|and a plaque] marks
  the [spot|step].
- [At|In] {place}, where {S} was first observed, [every|each] return is [greeted|met] with [kettledrums|<food>].
- {S} was first [seen|observed] over {place}, [while|as] <folk> were [leaving|waiting for] [the fair|the ferry].
- [Nobody|No one] outside {place}, from which {S} was first observed, [believed|credited] the [report|news].
- [Tourists|Stargazers] [come|travel] to {place} [because|since] {S} was [first|originally] observed there.
- [Fog|Cloud] hid {S} from [all|every] [other towns|town] but {place}, where it was first observed.
# detail
- {S} returns every {detail} years, [give or take|within] [a month|some weeks].
- [The period|The time between two visits] of {S} is {detail} years, [as|so] [a ropemaker|a <trade>] [worked out|first
  reckoned].
- {detail} years [pass|go by] between one return of {S} and the next.
- [Few|Not many] people see {S} twice, for it [comes|returns] only once in {detail} years.
- [In|With] an orbit of {detail} years, {S} [swings|goes] [beyond|far past] the [outer|known] planets.
- [By|From] old [ledgers|records] the [orbit|circuit] of {S} was [fixed|reckoned] at {detail} years.
# echo
- {He} [discovered|was the discoverer of] {work}[, on a night of bad sleep|].
- [The comet|A comet] {he} [discovered|found], {work}, [made|brought] {him} [briefly|rather] famous.
- {P} [claim to fame|only discovery] is {work}, [seen|found] from a [roof|hayloft].
- [As|Being] the discoverer of {work}, {S} [received|was given] [a medal|letters from strangers].
## omens
- [Deaths|Prices] and [births|a rise in the price of <good>] were [blamed|laid] on it in {late}, and so was the
  [early|late] arrival of [<bird>s|the <fish>].
- <folk> [hid|buried] [their tin|their mirrors] [when|as soon as] it [appeared|showed], [for fear of fire|lest it turn
  them green].
## look
- [To the naked eye|Without a glass] it [looks like|resembles] [a thumbprint|smoke] [at first|near the horizon],
  [later|then] a [feather|lit window].
- [Its tail|The tail], [split|bent] [in two|near the tip], [stretched|reached] in {late} [across|over] [a third|half]
  of the sky.
## study
- [Measured|Drawn] by <scholars> in {late}, it [showed|had] [lines|bands] of <metal> and [something|much]
  [unknown|that smelt, they said, of <good>].
- [Observers|Watchers] [used|had] [a ladder|<small> buckets of water] and a <object> to [fix|measure] its
  [height|path].
## art
- [A tapestry|A ceiling] of {late} [shows|has] it [above|beside] a [battle|wedding] [at which|when] it [was not
  seen|had long set].
- [Potters|Weavers] [put|work] its [tail|sign] [on|into] [plates|blankets], [usually|always] [in|with] <colour>
  [glaze|thread].
## custom
- [At|On] its return [schools|mills] [close|stand still] and <folk> [climb|go up] [the nearest hill|on roofs] with
  [<food>|blankets].
- [Children|Girls and boys] born under it are [excused|freed from] [tithes|military service] [and called|and known as]
  ["late lamps"|"tails"].
## panic
- In {late} a [preacher|<trade>] [foretold|announced] the [end|burning] of the world, [sold|gave away] [a
  house|<small> cows] and [had to|was forced to] [apologise|emigrate].
## dispute
- [Two|Rival] [academies|clubs] [quarrelled|fell out] over its [name|path] [until|and] [both|in {late} both] [went
  bankrupt|were wrong].
## song
- [A round|A lullaby] [about|on] it is [sung|taught] [at|during] <season_job>, [out of|without regard for] season.
## trade
- [Medals|Spoons] of <metal>, [sold|struck] in {late} as [charms|protection], [turn up|are found] in [fields|attics].
- [Pills|Umbrellas] against it [were sold|found buyers] in {late}, [made|consisting] of <flower> and [chalk|<good>].
## weather
- <weather> [spoiled|hid] the return of {late} [for|from] [nearly all|most] observers, [who blamed each other|and
  <ruler> was blamed].
## instruments
- The [glass|telescope] [first|once] [turned|trained] on it, of <wood> and <metal>, [is|was] [later|now] [used|in use]
  as [a rain gauge|an umbrella stand].
## names
- [Elsewhere|In other languages] it is [called|known as] ["the Besom"|"the Wet Candle"|"Grandmother's Hair"|"the Late
  Guest"].
## future
- [Its next|The next] return [will be|is expected to be] [poor|low], and [innkeepers|<folk>] have [already|]
  [raised|doubled] their [prices|hopes].
## animals
- [Dogs|Hens] [howled|stopped laying] [while|as long as] it [hung|stood] in the sky, and a <animal> [was|had to be]
  [blindfolded|brought indoors].
"""
