"""Sentence plans about orchards."""

TEXT = """
# intro
- {S} is an [old|walled] orchard in {region}, [planted|set] with <many> rows of [apple|fruit] trees and
  [hedged|fenced] with <wood>.
- [Bees|Painters] and [thieves|<bird>s] [have|have always] [known|loved] {S}, [an orchard|a fruit garden] on the
  [sunny|stony] side of {region}.
- {S}, [among|one of] the [last|finest] [old|working] orchards of {region}, [yields|gives] [cider|dessert] apples and
  a [little|quantity of] <fruit> [jam|brandy].
- [In|During] [blossom|harvest], {S} [can be smelled|draws <folk>] from [half|a great part of] {region}.
- The [trees|rows] of {S}, [some|most] of them [propped|hollow], [are|form] the [oldest|tallest] [fruit
  trees|standards] in {region}.
- {S} [covers|occupies] <many> [acres|strips] of {region} [once|formerly] [given over to|used for] [hops|flax].
- [Grafts|Cuttings] from {S} [have gone|went] to [every|nearly every] [parsonage|farm] in {region}, and with them its
  [canker|reputation].
- [Neither large nor tidy|Not the largest of its kind], {S} [is|has become] a [name|byword] among [growers|cider
  makers] [for|because of] its [keeping apples|soil].
# maker
- {S} was planted by {maker}, [using|with] [pips|rootstocks] [carried|brought] in [a boot|wet moss].
- [The planter|The person who planted the first row] of {S}, {maker}, [measured|spaced] the [rows|trees] by
  [pacing|throwing a hat].
- {maker} [laid out|planted] {S} on [land|ground] [won|bought] [at cards|for a <animal>].
- {S} [is owed|goes back] to {maker}, who planted it [against|in spite of] the [wishes|advice] of [the
  family|<ruler>].
- It was {maker} who set the first <many> trees of {S}, [singing|alone], in <weather>.
- [Every|Each] tree in {S} [descends|comes] from those [set|planted] by {maker}, [the first|its first]
  [owner|gardener].
- [Widowed|Dismissed] [at forty|early], {maker} [turned to fruit|bought a spade] and planted {S}.
- A <stone> [bench|pillar] in {S} [marks|shows] where {maker}, [its planter|who planted it], [ate|took] a [noon|daily]
  meal.
- [Had {maker} not planted|If {maker} had not planted] {S}, [the slope|that hillside] would [have gone|be] under
  [vines|goats].
# year
- {S} was [planted|laid out] {when}, [after|following] <disaster>.
- {when}, [between two frosts|in a single week], [the first|all the] trees of {S} were planted.
- The [lease|plan] of {S} was [drawn up|signed] {when}, the year in which it was planted.
- {year} is the [year|date] of planting [given|painted] on the gate of {S}.
- [Ring counts|Stumps] in {S} [confirm|point to] {year} as the [year|date] when it was planted.
- {S} has [borne|given] fruit [almost|] [without a break|every year] since [shortly after|soon after] it was planted
  in {year}.
- [Planted|First planted] {when}, {S} was [enlarged|replanted] [twice|once] [since|in later years].
# place
- {S} [lies|is found] [outside|at the edge of] {place}, [beyond|behind] the [lime kilns|pest house].
- The apples of {S} [are sold|go] [first|mainly] in {place}, [whose wall|the town whose wall] [shelters|borders] it.
- {place} [owns|has owned] {S} [as|for] a [charity|common], and [its poor|householders there] may [glean|pick]
  [after|from] [the first frost|Leafwane].
- A path from {S} leads [down|straight] into {place}, the town [to which it belongs|in whose parish it lies].
- [Within|Inside] the bounds of {place}, {S} [is|remains] the [largest|only] [green|unbuilt] [space|ground].
- [Children|The children] of {place} are [let|sent] into {S}, [which adjoins|close to] the town, to [scare|count]
  <bird>s.
- [At|By] {place}, {S} [reaches|runs] as far as the [town ditch|school wall].
# detail
- {S} is the [home|original home] of the {detail}, an apple with [a <colour> skin|the taste of <fruit>].
- The apple [raised|bred] in {S} is the {detail}, [late|slow] to ripen and [hard|slow] to bruise.
- {S} [gave|brought] [growers|gardeners] the {detail}, [an apple|a variety] that [keeps|stays sound] until
  [Larkmonth|the next blossom].
- [The|A chance seedling, the] {detail}, [now|today] [common|grown] [everywhere|in cider counties], was [first
  grown|found as a sport] in {S}.
- [No apple|Nothing] [grown|raised] in {S} is [as prized|so often stolen] as the {detail}, [its own|the] variety.
- [Pies|Tarts] made with the {detail}, the apple [first grown in|that comes from] {S}, turn <colour>.
# echo
- {He} [planted|was the planter of] {work}[, and lived to eat from it|].
- [Growers|Gardeners] [honour|remember] {him} as the planter of {work}.
- {P} [real|last] [legacy|work] is {work}, which {he} [planted|set out] [by hand|with <small> helpers].
- [The orchard|An orchard] {S} [planted|laid out], {work}, [came|comes] [into|to] bearing [late|after {his} death].
## trees
- [The oldest|One] tree, [hollow|split] [since|by lightning in] {late}, [holds|has room for] <small> [people|sheep]
  and a [table|stove].
- [Trunks|The trunks] are [painted|limed] <colour> [against|to keep off] [hares|moths], [which|a habit that]
  [gives|lends] the place a [ghostly|festive] look.
## harvest
- [Picking|The harvest] is [done|carried out] by <folk>, [paid|who are paid] in [cider|<food>] and [fined|scolded] for
  [whistling|dropped fruit].
- [Ladders|Picking ladders] of <wood>, [narrow|pointed] at the top, [are|were] [made|sold] [nearby|on the spot] and
  [copied|hired] [elsewhere|widely].
## bees
- <many> hives [stand|are kept] among the trees, [and the bees|whose bees] are [told|informed] of [deaths|weddings] in
  the [family|parish].
## cider
- The [cider|press], [worked|turned] by a [blind|stubborn] <animal>, [was|has been] [taxed|famous] [since|from]
  {late}.
- [Cider|A cider] [from it|from here], [sharp|cloudy] and [<colour>|strong], was [shipped|carried] [over|as far as]
  {sea} [in|until] {late}.
## disaster
- In {late} <disaster> [killed|cost] a third of the trees, [replaced|which were replaced] with [pears|vines] for want
  of [grafts|money].
## pests
- [Caterpillars|Beetles] were [picked|removed] [by hand|in Blossmere] [and paid for by|, at a farthing] the
  [hundred|bucket].
- [Nets|Rattles] and a [tame|straw] <bird> are [used|set up] against <bird>s, [to|with] [little|no] effect.
## soil
- The soil, [thin|red] and [full of|mixed with] [flint|shells], is [said|thought] to [give|lend] the fruit a
  [taste|hint] of [iron|<flower>].
## wassail
- [On|At] [midwinter|the last night of Candlewane] [<folk>|neighbours] [sing to|fire guns at] the trees and
  [pour|sprinkle] [cider|ale] on the [roots|oldest].
## wall
- The wall, [of|built from] <stone> [taken|carted] from a [ruined|burnt] [abbey|mill], [stores|holds] [heat|warmth]
  and [shelters|hides] [lizards|<fruit>].
## thieves
- [Thieves|Boys] [caught|seen] in it [had to|must] [carry|turn] [water|the press] for [a day and a night|as long as
  the owner chose].
- [A mantrap|A dog] [bought|acquired] in {late} [caught|bit] only <ruler> and was [sold|retired].
## animals
- [Geese|Sheep] [graze|are kept] [under|between] the trees, [led|headed] by a <animal> [that answers|answering] to [a
  bell|no name].
## trade
- [Barrels|Baskets] of apples [went|were sent] to [garrisons|ships], [packed|laid] in [bran|ferns] and priced by the
  [smell|dozen].
## ownership
- [Inherited|Passed on] [by|through] the [youngest|eldest] [daughter|niece], it was [nearly|almost] [lost|sold] in
  {late} to [pay|settle] [a bill|debts] for <good>.
## names
- [Rows|The rows] are [known|called] by [names|titles] [such as|like] ["the Aldermen"|"the Wet Nuns"|"the Long
  Cousins"], [though|but] [no plan shows|nobody knows] why.
## art
- [A tapestry|A tile picture] of {late} [shows|depicts] it [in blossom|under snow] [with|and includes] a <trade>
  [stealing|juggling] [pears|windfalls].
## blight
- [Scab|Canker], [first|] [noticed|recorded] in {late}, is [treated|fought] with [soot|a wash of <flower>] and
  [prayer|patience].
"""
