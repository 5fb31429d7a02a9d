"""Sentence plans about towns."""

TEXT = """
# intro
- {S} is a [market town|small walled town] in {region}, [long known for|noted for] its <craft> and its
  [oversized|leaning] bell tower.
- [Strung out along|Built over] <small> low hills in {region}, {S} [gives|makes] a [better|finer] impression from [a
  distance|the road] than from [its own streets|within].
- {S}, [in|a town of] {region}, [has|counts] some <many> hundred [inhabitants|hearths] and [lives by|depends on]
  <craft>.
- Travellers [entering|coming into] {region} from [the coast|the hills] usually [pass through|stop in] {S}, [a town
  of|which is made of] <stone> houses and [steep|crooked] lanes.
- {S} [lies|sits] in [a bowl of|the folds below] {height}, [so that|where] <weather> can [shut the roads|keep it to
  itself] for days.
- The [town|borough] of {S} [grew up|formed] around a [toll-house|salt store], and [the pattern|its plan] is [still
  legible|easily read] in the [market square|back lanes].
- [Quiet|Sleepy] outside the [fair|herring] season, {S} is [one of|among] the [older|smaller] towns of {region}.
- {S} [owes its prosperity|has always owed its bread] to <good>, [although|while] <craft> [brought|earned] it a
  [wider|certain] name.
- [Guidebooks|Visitors] to {region} [rarely|seldom] [linger|spend long] over {S}, [a place of|whose attractions are]
  [tanneries and chapels|<small> churches and a fish hall].
- {S} [is the seat of|has] a [grain court|wool exchange], [<small> almshouses|a mint long closed], and the
  [largest|least punctual] clock in {region}.
# river
- {S} [stands|lies] on the {river}, [which turns <small> mills before it leaves|whose floods are marked on the church
  wall].
- The {river} [runs|flows] [straight|noisily] through {S}, [dividing|parting] the [old quarter|dyers] from the
  [new|tanners].
- [At|In] {S} the {river} is [crossed by stepping stones|wide enough for barges], and [washing day|the fish market] is
  [governed|ruled] by its level.
- Water for the [dye-works|mills] of {S} [comes|is drawn] from the {river}, [brown|cold] as it is [in most seasons|for
  much of the year].
- {S} [turns its back on|faces] the {river}, [along which|on whose bank] the [rope-walks|drying lofts] are
  [strung|set].
- [Barges|Rafts] on the {river} [pay|used to pay] toll at {S}, [by weight|in <good>].
- {S} was [laid out|built] where the {river} [could be forded|slows and bends], [as|so] <scholars> [suppose|believe].
- [Three times|Twice] the {river} has [carried off|drowned] the lower [streets|wards] of {S}, [the last time|most
  recently] in {late}.
- The [coat of arms|seal] of {S} [shows|bears] a <fish> for the {river}, [on which it has always depended|beside which
  it is built].
- Between its two gates {S} is [cut|crossed] by the {river}, [here|at this point] no more than <many> paces [wide|from
  bank to bank].
# charter
- {S} received its charter in {charter}, [in return for|against a gift of] <good> and [a promise of|] <many> archers.
- The [charter|privilege] that made {S} a [borough|free town] [dates from|was sealed in] {charter}.
- In {charter}, [after|following] <disaster>, <ruler> [granted|gave] {S} the right to [hold a market|wall itself].
- {S} has [governed itself|elected its own bailiffs] since {charter}, when [the privilege|that right] was
  [bought|wrung] from <ruler>.
- A [copy|transcript] of {P} founding charter, [dated|given in] {charter}, hangs in the [weigh-house|grain hall].
- {charter} is [carved|painted] above the gate of {S}: [in that year|it was then that] the place became a
  [chartered|free] town.
- Not until {charter} did {S} [obtain|win] [borough rights|a charter], a delay that <scholars> [blame on|put down to]
  <disaster>.
- The freedoms of {S}, [confirmed|first written down] in {charter}, [include|extend to] untaxed <good> and the
  [keeping|right] of a gallows.
- {S} [celebrated|marked] its [five-hundredth|four-hundredth] year with <food> for all, [counting|reckoned] from the
  charter of {charter}.
# founder
- {S} was founded by {founder}, [who is shown on the seal|a landless knight], [on|after] [the advice of a miller|a
  lost wager].
- [Tradition|The town chronicle] [names|gives] {founder} as the founder of {S}, [and a <stone> statue agrees|and
  nobody has proposed another].
- It was {founder} who [laid out|marked the first streets of] {S}, [with a rope|using <many> pegs] and a
  [borrowed|blind] <animal>.
- {founder} [settled|brought] <many> families [on the site of|at] {S}, and the [oldest|first] street [bears|keeps]
  that name.
- {S} [began|started] as an estate of {founder}, [who gave plots|where plots were given] to any <trade> [who would
  drain one|willing to stay].
- [Every year|Each <season>] the council of {S} [drinks to|toasts] {founder}, its founder, in [plain water|sour
  cider].
- The [first|founding] stone of {S} was [set|placed] by {founder}, [in person|unwillingly], [as a painted panel|so a
  carving] in the gatehouse [shows|tells].
- {S} [honours|remembers] in {founder} the [stranger|person] who [bought|cleared] the marsh and [founded|planned] the
  town.
# older
- {S} was [once|formerly] called {older}, [a name|a form] that [survives|lingers] in [a street|a drinking song].
- [Older|The oldest] documents call {S} {older}, and [carters|<folk>] [still do|went on doing so for long].
- The former name of {S}, {older}, was [given up|dropped] [when|after] [a scribe misheard it|<disaster> made it
  unlucky].
- Until [a bailiff|the council] [changed|softened] it, the name of {S} was {older}.
- {older}, as {S} [was known|was then written] in [early|the first] rolls, [is thought to mean|may have meant] ["ford
  of the <bird>s"|"cold well"|"the salt place"].
- In the speech of the [hills|upland farms] {S} is still {older}, its [earlier|ancient] name.
- [Milestones|Boundary stones] around {S} [show|carry] the [older|disused] name {older}.
# lead
- {S} is a [market|walled] town in {region}, [known|noted] as the {link}.
- [Best known|Chiefly known] as the {link}, {S} is a town of {region} that [lives by|depends on] <craft>.
- {S}, the {link}, [lies|is found] among the [fields|hills] of {region} and [counts|has] some <many> hundred hearths.
- [Travellers|Visitors] [know|seek out] {S}, in {region}, as the {link}[ and for its <food>|].
- [As|Being] the {link}, {S} [draws|sees] more strangers than other towns of its size in {region}.
- A town of <stone> and [steep|crooked] lanes, {S} [is|has the honour of being] the {link}.
- Signboards [inform|remind] those who come to {S}, in {region}, that it is the {link}.
## market
- Its market, [held|open] on [every ninth day|the first day after full moon], [deals in|is best known for] <good> and
  <good>.
- The market hall, [roofed with|built of] <stone>, [stands on|has] <many> pillars, [no two|few of them] alike.
- On market days the [square|main street] is given over to <folk> and [the smell of|mountains of] <food>.
## walls
- Of the [town wall|old ramparts], <small> towers [remain|can be climbed], [one of which|the tallest of which] [houses
  pigeons|is let to a <trade>].
- The [north|east] gate, [rebuilt|widened] in {late}, [still closes|is still shut] at [dusk|nine] [although|but]
  [nobody|no one] remembers why.
## church
- The [chief|parish] church has a [ceiling|font] of <wood>, [painted with <bird>s|carved by prisoners], and a bell
  [cracked|recast] in {late}.
- [A chapel|An oratory] outside the walls [is visited by|draws] <folk> [each|every] <season>, [who leave <fruit>
  branches|carrying <flower>].
## disaster
- In {late} <disaster> [destroyed|emptied] [half the houses|the granary], [and|after which] the streets were
  [relaid|widened] [on a grid|with <stone>].
- [A tablet|An inscription] [records|recalls] <disaster> of {late}, [when|in which] <many> [families|householders]
  [lost everything|fled to the hills].
## food
- The [local|town's] [dish|speciality] is <food>, [eaten|served] [cold|with <fruit> jam] [at weddings|on the eve of
  the fair].
- [Inns|Taverns] [here|in the town] [serve|are proud of] <food>, [a taste|something] [outsiders|visitors] [rarely
  acquire|come to love].
## customs
- By [old|unwritten] custom, <folk> may [sleep|eat] free [for one night|on the steps of the hall], [provided|so long
  as] they [bring|carry] a <object>.
- [Once a year|Each <season>] a <animal> is [crowned|led through the streets], a ceremony [that nobody can
  explain|older than the church].
- [Newcomers|New citizens] must [plant|pay for] a <tree> tree, and [the avenue|a grove] [beyond the ditch|by the
  ponds] is [the result|made of nothing else].
## trade
- The [making of <craft>|trade in <craft>] [employs|feeds] [a third|half] of the [households|families],
  [mostly|especially] in [winter|the lower streets].
- [Merchants|Dealers] in <good> [built|put up] the [gabled|tall] houses [of|along] the [square|harbour street], [no
  two of which agree in height|which for tax reasons have narrow fronts].
## council
- The [town council|bench of aldermen] [meets|sits] in a <room> and [votes|decides] by [dropping|throwing] <fruit>
  stones into a <metal> bowl.
- Its [town clerk|archivist], [a post|an office] [handed down|inherited] in one family, [guards|keeps] a
  [chest|cupboard] with <small> locks.
## school_inn
- An inn [called|at the sign of] the <colour> <animal> [has|claims] [the oldest|a] [sign|licence] in {region} and [a
  ghost|<small> ghosts].
- The [public|communal] bath, [heated|warmed] with [peat|<wood> logs], [closed|shut] in {late} and is now [a granary|a
  reading room].
## people
- Its [people|inhabitants] are [said to be|by repute] <mood>, [a judgement|an opinion] [they|that they] [share|repeat]
  with some pride.
- The [dialect|speech] of the town [has|keeps] <small> words for <weather>, [most of them rude|all of them in daily
  use].
- [Census takers|Tax collectors] in {late} [counted|found] <many> <trade>s, <many> <trade>s and [a single|one]
  [lawyer|barber].
## views
- From the [tower|mill hill] one can [see|make out] {sea} on [clear|cold] days, [and always|as well as] the
  [smoke|kilns] of the [brickworks|charcoal-burners].
- The [hills|slopes] behind are [planted|covered] with <wood> and <fruit> trees, [whose blossom|and in <season> the
  scent] [reaches|fills] the [square|lower town].
## roads
- <small> roads [meet|cross] here, [the busiest|one] of them [leading|going] over {height}[, where it is closed by
  <weather>|].
- The [carrier|mail coach] [calls|stops] [twice a week|on alternate days], [bringing|laden with] <good> [and
  gossip|and newspapers a month old].
## fame
- [A play|A ballad] [set|laid] here, [about|telling of] a <mood> <trade> and a <animal>, [is performed|was popular] in
  the [whole|rest] of {region}.
- <scholars> trace the [town's|local] [prosperity|habit of saving] to the [price|failure] of <good> in {late}.
## prison
- The [old|former] gaol, [with walls|built] of <stone>, [held|was meant for] [debtors|smugglers] and [now|today]
  [stores|holds] <good>.
## bird
- <bird>s [nest|roost] on the [town hall|grain store], and [it is an offence|a bylaw of {late} forbids anyone] to
  disturb them.
## trees
- A <tree> tree in the [square|churchyard], [planted|propped up] in {late}, is [measured|embraced] by <folk>
  [before|after] [every|each] journey.
## clock
- The town clock has run [slow|backwards] since {late}, and [appointments|weddings] are [made|set] [accordingly|by the
  baker's oven instead].
- [Bells|The bells] ring at [odd|<small>] [minutes past the hour|times a day], one of them [for|in memory of] a lost
  <animal>.
## museum
- A [small|one-room] museum [shows|displays] <craft>, a <object> [found in a well|of unknown use] and the [boots|wig]
  of a <mood> <trade>.
## wells
- Of its <many> wells, [<small> are sweet|most are salty], and the [deepest|oldest] was [dug|blessed] [by|at the cost
  of] a <trade> in {late}.
## lane
- The lane of the <trade>s, [barely|hardly] wide enough for a <animal>, [smells|reeks] of <good> [all year|in every
  weather].
- [Behind|Beyond] the [weigh-house|chapel] runs a row of <small> houses [built|put up] in {late} for [retired|widowed]
  <trade>s.
## sport
- On [the first Sunday of Larkmonth|winter evenings] <folk> and <trade>s [play|contest] a ball game with [no
  rules|<small> goals] through the [streets|cloister].
## water
- The fountain, topped by a <animal> of <metal>, [ran with cider|dried up] in {late} and has [been watched|been
  distrusted] ever since.
## soil
- The clay [here|beneath the town] is [good|famous] for [tiles|pipes], and <many> pits, now [ponds|gardens],
  [surround|lie about] the walls.
## saying
- "As [slow|proud] as the [bailiff|clock] there" is [said|proverbial] in [all of|the rest of] {region}, [to|much to]
  the annoyance of the [council|bailiff].
## siege
- The siege of {late} [lasted|went on for] <many> days and ended when [the besiegers ran out of <good>|<weather>
  flooded the tents].
## archive
- [Its archive|The town archive], [damp|unsorted] but [complete|rich], [goes back|reaches] to {late} and [is kept|is
  stored] in a [former|disused] [oven|<room>].
"""
