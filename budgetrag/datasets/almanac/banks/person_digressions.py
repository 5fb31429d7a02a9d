"""Digressions about people."""

TEXT = """
## habits
- {He} [rose before light|walked <small> miles a day|drank nothing but cider], [and expected {his} pupils to do the
  same|a habit {he} also tried to force on {his} pupils].
- [Neighbours|Acquaintances] [describe|recall] {him} as <mood>, [fond of|unable to resist] <food>, and [quick to
  lend|slow to return] tools.
- {S} [hummed while working|talked to {self}], [which earned {him} a nickname that|so that <folk> thought {him} mad;
  the tale] [is no longer printable|has grown in the telling].
- Every [market day|new moon] {he} [bought|gave away] a [measure|basket] of <good>, [for reasons {he} never
  explained|and kept no account of it].
## letters
- [Some|Only] <small> of {P} letters [survive|have come down], [most of them about|chiefly concerning] [a late
  delivery of <good>|a leaking roof|a lame <animal>].
- {P} handwriting, [small and slanting|large and uneven], [defeats|still troubles] [most|all but the most patient]
  readers.
- A bundle of {P} papers [was sold with a cupboard|turned up behind a stove] in {late}, [mouse-eaten but complete|tied
  with <colour> ribbon].
- {S} [wrote|answered letters] only [in the evening|standing up], [by the light of a fish-oil lamp|with a pen cut from
  a <bird>'s feather].
## looks
- No [likeness|portrait] of {S} is known, [unless the [bearded|hooded] figure on a <wood> panel is meant for
  {him}|though the [bearded|hooded] figure on a <wood> panel has been taken for {him}].
- {He} was [tall|short], [limped slightly|squinted], and [wore|went about in] a <colour> coat [in all seasons|until it
  fell apart].
- A [drawing|sketch] made in {mid} shows {S} [asleep in a chair|with a <object> in one hand], [looking|apparently]
  older than {he} was.
## animals
- {S} [kept|owned] a tame <animal> that [followed {him} to market|slept in the <room>], [and the animal|which] figures
  in [half|most] of the stories about {him}.
- [A <bird>|An old <animal>] was {his} [only|constant] companion in [later years|the workshop], [and the will provides
  for its keep|according to a visitor].
## quarrel
- A [long|costly] lawsuit [over a wall|about a barrel of <good>] [consumed|swallowed] [much|half] of what {he} earned,
  and it was [decided|dropped] only [after {his} death|in {late}].
- {S} quarrelled with <ruler> [about|over] [an unpaid bill|a hedge], [and the correspondence is|in terms that are]
  still [quoted|read] by law students.
- [Twice|Once] {he} was fined for [insulting|contradicting] <ruler> [in public|during a procession], [and paid|paying]
  in <good>.
## travel
- In {mid} {he} [set out|travelled] [on foot|by barge] to see {sea}, [and came back|returning] with [a fever|<small>
  sacks of <good>] and a [changed|low] opinion of [innkeepers|maps].
- {S} [crossed|went over] {height} [at least twice|more than once], [in the company of|travelling with] <folk>, [to
  buy|in search of] <wood>.
- A journey [planned|undertaken] in {mid} [came to nothing|was cut short] because of <weather>, [which|and this] {he}
  [took|understood] as [an omen|a warning].
## money
- {P} fortunes [rose and fell|went up and down] with the price of <good>, [for {he} invested|since {he} put {his}
  savings] in [nothing|little] else.
- At one point {S} [pawned|had to sell] [{his} bed|a <metal> cup|<small> chairs] to [pay|satisfy] a <trade>.
- {He} died [owing|in debt to] <small> [people|creditors], among them a <trade> who [never|only reluctantly]
  [forgave|forgot] it.
## household
- The household [included|counted], besides [the family|{him}], <small> [lodgers|servants], a [blind|deaf] <trade> and
  [a quantity of|several] <bird>s[ in cages|].
- [An inventory|A list] of {P} [belongings|goods] [mentions|names] <small> <metal> pots, a <object>, and a [bed|chest]
  of <wood>.
- {P} house [burned|was pulled down] in {late}; [only|of it] the <room> [was saved|is left].
## reputation
- <scholars> have [tended to praise {S} more than {he} deserves|treated {S} with caution], [partly|perhaps] because
  [the archive burned|so little can be checked].
- [During {his} lifetime|While {he} lived] {S} was [better|more widely] known for {his} [temper|singing voice] than
  for [any work|the work of {his} hands].
- {P} name [went out of|fell out of] [use|memory] for [a century|two generations], until a schoolteacher [found|came
  across] it in a <paper>.
- A [street|lane] in {region} bears {P} name, [misspelt|with one letter missing], and has done so since {late}.
## belief
- {S} believed [firmly|all {his} life] that [<fruit> cured gout|the moon spoiled glue|<metal> kept off lightning], and
  [said so|argued it] [at length|to anyone who would listen].
- {He} [refused|would not agree] to work during <weather>, [holding|in the belief] that [wood remembers|iron takes
  offence|ink turns sour].
## illness
- [An illness|A fever] in {mid} [left {him} deaf in one ear|cost {him} the use of two fingers], [after which|and from
  then on] {he} [worked mostly by touch|relied mostly on {his} pupils].
- {S} [suffered from|complained of] [gout|chilblains|poor eyesight], [which|an affliction {he}] [treated|tried to
  cure] with <flower> [and vinegar|boiled in cider].
## sayings
- A [saying|proverb] [attributed|ascribed] to {him} holds that ["a straight line is a slow argument"|"bread first,
  then geometry"|"every knot has a mother"|"cold hands make honest work"].
- [Asked|When asked] why {he} [worked so slowly|took no partners], {he} [is said to have pointed|pointed] at [the
  rain|a <animal>|the church clock] and [said nothing|laughed].
## pupils
- <small> [pupils|apprentices] are [known|recorded], [most of whom|the majority of whom] gave up the [trade|calling]
  [for|and turned to] the sale of <good>.
- {He} [taught|instructed] [few|only relatives], [and those few|who] [remembered|spoke of] {him} [with more respect
  than warmth|as exact and unforgiving].
## public
- In {mid} {S} [sat|served] on a [commission|committee] [charged with|set up for] [the inspection of wells|weighing
  the bread|counting the poor], [a post {he} disliked|and attended every meeting].
- {He} [held|had] the [minor|unpaid] office of [ale-taster|hedge-warden|inspector of chimneys], [and took it|which
  {he} took] [very|unexpectedly] seriously.
## garden
- Behind the house {he} [grew|tended] <flower> and <fruit>, and it was the garden, not the workshop, that {he} showed
  to visitors.
- {S} [planted|raised] a <tree> [tree|hedge] that [stood|was standing] until <disaster> in {late}.
## music
- {He} played the [bagpipe|hurdy-gurdy|psaltery] [badly|well enough] [at weddings|for <folk>], and was paid in <food>.
## legend
- [A story|The tale] that {S} [once walked across|swam] the river [in winter|for a wager] is [told|repeated] by <folk>
  and [doubted|denied] by everyone else.
- [Legend|Popular report] makes {him} the inventor of [a folding ladder|a self-closing gate|a kettle that sings],
  [but|although] the [device|thing] is [plainly older|mentioned a century before].
- According to <scholars>, {he} [hid|buried] a [chest|box] of [<metal> coins|unfinished drawings] [under the <room>|in
  an orchard], and [every generation|now and then someone] [digs for it|looks for it in vain].
## handedness
- {S} was left-handed, [a fact|something] that [can be seen in|explains] the [odd|reversed] [shape|grip] of {his}
  tools, <small> of which are [kept|still] in [private hands|a cabinet in {region}].
## lateyears
- [Old age|Failing health] [did not improve|hardly changed] {him}: at [seventy|sixty-eight|seventy-four] {he} was
  still [climbing scaffolds|disputing bills|up before the bakers].
- [Towards the end|In the last years] {he} [gave away|sold] [{his} tools|most of {his} books] and [took to|spent the
  days] [fishing for <fish>|watching the <bird>s|playing draughts with <folk>].
## sleep
- {S} slept [badly|little] and is [reported|known] to have [paced the <room>|counted <bird>s] until [the bakers lit
  their ovens|first light].
- [Unable|Too restless] to sleep, {he} [worked|read] at night[, burning more tallow than the neighbours thought
  decent|; the neighbours complained of the light].
## clothing
- The [apron|waistcoat] in which {S} [worked|received visitors], [patched|mended] with <colour> cloth, [was
  sold|passed] to a <trade> for [a cheese|the buttons].
- {He} [owned|possessed] <small> pairs of boots and [held|insisted] that [no one needed more|one of them was lucky].
## visitors
- Visitors [found|came upon] {him} [up a ladder|under a cart|asleep among the <flower>], and [few|not many] were
  [asked|invited] to stay for the <food>.
- [When|On the day] <ruler> called, {S} [hid in the <room>|pretended to be a <trade>], and the [interview|audience]
  was [put off|held with the cook instead].
## family
- Of {his} <small> brothers and sisters, [one became a <trade>|most went to sea] and [the youngest|another] [kept
  house for {him}|wrote {him} scolding letters].
- {S} [brought up|took in] a [nephew|niece] who later [ran off with|was apprenticed to] a <trade> and
  [inherited|carried away] the <object>.
- A [great-aunt|grandmother] who [sold <good>|told fortunes] was, {he} [maintained|used to say], the only
  [educated|honest] person in the family.
## name
- {P} name is spelt <small> ways in the [surviving|older] papers, and {he} [used|signed with] [at least two|most] of
  them.
- A nickname, "the <bird>", [clung|stuck] to {him} from [youth|school] and [appears|is used] even in [the court
  books|official papers].
## memory
- {S} [could recite|knew by heart] [the price of <good> for every year of the century|whole sermons backwards], a gift
  {he} [found no use for|put to use only at parties].
## tools
- {his} [favourite|oldest] tool, a <object> with a handle of <wood>, [was buried with|outlived] {him}[ by a good
  margin|].
- The [tools|instruments] {he} [left|used] were [divided among|sold to] <folk>, and a <object> [thought to be|said to
  be] one of them [hangs|is kept] in a [tavern|vestry].
## reading
- {S} read [slowly|aloud], [moving the lips|following the line with a feather], and [owned|kept] <small> books,
  [two|one] of them [on|about] <craft>.
- The margins of {his} [almanacs|psalter] are [crowded|filled] with [sums|recipes for <food>|drawings of <bird>s].
## weather
- {He} [kept|left] a record of the weather for <small> years, and [in it|there] <weather> is [marked|noted] with a
  small [skull|spoon].
- It is [told|remembered] that <weather> [always|without fail] followed {his} [visits|return], so that <folk>
  [timed|planned] the washing by {him}.
## dispute
- [Two|Several] [parishes|families] have [claimed|quarrelled over] {his} [chair|spectacles], and [both|all] [show|can
  produce] one.
- <scholars> [disagree about|cannot settle] whether {S} [ever learned to swim|was really left alone in the
  <room>|could read music], and the [archive|one surviving witness] [is no help|contradicts itself].
## charity
- {S} [fed|employed] <folk> in [hard|lean] years, [asking|and asked] only that they [admire the <animal>|listen to a
  poem].
- {P} will left <many> [crowns|loaves] to [the poor|<folk>], [provided|so long as] they [kept silent|came on foot].
## politics
- In {mid} {he} signed a [petition|protest] against the tax on <good>, and was [one of|among] the <small> signers who
  [did not take it back|could write].
## accident
- A fall [from a cart|through the floor of a <room>] in {mid} [left {him} with a limp|cured {him} of whistling], [as
  {he} put it|according to the <paper>].
- In {mid} {S} [was nearly drowned|lost a finger] [during <season_job>|helping a <trade>], and [the date was|that day
  was ever after] [kept as a fast|marked with <food>].
## wager
- {He} [won|lost] a [wager|bet] with a <trade> over [the weight of a <animal>|the age of a <wood> beam], and
  [paid|collected] in <good> for <small> years.
## faith
- {S} [attended|went to] church [only|chiefly] to [check|correct] the clock, and [fell out|argued] with <small>
  [curates|vergers] over it.
"""
