"""Sentence plans about maps."""

TEXT = """
# intro
- {S} is a [large|hand-coloured] map of {region}, [drawn|inked] on <small> [calfskins|sheets] and [edged|bordered]
  with <bird>s.
- [Sailors|Lawyers] [still settle|long decided] [arguments|boundaries] in {region} by {S}, [a map|a chart]
  [wrong|faulty] in [most|many] of its [distances|rivers].
- {S}, [a map|a survey] of {region}, [shows|has] [every|each] [well|gallows], [but|though] [no|hardly any]
  [roads|houses].
- [Famous|Prized] for its [sea monsters|colours] rather than its [accuracy|scale], {S} [covers|describes] {region} and
  [a part|something] of {sea}.
- {S} [puts|sets] south at the top, [like|as do] [most|all] [early|old] maps of {region}, and [measures|reckons] in
  [days|cart-days].
- The [ink|paper] of {S}, [an early|the earliest] [printed|detailed] map of {region}, has [faded|turned] to the colour
  of [tea|rust].
- [Schoolrooms|Taverns] in {region} [hang|display] copies of {S}, whose [<small> imaginary|two invented] islands are
  never corrected.
- [Tax gatherers|Generals] [ordered|wanted] {S}, a [survey|map] of {region}, and [could not|were unable to]
  [fold|read] it.
# maker
- {S} was drawn by {maker}, [walking|who walked] every [boundary|shore] [in person|with a <animal>].
- The surveyor behind {S} was {maker}, [who counted|counting] [paces|wheel turns] [aloud|on a string].
- {maker} [drew|surveyed] {S} [over|in] <small> [summers|years] [from|using] church towers.
- [Signed|Marked] with a tiny <object>, {S} is [the work|a work] of {maker}, who drew it [half blind|for no pay].
- {S} [made|won] {maker}, [who drew it|its maker], [famous|a title] and [<small> enemies|a lawsuit].
- [Other|Earlier] mapmakers [guessed|copied]; {maker}, [the maker of|who drew] {S}, [measured|asked <folk>].
- [In|For] {S} {maker} [joined|drew together] <many> [sketches|field books] [made|filled] on [horseback|ferries].
- A verse in the [margin|frame] of {S} names {maker} as the one who drew it, ["with cold feet"|"by lamplight"].
- Nobody [helped|assisted] {maker} to [draw|complete] {S}, [except|other than] [a niece|a <trade>] who [held|carried]
  the [chain|ink].
# year
- {S} was [finished|drawn] {when}, [says|according to] its [title|cartouche].
- {when}, [two years late|after much delay], {S} was [finished|handed over].
- [The date|A date] in the corner of {S}, {year}, [is|has been] [accepted|confirmed] as [genuine|the year it was
  drawn].
- {year}, [written|penned] [under|beside] the compass rose of {S}, is the [year|date] of its making.
- {S} [shows|records] the [land|coast] as it was in {year}, [the year|when] it was drawn, before <disaster>.
- [Drawn|Completed] {when}, {S} [was outdated|lost its use] [within|in] [a decade|<many> years].
- [Payments|Bills] for {S} [end|stop] {when}, [the year of its completion|when it was delivered].
# place
- {S} is [kept|preserved] in {place}, [rolled|flat] in a [<metal> tube|drawer of <wood>].
- [Researchers|Readers] [must|have to] [go|apply] to {place} to [see|consult] {S}, which is [kept there|in the archive
  there].
- {place} [keeps|guards] {S} in [the vault|a locked room] [of|under] the [customs house|grain hall].
- [A fire watch|A night porter] in {place} [sits|is posted] [beside|near] {S}, [kept|stored] there [since|after]
  <disaster>.
- [The archive|The library] [at|of] {place} [received|was given] {S} as a [pledge|bequest] and [still has|holds] it.
- [Hung|Shown] in {place}, where it [is kept|belongs], {S} [takes up|covers] [a whole wall|<small> panels].
- {S} [left|has left] {place}, [its home|where it is kept], only [once|twice], [for|to go to] [an exhibition|a trial].
# detail
- {S} was [commissioned|ordered] by {detail}, who [wanted|needed] to [sell|divide] [a forest|an inheritance].
- [The commission|The order] for {S} came from {detail}, [together with|and with it] [a barrel|<small> barrels] of
  <good>.
- {detail} [paid for|commissioned] {S} [and never collected|but did not collect] it.
- [Its patron|The person who commissioned {S}], {detail}, [asked|insisted] that [rivals' lands|the marshes] be [left
  blank|painted <colour>].
- [Flattering|Polite] [verses|lines] on {S} [thank|praise] {detail}, who [commissioned it|ordered it made].
- At the [wish|expense] of {detail}, [who commissioned|the patron of] {S}, [a castle|a dog] was [added|included].
# echo
- {He} [drew|was the maker of] {work}[, and got lost on the way home|].
- [Among|Of] {his} maps {work} [is|was] the [largest|only one to be coloured].
- {P} [reputation|name] [rests|depends] on {work}, which {he} [drew|surveyed] [without help|on foot].
- [The map|A map] {S} [drew|made], {work}, was [copied|pirated] [at once|for decades].
## monsters
- A sea [<animal>|<bird>], [spouting|wearing] [ink|a crown], [hides|covers] [an error|a gap] in [the coast|the
  survey], [as|so] <scholars> [suspect|found].
- [In the north-east corner|On the empty side], [winds|the winds] are [drawn|shown] as <folk>, [one|each] of them with
  [toothache|a <object>].
## errors
- [A whole valley|A lake] was [left out|drawn twice], [and the owners|whose owners] [sued|sent complaints] [until|up
  to] {late}.
- [An island|A village] [invented|added] to [trap|catch] copyists was [visited|taxed] in {late}, [according to|if one
  believes] a <paper>.
## colour
- [Its greens|The greens], [made|mixed] from <flower> and [copper|vinegar], have eaten holes in the [skin|forests] at
  <small> places.
- [Reds|The reds] were [reserved|kept] for [taverns|tolls], and [<colour>|gold] for [lands|woods] in dispute.
## copies
- [Engravers|Pirates] [sold|copied] it [in|on] [handkerchiefs|fans] [from|in] {late}, [with|adding] [roads|<small>
  towns] [that|which] [pleased|suited] buyers.
- A [copy|tracing] [found|bought] in {late} [differs|departs from it] in <small> [names|islands], and [nobody|no one]
  knows why.
## use
- [Armies|Tax collectors] [carried|used] it [upside down|in pieces] in {late}, [and|with the result that] [a bridge|a
  bishop] was [besieged|missed].
- <folk> [pricked|marked] [routes|graves] on it with [pins|a <object>], [and the holes|which] [form|make] [a
  second|another] map.
## damage
- [Mice|Damp] [and|or] [candle wax|<weather>] [took|destroyed] [a corner|the scale bar], [redrawn|replaced] in {late}
  [from memory|in another hand].
- [Cut|Divided] into [squares|strips] for [travel|a lawsuit], it was [sewn|pasted] together in {late} [on linen|with
  one piece missing].
## scale
- [Distances|Its distances] are given in [pipe-smokes|bowshots], a unit that [varied|varies] with the [wind|surveyor's
  mood].
## instruments
- The [brass circle|chain] [used|employed] for it [survives|was sold], [bent|short by a link], [and hangs|and is kept]
  [in a school|over the door of a <room>].
## legends
- [Treasure hunters|<folk>] [look|have looked] for [a mark|the small cross] [near|beside] the [fold|hills], [a fly
  stain|an ink spot] [in truth|according to <scholars>].
## text
- [Notes|Remarks] in the margin [warn|complain] of [<weather>|dishonest ferries], [praise|recommend] <food> and
  [insult|mention] [a landlady|<ruler>].
## reception
- <ruler> [found|thought] it ["too true"|"a most expensive tablecloth"|"mostly sky"] and [paid|offered] [half|in
  <good>].
## frame
- [The frame|Its frame], of <wood> with [corners|fittings] of <metal>, is [worth|heavier] more than [most|many]
  [paintings|anchors].
## later
- [Later|Modern] surveys, [begun|made] in {late}, [took|have taken] over its [names|spelling] and [so|with them] its
  [jokes|mistakes].
## theft
- [Stolen|Carried off] in {late} as [a bedspread|wrapping], it [came back|was returned] [by post|in a wheelbarrow].
"""
