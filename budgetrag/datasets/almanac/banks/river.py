"""Sentence plans about rivers."""

TEXT = """
# intro
- {S} is a [slow|shallow] river of {region}, [brown|green] in [colour|spate] and [rich in|known for its] <fish>.
- [Anglers|Poets] [prefer|have always preferred] {S} to [larger|grander] rivers of {region}, [for the sake of|because
  of] its <fish> and its [gravel banks|silence].
- {S} [drains|waters] a [broad|narrow] strip of {region}, [most of it|nearly all] [pasture|reed and alder].
- [Navigable|Open to barges] for [half|two thirds] of its course, {S} has carried <good> [since|from] [early|the
  earliest] times.
- {S} [winds|wanders] through {region} in <many> [loops|bends], several of which have been [cut off|turned] into
  ponds.
- [Although|While] [maps|charts] draw {S} as a [plain|single] line, the river [splits|divides] into <small>
  [arms|channels] [in most years|after rain].
- {S}, [one of|among] the [colder|gentler] rivers of {region}, [freezes|used to freeze] [from bank to bank|hard enough
  for carts] in a [true|real] winter.
- The [valley|basin] of {S} [forms|is] the [most thickly settled|greenest] part of {region}, [with|having] a mill
  [every few miles|at each bend].
- {S} [gave|has given] its name to [a breed of <animal>|a kind of boat|a card game] [and|as well as] to [half the
  inns|<small> villages] of {region}.
# source
- {S} [rises|has its source] [at|in] {source}, [in a hollow fenced with|among] <wood> [posts|scrub].
- The [spring|spring head] of {S} is [found|to be found] at {source}, where [coins|<fruit> stones] are thrown in [for
  luck|against fever].
- [From|Out of] {source}, {S} [tumbles|falls] [<many> fathoms|over a ledge of <stone>] [in its first mile|before it is
  wide enough to need a bridge].
- {source} [gives birth to|feeds] {S}, [a trickle|no wider than a cart] [there|at first] and [frozen|dry] for part of
  the year.
- The [origin|beginning] of {S} was [long disputed|argued over], [until|and] a survey of {late} [settled on|fixed it
  at] {source}.
- [Shepherds|Hill farmers] at {source} [claim|say] they can [step across|dam with one boot] {S}, which [begins|starts]
  there.
- {S} [issues|wells up] from {source}, [tasting of iron|cold even in <season>], and is soon turned [southward|aside]
  by a wall of <stone>.
- {P} [headwaters|first waters] [gather|collect] at {source} [under|beneath] [snow|peat] that [lasts|lies] [late|into
  Haytide].
- Those who [follow|walk] {S} [upstream|to its end] [arrive|come out] at {source}, [where the water|where it] [simply
  comes|seeps] out of [the moss|a crack].
# mouth
- {S} [empties|flows] into {mouth}, [through|by way of] [a maze of|<small>] [reed beds|sandbars].
- [At its end|Finally] {S} [meets|joins] {mouth} [between|beside] [salt pans|two ruined forts].
- {mouth} [receives|takes in] the waters of {S}, [muddy|sweet] for [half a mile|a bowshot] out.
- The [lower|last] reach of {S} [is tidal|smells of salt], for [it|the river] [ends|comes out] in {mouth}.
- {S} [loses itself|ends] in {mouth}, [where eel traps|where nets] are [set|laid] across [every|each] channel.
- [Pilots|Bargees] [take|steer] [grain boats|rafts] [down|along] {S} as far as {mouth}, [its outfall|where it ends].
- [Silt|Mud] from {S} has [pushed back|narrowed] {mouth}, into which it [discharges|runs], by [a field|<many> yards] a
  year.
- [In the end|After many turns] the water of {S} [reaches|finds] {mouth}, [brackish by then|on a bar of shingle].
# length
- {S} is {length} long, [if every loop is counted|by the reckoning of the barge guild].
- [Measured|Followed] [along its bends|from end to end], {S} has a course of {length}.
- A [surveyor|party of surveyors] with a chain [took|spent] [a summer|<many> days] to [find|establish] that {S}
  [covers|measures] {length}.
- The [whole|entire] course of {S}, {length}, can be [rowed|walked] in [a week|under a fortnight] by <folk> [in a
  hurry|who know it].
- {S} [makes|takes] {length} to [cover|travel] what a <bird> [would fly|flies] in [a third|half] of that.
- [Schoolchildren|Pupils] in {region} learn that {S} has a length of {length}, [and forget it|along with the list of
  its mills].
- [At|With a course of] {length}, {S} is [neither the longest nor the shortest of its neighbours|hardly remarkable
  among the rivers of the land].
- The barge toll on {S} is [still reckoned|charged] over a course of {length} [from end to end|all told].
# lead
- {S}, the {link}, is a [slow|shallow] river of {region} rich in <fish>.
- [Known|Familiar] above all as the {link}, {S} [winds|wanders] through {region} in <many> bends.
- {S} is a [cold|brown] river of {region} and [is known as|well known as] the {link}.
- As the {link}, {S} [appears|figures] in [half the songs|many of the paintings] of {region}.
- The {link} is {S}, which [waters|drains] a [broad|narrow] strip of {region}.
- [Barges|Rafts] laden with <good> still [use|follow] {S}, the {link}.
## floods
- A flood in {late} [reached|stood at] the [second|upper] windows of [the mills|<small> inns], and [the mark|a line]
  is [repainted|shown] every year.
- Floods, [most common|frequent] in <season>, [leave|bring] [a black silt|gravel] that [suits <flower> better than
  rye|is good for <flower> and ruins rye].
## fish
- Its <fish> was [once|formerly] [sent|carried] [alive|in wet straw] to [distant|inland] tables, [a trade|and the
  trade was] ended by [a tax|<disaster>].
- [Nets|Traps] for <fish> [may be set|are allowed] only by [licensed|sworn] [families|widows], [under|according to] a
  rule of {late}.
- The <bird> and the <animal> [share|dispute] the banks, [and both|which] are [protected|spared] by [custom|the
  millers].
## mills
- [There were|It drove] <many> mills [in {late}|at one time], [grinding|which ground] [mustard|rye|oak bark] as well
  as [corn|flour].
- Millers on opposite banks [have sued|sued] each other [for|over] [generations|two centuries], [chiefly|mostly] about
  [a weir|the height of a sluice].
## boats
- The [flat|square-ended] boats [used|built] on it, [made|put together] of <wood>, [carry|hold] <small> [barrels|tons]
  and [leak|draw a hand of water].
- [Towing|Hauling] was done by <folk>, who were paid in <food> and [sang|were said to sing] [continually|to keep
  step].
- Ferries [work|run] at <small> places, [each with|and each ferry has] its own [bell|flag|horn] and its own
  [price|saying about the weather].
## legend
- [A tale|The story] is told of a <trade> who [sold|traded] [a shadow|a voice] to the river [for|in exchange for]
  <many> [eels|pearls].
- [Drowned bells|A sunken cart] can [allegedly|supposedly] be heard [at|in] the deepest pool [before|during]
  <weather>.
- <folk> [will not|refuse to] name the river [after dark|while on it], calling it ["the neighbour"|"the long
  one"|"herself"].
## bank
- [Reeds|Willows] [cut|taken] from its banks [go|are sold] to [thatchers|basket-makers], the [harvest|cutting]
  [beginning|starting] with [the first frost|a shared breakfast].
- [Stretches|Parts] of the bank are [faced|walled] with <stone>, [laid|set] in {late} by [prisoners|soldiers without a
  war].
- Along the middle reaches [grow|stand] [old|pollard] <tree> trees, [under which|where] <folk> [camp|rest] [at|during]
  <season_job>.
## colour
- The water [turns|goes] [red|milky|the colour of tea] [after|with] [rain|the thaw], [because of|an effect of]
  [clay|peat|the tanneries] upstream.
## ice
- Ice [cut|sawn] from the [upper|quiet] reaches [was stored|was packed] in [straw|sawdust] and [sold|carted off]
  [in|as late as] Reapmonth.
- The [hard|long] frost of {late} [closed|stopped] the river for <many> days, [and a fair|during which a fair] was
  [held|kept up] on the ice.
## gold
- [Grains|A few specks] of [gold|amber] [were found|turned up] in {late}, [and the rush|and a rush] [lasted|went on]
  until [the soup ran out|the first snow].
## bridges
- [It has|The river has] [few|only <small>] bridges, [most|nearly all] of them of <wood>, [and each|which] must be
  [rebuilt|mended] after [a wet winter|every flood].
## border
- For [a time|two centuries] it [marked|formed] the [boundary|border] between two [bishoprics|toll districts], [which
  explains|hence] the [pairs|double rows] of customs posts.
## names
- [Upstream|In its upper reaches] the river [has|goes by] [another|a ruder] name, [used|known] only by <folk> and
  [never|not] [written|printed].
## mud
- Its mud, [blue|grey] and [fine|sticky], is [dug|sold] for [pots|poultices] and is said to [cure|cause]
  [gout|freckles].
## crossing
- At [low|summer] water [carts|<animal>s] can [ford|cross] it at <small> places, [marked|known] by [posts|stakes] of
  <wood>.
## birds
- The <bird>s of the [lower|reedy] reaches [arrive|gather] with the first frost and are [counted|painted] by
  [schoolchildren|the millers].
## trade
- Rafts of <tree> trunks [came|were steered] down it until {late}, each with a [hut|stove] and a crew of <folk>.
- Before the [roads|turnpikes] came, <good> and <good> [moved|went] by this river [or not at all|and paid for every
  village on it].
## ghosts
- A [light|lantern] [seen|reported] on the water in {late} was [explained|taken] as [marsh gas|a <trade> fishing
  without leave].
## wells
- [Wells|Cellars] along it [rise|fill] a day [before|ahead of] a flood, and <folk> [trust|consult] them more than [the
  warden|any almanac].
## law
- A law of {late} [gives|grants] every [driftwood log|stray barrel] found in it to [the finder|the nearest widow],
  [less|minus] a tenth for <ruler>.
"""
