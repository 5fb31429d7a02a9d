"""Sentence plans about festivals."""

TEXT = """
# intro
- {S} is a [yearly|popular] [festival|feast] of {region}, [marked|kept] with [bonfires|races], <food> and
  [processions|competitions] of <folk>.
- [Noisy|Muddy] and [crowded|much loved], {S} [draws|brings] <folk> from [all over|every corner of] {region}.
- {S}, [a festival|a day of misrule] in {region}, [began|is thought to have begun] as a [fast|cattle blessing] and
  [grew|turned] into a [fair|masquerade].
- [During|At the time of] {S}, [debts|quarrels] in {region} are [suspended|forgotten] and [<animal>s|clerks] may
  [enter|sleep in] [church|the town hall].
- [Almanacs|Calendars] of {region} [print|have] {S} in <colour>, [the only|a] [feast|holiday] [so honoured|without a
  saint].
- {S} [lasts|goes on for] <small> days, [the last|one] of which is [spent|given over to] [sleeping|cleaning]
  [everywhere|in most places] in {region}.
- [What {S} is best known for|The custom for which {S} is famous] in {region} is the [contest|race] in which <folk>
  [carry|balance] a <object> [on the head|through water].
- [Banned|Forbidden] <small> times, {S} [remains|is still] the [high point|chief holiday] of the [year|season] in
  {region}.
# maker
- {S} was [first organised|begun] by {maker}, [in thanks|as an apology] for [a rescue|<disaster> averted].
- [Nobody|No one] but {maker}, who [began|invented] {S}, [knew|could explain] [all|] the [rules|words] of it.
- {maker} [started|founded] {S} with [a barrel|<small> barrels] of <good> and [a loan|no permission].
- [The origin|The beginning] of {S} [lies|is found] in a [vow|joke] by {maker}, [its founder|who started it].
- {S} [goes back to|was the invention of] {maker}, [who lost|who won] a bet [with|against] a <trade>.
- [Masks|Puppets] at {S} [represent|show] {maker}, [its founder|who started it], [with|riding] a <animal>.
- It was {maker} who [brought|called] [people|<folk>] [together for|to] the first {S_bare}, [to|in order to]
  [cheer|distract] [a town|them] [after|during] <disaster>.
- [Without|But for] {maker}, [its founder|who began it], {S} would [have remained|be] an [ordinary|unremarkable]
  [cattle sale|fast day].
- [By tradition|As custom wants it], a toast at the [start|close] of {S} honours [its founder, {maker}|{maker}, who
  began it].
# year
- {S} was [first held|held for the first time] {when}, [in pouring rain|before <many> guests].
- {when}, [in the market|on a frozen pond], {S} was [celebrated|held] for the first time.
- [Counting|Reckoning] from {year}, [the year of the first|when it was first held], {S} has [been rained out|been
  cancelled] <small> times.
- The [first|earliest] {S_bare} [took place|was held] {when}, [says|according to] a <paper>.
- {S} has been [held|kept] since {year}, [its first year|when it began], [with|apart from] [a gap|breaks] for
  [wars|<disaster>].
- [Pewter badges|Ribbons] of {S} [give|show] {year} as the [year|date] of the first [celebration|feast].
- {year} [saw|brought] the first {S_bare}, [attended|visited] by <small> [cows|people] and [a priest|<ruler>].
# place
- {S} [is held|takes place] in {place}, [along|on] the [ropewalk|castle meadow].
- [All roads|The roads] to {place} are [closed|strewn with <flower>] [for|during] {S}[, held there every year|, which
  that town holds every year].
- {place} [is the scene of|hosts] {S}, [and doubles|which doubles] its [population|bakers] [for a week|overnight].
- [Landlords|Innkeepers] in {place} [live|pay their rent] [from|with what is earned at] {S}, [held|celebrated] [under
  their|beneath their] windows.
- [Attempts|A plan] to move {S} from {place}, where it is [held|kept], [to|into] [a richer town|the capital]
  [failed|ended in laughter].
- [At|In] {place}, where {S} is [celebrated|held], [houses|doors] are [whitewashed|painted] [beforehand|for it].
- {S} [belongs|is tied] to {place}, [for|because] [it must be|it has to be] held [within sound|in sight] of that
  town's [bell|mill].
# detail
- {S} [falls|is held] on {detail}, [whatever|no matter what] the [weather|day of the week].
- The [day|date] of {S}, {detail}, is [fixed|settled] by [statute|an old lease].
- [Work|All work] [stops|ends] [at noon|early] on {detail} for {S}.
- {detail} is the day of {S}, [and also|as well as] [rent day|the day on which servants change masters].
- Neither before nor after {detail}, [the rules|the statutes] say, may {S} be [held|kept].
- On {detail}, [when|the day on which] {S} is [celebrated|held], [schools|courts] are [closed|empty].
# echo
- {He} [started|was the founder of] {work}[, to the annoyance of the clergy|].
- [Every|Each] year {work}, which {he} [founded|began], [brings back|revives] {his} name.
- {P} [most lasting|oddest] [idea|undertaking] was {work}, [begun|started] [as a joke|on a wager].
- [The festival|A feast] {S} [founded|began], {work}, is [still|yet] [held|kept].
## procession
- [A procession|The procession] of <folk> [carries|follows] a <animal> of [straw|<wood>] [to the river|three times
  round the church], where it is [drowned|crowned].
- [Torches|Lanterns] of <colour> [paper|glass] are [hung|carried] [by children|from the mill], one for each
  [death|birth] of the year.
## food
- <food> and <food> are [given|handed] out [free|from ladders], [a right|which is] [guarded|enjoyed] [jealously|above
  all] by <folk>.
- [Bakers|Cooks] [compete|vie] in [shaping|making] a <animal> out of [dough|marzipan], [judged|tasted] by [a
  blindfolded|the youngest] <trade>.
## contest
- The [wrestling|shouting] [match|contest] between <folk> and <trade>s [has|carries] a [prize|reward] of [a sack of
  <good>|<small> geese].
- [Racers|Runners] [must|have to] [carry|push] a <trade> in a [barrow|basket], and the winner is [excused|freed from]
  [tax|sermons] for a year.
## costume
- [Masks|Cloaks] of <wood> [bark|shavings], [painted|dyed] <colour>, [are handed down|pass] [in families|from aunt to
  niece].
## music
- The [band|drummers], [recruited|chosen] [by lot|for endurance], [plays|play] [one|the same] tune [for hours|until
  dawn], [known as|called] ["The Miller's Foot"|"Old Wet Hat"|"Turn Again"].
## history
- [Forbidden|Stopped] in {late} [by|on the word of] <ruler>, it was [held|celebrated] [indoors|on rafts] until the
  [ban|order] [lapsed|was lifted].
- [A brawl|An accident] in {late} [cost|led to the loss of] <small> [teeth|shop fronts], [after which|and since then]
  [beer is rationed|cudgels are left at the gate].
## belief
- [Rain|A <bird> seen] during it [means|promises] [a good|a poor] year for <good>, [as|so] <folk> [hold|believe].
- [Ashes|Ribbons] from it are [kept|laid] in the <room> [against|as a guard against] [lightning|toothache].
## money
- [Takings|The collection] from it paid for [a bell|the drains] in {late} and now go to [widows|the fire pump].
## visitors
- [Foreign|Learned] visitors have described it as ["a wedding without a bride"|"weather with drums"|"very long"].
- <scholars> [see|find] in it [traces|the remains] of a [harvest|river] [cult|rite], [though|but] [the evidence|this]
  is [thin|one drawing].
## animals
- A <animal> is [chosen|elected] [mayor|judge] [for the day|until sunset] and [hears|decides] <small>
  [cases|petitions].
## flowers
- [Garlands|Crowns] of <flower> are [thrown|worn], and [picking|wearing] <flower> is [unlucky|forbidden]
  [before|until] [noon|the drum sounds].
## end
- It [ends|closes] when [the oldest|a] <trade> [blows out|drops] a [lamp|<object>] and [everyone|the crowd] [goes
  home|falls silent], walking backwards.
## children
- [Children|Apprentices] [rule|command] the [streets|market] for [an hour|the morning], and may [fine|arrest] <trade>s
  for [smiling|idleness].
## song
- [Its song|The song] has <many> verses, [the last|several] of them [known only to|sung only by] <folk>.
"""
