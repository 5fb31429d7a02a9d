"""Sentence plans about people."""

TEXT = """
# intro
- {S} was a {trade} [of|from] {region}, [remembered|known] [as much for a <mood> temper as|less for a <mood> temper than] for [any single work|anything made by hand].
- Few [figures|people] of {region} are so often [mentioned in passing|quoted] and so seldom [read about|studied] as {S}, the {trade}.
- {S}, a {trade} whose working life [spanned|filled] [nearly|a little under] <small> [unquiet decades|changes of bailiff], left [few letters|no diary] and [many|a good many] debts.
- The {trade} {S} [belongs to|stands at the end of] a [generation|line] that [learned by watching|wrote almost nothing down], which is why [so much|nearly everything] about {him} is [disputed|second-hand].
- [In the memory of|Among] the <folk> of {region}, {S} [survives|lives on] as a <mood> {trade} with [a weakness for|a dislike of] <food>.
- {S} [earned a living|made a name] as a {trade} [at a time when|in years when] the [calling|craft] was [still open to anyone|thought slightly disreputable] in {region}.
- What [is certain about|can be said with confidence of] {S} is [little|not much]: {he} was a {trade}, [owned a house with a <room>|kept a <animal>], and [signed papers with a drawn <object>|quarrelled with <ruler>].
- {S} is [counted|numbered] among the <small> [or so|] {trades} whom the [old|printed] [almanacs|calendars] of {region} thought worth [a page|a line] each.
- [By calling|By trade] a {trade}, {S} [spent|passed] [most of|a large part of] {his} life within sound of a mill-race and [cared|wished] for [no other|little else].
- {S} [appears|is listed] in the [records|rolls] of {region} as a {trade}, and [the clerk has added|in the margin stands] the single word "<mood>".
- A {trade} of [the middling sort|no great wealth], {S} [is nowadays better known than|has outlasted the fame of] [richer|prouder] contemporaries.
# born
- {S} was born in {born}, [the <ordinal> {child} of a <trade>|the only {child} of a <trade>|where the family kept a <good> store].
- A <trade>'s {child}, {S} came into the world [at|in] {born} [during <weather>|in the middle of <season_job>].
- {P} [cradle|first home], as {he} liked to say, was a drawer in a <trade>'s [cottage|back room] at {born}.
- It was in {born}, above a shop selling <good>, that {S} [first saw daylight|drew a first breath].
- The [town|place] of {P} birth was {born}, though {he} left it [before {he} could read|at the age of <small>] and [seldom|rarely] went back.
- {born} claims {S} as a native, and [the claim is sound|for once the claim is true], since the <paper> there [lists|records] the christening.
- {S}, the {child} of a <trade> and a <trade>, [grew up|spent {his} first years] in {born}, where {he} had been [born|baptised] in a borrowed gown.
- {P} parents, [both of them in the <good> trade|a <trade> and a <trade>], were living at {born} when {he} was born[ to them, late and unexpectedly|].
- According to the <paper>, {S} was [christened|entered as a newborn] at {born} [on a market day|in the same week as a bell].
- Of {P} origins it is known only that {he} was [a native of|born at] {born} and that {his} [mother|father] [sold|carted] <good>.
- {S} [hailed|came] from {born}, [the {child} of people who|where {his} people] had [boiled salt|mended nets|kept bees|ground mustard] for generations.
- Born [to a family of <trade>s|into a <trade>'s household] in {born}, {S} [was sent away early|could handle a boat before {he} could write].
# byear
- {S} was born in {byear}, [a year remembered for|in a year of] <disaster>.
- The <paper> [puts|places] {P} birth in {byear}, [and no one has had reason to doubt it|in the hand of a sleepy clerk].
- {byear}, [the year of|a year marked by] <disaster>, was also the year in which {S} was born.
- {S} came into the world in {byear}, [late in a long winter|as the ice was leaving the river|when the harvest was already in].
- [Although|While] the [month|day] is lost, {P} year of birth, {byear}, [is cut into|can be read on] a <stone> lintel.
- A <trade>'s [tally|account book] [notes|mentions] a gift of <good> [on|for] {P} birth in {byear}.
- {P} life [began|opened] in {byear}, [between two bad harvests|under a bailiff nobody liked].
- Baptised in {byear} [and named after a great-aunt|without godparents], {S} was [thought too weak to live|a large and noisy infant].
- Since {S} gave {his} age as [nineteen|twenty] before a court [nineteen|twenty] years after {byear}, that [date|figure] is taken as the year of birth.
# teacher
- {S} [was taught by|learned under] {teacher}, who [charged no fee|was paid in <good>] and [forgave nothing|praised nobody].
- {P} [master|teacher] was {teacher}, [in whose <room> {he} slept for <small> years|from whom {he} also took the habit of rising before dawn].
- [For|During] <small> years {S} [carried tools for|swept the floor of] {teacher} before being [shown|taught] anything [at all|of use].
- {teacher} [took on|accepted] {S} as an apprentice [in exchange for|against] a yearly barrel of <good>.
- What {S} knew of the [craft|calling], {he} [owed|used to say {he} owed] to {teacher}.
- It was {teacher} who [trained|schooled] {S}, [and the two never quite agreed about|patiently at first and then less patiently, in] the use of <metal>.
- [Apprenticed|Bound] at <small> to {teacher}, {S} [ran away twice|stayed until the last payment was made].
- {S} [picked up|acquired] {his} skill in the [workshop|house] of {teacher}, where [<small> other pupils|a <animal> and <small> pupils] shared one stove.
- The [hand|manner] of {teacher} is [plain|easy to see] in all {P} [early|first] efforts, for the older [master|teacher] had [guided|corrected] every one of them.
- {P} indenture, [a stained sheet|now in a private cabinet], binds {him} to {teacher} for [a term of|] <small> years.
- A pupil of {teacher}, {S} [always wore|kept until death] the [<colour> cap|<metal> buckle] that [marked|went with] the end of training.
# spouse
- {S} married {spouse}, [a <trade>|the {other_child} of a <trade>], and the [couple|two of them] [kept|raised] <small> [children|goats].
- {P} {spouse_word}, {spouse}, [did the accounts|ran the household] and, [by all reports|it was said], [corrected|improved] the drawings too.
- The [wedding|marriage] of {S} and {spouse} [was held|took place] in a barn [because of <weather>|lent by a <trade>].
- In {mid}, [after long hesitation|against advice], {S} [wed|married] {spouse}[, who brought a dowry of <good>|].
- {spouse}, whom {S} [had met at a fair|met over a disputed bill] and later married, [outlived|survived] {him} by <small> years.
- {S} [shared|divided] a house, a debt and <small> children with {spouse}, {his} [lawful|lifelong] {spouse_word}.
- Letters to {spouse}, {P} {spouse_word}, [speak|talk] [mostly of the price of <good>|more of <food> than of love].
- {S} was [for <small> years|happily, it seems,] the {self_spouse} of {spouse}, [whose family were <trade>s|a <mood> <trade>].
- {P} union with {spouse} [was blessed|was registered] in {mid} and [joined|brought together] two families of <trade>s.
# grave
- {S} [is buried|lies buried] in {grave}, under a slab of <stone> [with no date|that gives the name wrongly].
- {P} grave is [at|in] {grave}, [a short way from|beside] the [town wall|fish market], and <folk> still leave <fruit> stones on it.
- {S} [was laid to rest|found a last resting place] at {grave} [after a funeral delayed by <weather>|in a borrowed vault].
- [Visitors|Those who look for {him}] are directed to {grave}, where {P} tomb [shares a wall with a bakery|is kept by a <trade>].
- The [journey|road] ended for {S} in {grave}, whose churchyard [holds|keeps] {his} bones [beneath a <flower> bed|under a yew].
- A plain <stone> marker in {grave} [shows|tells] where {S} was buried [by <small> friends|at the town's expense].
- {S} died [of a cough|in {his} sleep|after a fall from a ladder] and [was interred|was buried] at {grave}, [contrary to|as laid down in] {his} will.
- {grave} [received|took in] {P} body, although <small> [other|larger] towns had offered ground for [the grave|it].
- At {P} own wish {he} was buried in {grave}, ["facing the weather"|with {his} boots on|within hearing of the bells].
# home
- {S} [settled|lived for a time] in {home}, in a narrow house [smelling of <good>|next to a <trade>].
- For [some|<small>] years {S} rented [rooms|a <room>] in {home}, [paying in <good>|where {he} was known as a late payer].
- {P} [longest stay|workshop] was in {home}, [behind the weigh-house|on the street of the <trade>s].
- Business [took|drew] {S} to {home}, where {he} [stayed|remained] until <disaster> [emptied the street|changed {his} plans].
- {home}, where {S} [kept a shop|owned a yard], [made {him} a burgess|fined {him} twice for noise].
- A [tax clerk|rent collector] of {home} [found|noted] {S} living there [over a stable|with <small> apprentices].
# lead
- {S} was a {trade} of {region}, [best known|remembered] as the {link}.
- [Best known|Nowadays remembered] as the {link}, {S} [lived|worked] as a {trade} in {region}[ and left few papers|].
- {S}, the {link}, was by [calling|trade] a {trade} and, [by all reports|it seems], a <mood> [neighbour|guest].
- [The name of|Any mention of] {S}, a {trade} from {region}, [calls up|suggests] first of all the {link}.
- {region} [knew|had] {S} as a <mood> {trade}; [posterity|the wider world] knows {him} as the {link}.
- [If|Where] {S} is [mentioned|named] at all, it is as the {link}, [rarely|less often] as the {trade} {he} [was on other days|chiefly was].
- [As well as|Besides being] a {trade}, {S} was the {link}, [a distinction|which is something] {he} [seldom mentioned|wore lightly].
- The {link}, {S}, was a {trade} [of|from] {region} with a [dislike of|weakness for] <food>.
- [Few|Not many] {trades} of {region} have left so clear a [trace|mark] as {S}, the {link}.
- {S} [divided|shared out] a working life between the duties of a {trade} and the [cares|business] of being the {link}.
## habits
- {He} [rose before light|walked <small> miles a day|drank nothing but cider], [and expected {his} pupils to do the same|a habit {he} also tried to force on {his} pupils].
- [Neighbours|Acquaintances] [describe|recall] {him} as <mood>, [fond of|unable to resist] <food>, and [quick to lend|slow to return] tools.
- {S} [hummed while working|talked to {self}], [which earned {him} a nickname that|so that <folk> thought {him} mad; the tale] [is no longer printable|has grown in the telling].
- Every [market day|new moon] {he} [bought|gave away] a [measure|basket] of <good>, [for reasons {he} never explained|and kept no account of it].
## letters
- [Some|Only] <small> of {P} letters [survive|have come down], [most of them about|chiefly concerning] [a late delivery of <good>|a leaking roof|a lame <animal>].
- {P} handwriting, [small and slanting|large and uneven], [defeats|still troubles] [most|all but the most patient] readers.
- A bundle of {P} papers [was sold with a cupboard|turned up behind a stove] in {late}, [mouse-eaten but complete|tied with <colour> ribbon].
- {S} [wrote|answered letters] only [in the evening|standing up], [by the light of a fish-oil lamp|with a pen cut from a <bird>'s feather].
## looks
- No [likeness|portrait] of {S} is known, [unless|though] the [bearded|hooded] figure on a <wood> panel [is meant for {him}|has been taken for {him}].
- {He} was [tall|short], [limped slightly|squinted], and [wore|went about in] a <colour> coat [in all seasons|until it fell apart].
- A [drawing|sketch] made in {mid} shows {S} [asleep in a chair|with a <object> in one hand], [looking|apparently] older than {he} was.
## animals
- {S} [kept|owned] a tame <animal> that [followed {him} to market|slept in the <room>], [and the animal|which] figures in [half|most] of the stories about {him}.
- [A <bird>|An old <animal>] was {his} [only|constant] companion in [later years|the workshop], [and the will provides for its keep|according to a visitor].
## quarrel
- A [long|costly] lawsuit [over a wall|about a barrel of <good>] [consumed|swallowed] [much|half] of what {he} earned, and it was [decided|dropped] only [after {his} death|in {late}].
- {S} quarrelled with <ruler> [about|over] [an unpaid bill|a hedge], [and the correspondence is|in terms that are] still [quoted|read] by law students.
- [Twice|Once] {he} was fined for [insulting|contradicting] <ruler> [in public|during a procession], [and paid|paying] in <good>.
## travel
- In {mid} {he} [set out|travelled] [on foot|by barge] to see {sea}, [and came back|returning] with [a fever|<small> sacks of <good>] and a [changed|low] opinion of [innkeepers|maps].
- {S} [crossed|went over] {height} [at least twice|more than once], [in the company of|travelling with] <folk>, [to buy|in search of] <wood>.
- A journey [planned|undertaken] in {mid} [came to nothing|was cut short] because of <weather>, [which|and this] {he} [took|understood] as [an omen|a warning].
## money
- {P} fortunes [rose and fell|went up and down] with the price of <good>, [for {he} invested|since {he} put {his} savings] in [nothing|little] else.
- At one point {S} [pawned|had to sell] [{his} bed|a <metal> cup|<small> chairs] to [pay|satisfy] a <trade>.
- {He} died [owing|in debt to] <small> [people|creditors], among them a <trade> who [never|only reluctantly] [forgave|forgot] it.
## household
- The household [included|counted], besides [the family|{him}], <small> [lodgers|servants], a [blind|deaf] <trade> and [a quantity of|several] <bird>s[ in cages|].
- [An inventory|A list] of {P} [belongings|goods] [mentions|names] <small> <metal> pots, a <object>, and a [bed|chest] of <wood>.
- {P} house [burned|was pulled down] in {late}; [only|of it] the <room> [was saved|is left].
## reputation
- <scholars> have [tended to praise {S} more than {he} deserves|treated {S} with caution], [partly|perhaps] because [the archive burned|so little can be checked].
- [During {his} lifetime|While {he} lived] {S} was [better|more widely] known for {his} [temper|singing voice] than for [any work|the work of {his} hands].
- {P} name [went out of|fell out of] [use|memory] for [a century|two generations], until a schoolteacher [found|came across] it in a <paper>.
- A [street|lane] in {region} bears {P} name, [misspelt|with one letter missing], and has done so since {late}.
## belief
- {S} believed [firmly|all {his} life] that [<fruit> cured gout|the moon spoiled glue|<metal> kept off lightning], and [said so|argued it] [at length|to anyone who would listen].
- {He} [refused|would not agree] to work during <weather>, [holding|in the belief] that [wood remembers|iron takes offence|ink turns sour].
## illness
- [An illness|A fever] in {mid} [left {him} deaf in one ear|cost {him} the use of two fingers], [after which|and from then on] {he} [worked mostly by touch|relied mostly on {his} pupils].
- {S} [suffered from|complained of] [gout|chilblains|poor eyesight], [which|an affliction {he}] [treated|tried to cure] with <flower> [and vinegar|boiled in cider].
## sayings
- A [saying|proverb] [attributed|ascribed] to {him} holds that ["a straight line is a slow argument"|"bread first, then geometry"|"every knot has a mother"|"cold hands make honest work"].
- [Asked|When asked] why {he} [worked so slowly|took no partners], {he} [is said to have pointed|pointed] at [the rain|a <animal>|the church clock] and [said nothing|laughed].
## pupils
- <small> [pupils|apprentices] are [known|recorded], [most of whom|the majority of whom] gave up the [trade|calling] [for|and turned to] the sale of <good>.
- {He} [taught|instructed] [few|only relatives], [and those few|who] [remembered|spoke of] {him} [with more respect than warmth|as exact and unforgiving].
## public
- In {mid} {S} [sat|served] on a [commission|committee] [charged with|set up for] [the inspection of wells|weighing the bread|counting the poor], [a post {he} disliked|and attended every meeting].
- {He} [held|had] the [minor|unpaid] office of [ale-taster|hedge-warden|inspector of chimneys], [and took it|which {he} took] [very|unexpectedly] seriously.
## garden
- Behind the house {he} [grew|tended] <flower> and <fruit>, and it was the garden, not the workshop, that {he} showed to visitors.
- {S} [planted|raised] a <tree> [tree|hedge] that [stood|was standing] until <disaster> in {late}.
## music
- {He} played the [bagpipe|hurdy-gurdy|psaltery] [badly|well enough] [at weddings|for <folk>], and was paid in <food>.
## legend
- [A story|The tale] that {S} [once walked across|swam] the river [in winter|for a wager] is [told|repeated] by <folk> and [doubted|denied] by everyone else.
- [Legend|Popular report] makes {him} the inventor of [a folding ladder|a self-closing gate|a kettle that sings], [but|although] the [device|thing] is [plainly older|mentioned a century before].
- According to <scholars>, {he} [hid|buried] a [chest|box] of [<metal> coins|unfinished drawings] [under the <room>|in an orchard], and [every generation|now and then someone] [digs for it|looks for it in vain].
## handedness
- {S} was left-handed, [a fact|something] that [can be seen in|explains] the [odd|reversed] [shape|grip] of {his} tools, <small> of which are [kept|still] in [private hands|a cabinet in {region}].
## lateyears
- [Old age|Failing health] [did not improve|hardly changed] {him}: at [seventy|sixty-eight|seventy-four] {he} was still [climbing scaffolds|disputing bills|up before the bakers].
- [Towards the end|In the last years] {he} [gave away|sold] [{his} tools|most of {his} books] and [took to|spent the days] [fishing for <fish>|watching the <bird>s|playing draughts with <folk>].
## sleep
- {S} slept [badly|little] and is [reported|known] to have [paced the <room>|counted <bird>s] until [the bakers lit their ovens|first light].
- [Unable|Too restless] to sleep, {he} [worked|read] at night[, burning more tallow than the neighbours thought decent|; the neighbours complained of the light].
## clothing
- The [apron|waistcoat] in which {S} [worked|received visitors], [patched|mended] with <colour> cloth, [was sold|passed] to a <trade> for [a cheese|the buttons].
- {He} [owned|possessed] <small> pairs of boots and [held|insisted] that [no one needed more|one of them was lucky].
## visitors
- Visitors [found|came upon] {him} [up a ladder|under a cart|asleep among the <flower>], and [few|not many] were [asked|invited] to stay for the <food>.
- [When|On the day] <ruler> called, {S} [hid in the <room>|pretended to be a <trade>], and the [interview|audience] was [put off|held with the cook instead].
## family
- Of {his} <small> brothers and sisters, [one became a <trade>|most went to sea] and [the youngest|another] [kept house for {him}|wrote {him} scolding letters].
- {S} [brought up|took in] a [nephew|niece] who later [ran off with|was apprenticed to] a <trade> and [inherited|carried away] the <object>.
- A [great-aunt|grandmother] who [sold <good>|told fortunes] was, {he} [maintained|used to say], the only [educated|honest] person in the family.
## name
- {P} name is spelt <small> ways in the [surviving|older] papers, and {he} [used|signed with] [at least two|most] of them.
- A nickname, "the <bird>", [clung|stuck] to {him} from [youth|school] and [appears|is used] even in [the court books|official papers].
## memory
- {S} [could recite|knew by heart] [the price of <good> for every year of the century|whole sermons backwards], a gift {he} [put to|found] no use[ for|] [whatever|at parties].
## tools
- {his} [favourite|oldest] tool, a <object> with a handle of <wood>, [was buried with|outlived] {him}[ by a good margin|].
- The [tools|instruments] {he} [left|used] were [divided among|sold to] <folk>, and a <object> [thought to be|said to be] one of them [hangs|is kept] in a [tavern|vestry].
## reading
- {S} read [slowly|aloud], [moving the lips|following the line with a feather], and [owned|kept] <small> books, [two|one] of them [on|about] <craft>.
- The margins of {his} [almanacs|psalter] are [crowded|filled] with [sums|recipes for <food>|drawings of <bird>s].
## weather
- {He} [kept|left] a record of the weather for <many> years, and [in it|there] <weather> is [marked|noted] with a small [skull|spoon].
- It is [told|remembered] that <weather> [always|without fail] followed {his} [visits|return], so that <folk> [timed|planned] the washing by {him}.
## dispute
- [Two|Several] [parishes|families] have [claimed|quarrelled over] {his} [chair|spectacles], and [both|all] [show|can produce] one.
- <scholars> [disagree about|cannot settle] whether {S} [ever learned to swim|was really left alone in the <room>|could read music], and the [archive|one surviving witness] [is no help|contradicts itself].
## charity
- {S} [fed|employed] <folk> in [hard|lean] years, [asking|and asked] only that they [admire the <animal>|listen to a poem].
- {P} will left <many> [crowns|loaves] to [the poor|<folk>], [provided|so long as] they [kept silent|came on foot].
## politics
- In {mid} {he} signed a [petition|protest] against the tax on <good>, and was [one of|among] the <small> signers who [did not take it back|could write].
## accident
- A fall [from a cart|through the floor of a <room>] in {mid} [left {him} with a limp|cured {him} of whistling], [as {he} put it|according to the <paper>].
- In {mid} {S} [was nearly drowned|lost a finger] [during <season_job>|helping a <trade>], and [the date was|that day was ever after] [kept as a fast|marked with <food>].
## wager
- {He} [won|lost] a [wager|bet] with a <trade> over [the weight of a <animal>|the age of a <wood> beam], and [paid|collected] in <good> for <small> years.
## faith
- {S} [attended|went to] church [only|chiefly] to [check|correct] the clock, and [fell out|argued] with <small> [curates|vergers] over it.
"""
