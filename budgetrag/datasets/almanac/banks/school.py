"""Sentence plans about schools."""

TEXT = """
# intro
- {S} is a school [for|open to] [the children|sons and daughters] of <folk> in {region}, [with|and has] some <many>
  [pupils|boarders].
- [Strict|Poor] by reputation and [cold|draughty] in fact, {S} has [trained|taught] [clerks|land stewards] for
  {region} [for|over] [centuries|many generations].
- {S}, [a boarding school|a college] in {region}, [teaches|offers] [arithmetic|rhetoric] [in the morning and <craft>
  in the afternoon|in winter and <craft> for the rest of the year].
- [Graduates|Former pupils] of {S} [recognise|know] one another [throughout|all over] {region} by a [whistle|way of
  folding letters].
- {S} [was meant|began as a place] for [orphans|the deaf] and [became|is now] the [most sought-after|dearest]
  [school|place of learning] in {region}.
- [Among|Of] the schools of {region}, {S} is [known|noted] for its [choir|kitchen garden], its [library|telescope] and
  its [fines|fights].
- The [buildings|classrooms] of {S}, [all|mostly] of <stone>, [surround|enclose] a [yard|pond] in which
  [first-year|new] pupils are [ducked|measured].
- {S} [has|keeps] the [old|ancient] [calendar|timetable] of {region}, [so that|by which] lessons [begin|start] at
  [sunrise|the first cockcrow].
# maker
- {S} was founded by {maker}, who [could not spell|disliked children] but [respected|admired] [effort|silence].
- The [money|endowment] for {S} [came from|was left by] {maker}, its founder, [in|as] a [will|gift]
  [contested|disputed] by <small> cousins.
- [Its founder|The person who founded {S}], {maker}, taught there [unpaid|without a chair] for <small> years.
- [Alarmed|Moved] by [the ignorance of|a dispute among] <folk>, {maker} [founded|opened] {S} in a [disused|rented]
  [barn|malthouse].
- {maker} [established|set up] {S} [for|with] <small> pupils and [one|a single] [book|slate].
- {S} [keeps|honours] the memory of {maker}, [its founder|who founded it], with [a day of silence|a race] [every|each]
  Larkmonth.
- [In the hall|Over the stair] of {S} hangs a portrait said to be of {maker}, [its founder|who called it into life].
- [Without|Had it not been for] {maker}, {P} founder, [no one|nobody] in the [valley|district] would have learned
  [geometry|to read a map].
- {maker}, [when founding|on the foundation of] {S}, [refused|declined] to lend it a family name, so others chose one.
# year
- {S} opened its doors {when}, [with|and had] more [teachers|goats] than pupils.
- {when}, [on a wet morning|with a borrowed bell], {S} [was founded|began lessons].
- The [deed|statute] [founding|that created] {S} bears the year {year}.
- {year}, [cut|painted] over the [door|well] of {S}, is the year of its [foundation|founding].
- {S} has [taught|rung its bell] since {year}, [the year it was founded|its first year], [except|but not] during
  <disaster>.
- [Founded|Established] {when}, {S} [moved|changed its rules] [only|] [twice|once] in its [history|first century].
- [Registers|Pupil lists] at {S} [start|begin] {when}, [the year it|when the school] [opened|was founded].
# place
- {S} [stands|is situated] in {place}, [on|at] the [old|upper] [drill ground|sheep market].
- [The town of {place}|{place}] [gave|sold] {S} its [site|land], [on condition|provided] that [town|local]
  [children|boys] [paid|be charged] half.
- [Pupils|The pupils] of {S} [share|fill] the [streets|pews] of {place} with [soldiers|<folk>].
- [Walkers|Visitors] in {place} [can hear|hear] {S} [before they see it|at its recitations], [down|all along] the
  [main street|town ditch].
- {S} [has been|has always been] in {place}, where rents are low.
- [Its windows|The windows] look [out|down] on {place}, for {S} [occupies|was built on] the [terrace|knoll] [above|in
  the middle of] that town.
- [At|In] {place}, {S} [is|remains] the [largest|only] [employer|buyer of chalk].
# detail
- The first head of {S} was {detail}, [who ruled|whose rule lasted] <many> [years|terms].
- {detail} [served|was appointed] as the first head of {S} and [resigned|was dismissed] over [the soup|a grammar].
- [As|For] its first head {S} [chose|hired] {detail}, [a former|once a] <trade>.
- [The headship|The direction] of {S} was [first|at first] [given to|held by] {detail}, [against|despite] [much|loud]
  opposition.
- {S} [began|started] under {detail}, its first head, [a <mood> disciplinarian|who kept a <animal> in class].
- On the day of the opening, {detail} was head of {S}, [the first|first] of a line of <many>.
# echo
- {He} [founded|was the founder of] {work}[, where {he} refused to be called principal|].
- In the founder of {work} {region} honours one of its [rare|few] [school reformers|educators].
- {P} fortune, [all of it|down to the spoons], went to {work}, which {he} [founded|had founded].
- [The school|A school] {S} [founded|set up], {work}, [outgrew|soon outgrew] its first [roof|house].
## lessons
- [Lessons|Classes] in <craft> are [compulsory|required], and the [results|products] are sold [to parents|at the
  <season> fair].
- [Geography|Astronomy] was [taught|learned] from a globe of <wood>, [with|which had] <small> [continents|seas] that
  [do not exist|nobody else knew].
## food
- [School|Boarders'] meals [consisted|consist] of <food> on [weekdays|six days] and <food> on [feast|founder's] days,
  [a diet|which was] [defended|praised] by physicians.
## punishment
- [Latecomers|Idlers] had to [carry|wear] a <object> [round the neck|up the tower], [a punishment|which was]
  [dropped|abolished] in {late}.
- [Fines|Bad marks] are [paid|settled] in [kindling|chestnuts], [heaped|stored] in the <room> [until|for] [winter|the
  poor].
## sport
- [The yearly|A yearly] [race|snow battle] against the [town|<folk>] has been [lost|won] every time since {late}.
## library
- The library [owns|has] <many> [globes|atlases], [mostly|nearly all] [wrong|out of date], and a [stuffed|carved]
  <bird> that [readers|pupils] [greet|consult].
- [Books|Volumes] [borrowed|taken] from the library must be [returned|brought back] [with|together with] a
  [pear|handful of <flower>].
## buildings
- The [oldest|north] wing, [with|which has] beams of <wood>, [survived|was spared by] <disaster> of {late} [thanks
  to|because of] <small> [cooks|pupils].
- The [observatory|bell tower], [begun|planned] in {late}, [was never|has yet to be] [finished|roofed], [and|but]
  [doves|<bird>s] [use|like] it.
## teachers
- [A teacher|One master] of the [last|early] days [lectured|taught] [in verse|with closed eyes] and was paid in
  <good>.
- [Teachers|Masters] were [forbidden|not allowed] to [marry|keep a <animal>] [before|until] {late}, [a rule|which was]
  [widely|quietly] [broken|ignored].
## pupils
- [Pupils|The pupils] wear <colour> [caps|stockings] and are known as ["the <bird>s"|"the <animal>s"].
- [Girls|Day pupils] were admitted in {late}, [first|at first] [through|by] [a side|the kitchen] door.
## exam
- The [final|leaving] examination [lasts|takes] <small> days and [includes|ends with] [swimming|a debate] in [the
  dark|full dress].
## music
- [The choir|Its choir] [sings|performs] [in the market|from the roof] on the [shortest|longest] day, whatever the
  weather.
## visitors
- <ruler> [visited|inspected] it in {late}, [fell asleep|lost a hat] [during|in the course of] the [welcome|sermon],
  and [doubled|halved] the grant.
## economy
- [A mill|An orchard] [belonging|left] to it pays for [candles|the stoves], [and|while] [old pupils|<folk>]
  [supply|give] the <good>.
## war
- [Turned|Converted] into a [barracks|granary] in {late}, it [taught|held classes] [in tents|on barges] for
  [two|three] years.
## motto
- [Its motto|The motto], ["Slowly, but in ink"|"Read the other side"|"Begin with the bread"|"Doubt, then count"], is
  [stitched|printed] on [every|each] [pillow|napkin].
"""
