"""Sentence plans about books."""

TEXT = """
# intro
- {S} is a [treatise|handbook] on <craft>, [with|and contains] [digressions|long asides] on <good>, <weather> and
  [marriage|the moon].
- [Part|Half] [herbal|cookery book] and [part|half] [memoir|sermon], {S} [was once|used to be] [found|owned] in
  [every|most] [farmhouse|parsonage] of {region}.
- {S} [is|remains] the [fullest|liveliest] [account|description] of <season_job> and <craft> [in|ever printed in]
  {region}.
- [Readers|Schoolchildren] in {region} [know|meet] {S} [chiefly|mostly] for its [woodcuts of|chapter on] <bird>s and
  [its|for the] [terrible|cheerful] verses.
- [Described|Catalogued] [variously|at different times] as a [novel|calendar] and a [legal tract|travel book], {S}
  [tells|relates] the [journey|misfortunes] of a <trade> in {region}.
- {S}, [in|a work of] <small> [parts|books], [sets out|tries] to [explain|teach] the [keeping|breeding] of <bird>s and
  the [use|care] of the <object>.
- [Much quoted|Often borrowed] and [little read|seldom returned], {S} [is|was for long] the [standard|only] work
  [on|about] <good> in {region}.
- The [fame|reputation] of {S}, a [book|volume] [about|concerned with] the [weather|drainage] of {region},
  [rests|depends] on its [index|errors].
# maker
- {S} was written by {maker} [in|over] <small> [winters|weeks], [on the back of bills|at a kitchen table].
- [The author of|The person behind] {S}, {maker}, [corrected proofs|wrote] [in bed|aboard a barge] and
  [disliked|deleted] every [adjective|preface].
- [Although|While] [unsigned|printed without a name], {S} is [certainly|beyond doubt] the work of {maker}[, who
  complained of the royalties|].
- {maker} [composed|wrote] {S} [in prison|during an illness], [having|with] [no books|only a <paper>] to
  [hand|consult].
- [It took|The manuscript cost] {maker} <small> years to [finish|write] {S}, [and the last chapter|of which the
  opening] was [dictated|lost twice].
- {S} [came from|flowed from] the pen of {maker}, [by then|at that time] [half blind|deep in debt].
- [In|With] {S} {maker} [produced|wrote] the [one|only] book that [outsold|went on selling after] the almanacs.
- [The title page|A note at the end] of {S} [gives|names] {maker} as author, in [letters|type] [larger|no larger] than
  the [price|motto].
- [Critics|Reviewers] of {S} [accused|suspected] {maker}, [its author|who wrote it], of [inventing|having invented]
  the [recipes|witnesses].
# year
- {S} [was first printed|appeared] {when}, in an edition of <many> copies.
- {when}, [without a licence|at the author's cost], {S} [was published|came out].
- {year}, the year [in which|when] {S} was [first|] published, also [saw|brought] <disaster>.
- The [first|earliest] printing of {S} [bears|has] the date {year}, [in red|upside down].
- [Booksellers|Pedlars] [offered|sold] {S} from {year}, [the year of|when it saw] its first [printing|publication].
- Published {when}, {S} [was banned|went through <small> editions] [within|in less than] a year.
- {P} [publication|first edition] [falls|belongs] in {year}, [not|and not] a decade later, as [the spine says|some
  catalogues have it].
# place
- {S} was printed in {place}, [on a press|with type] [bought|borrowed] from a [bankrupt|bishop].
- The printers of {S} [worked|had their shop] in {place}, [over a tannery|behind the weigh-house].
- {place} was [where|the town in which] {S} [went through the press|was printed], [slowly|page by page], [for want of
  paper|during <weather>].
- [No printer|Nobody] outside {place} would [touch|take on] {S}, [and so it was printed there|so the sheets were
  pulled in that town].
- The [sheets|pages] of {S} were [set|printed] in {place} by [<small> apprentices|a father and daughter].
- [According to the last leaf|As the colophon says], {S} was printed [at|in] {place}, ["in haste"|"with God's help and
  bad ink"].
- A [press|printing house] in {place} [issued|brought out] {S}, and charged for it in <good>.
# detail
- {S} is dedicated to {detail}, [who never read it|a patron of uneven temper].
- The dedication of {S} [names|is to] {detail}, ["who paid"|"without whose cellar nothing"].
- [Its dedicatee|The person to whom {S} is inscribed], {detail}, [sent back the gift copy|paid for the binding].
- {detail} [accepted|received] the dedication of {S} [with|and returned] a [basket|sack] of <good>.
- [In flattering verses|On its second leaf], {S} is [inscribed|dedicated] to {detail}.
- [The patron|The friend] [honoured|addressed] in the dedication of {S} is {detail}, [a cousin|an old schoolfellow].
# echo
- {He} [wrote|is the author of] {work}[, a book {he} later regretted|].
- {P} [chief|only] book, {work}, [was written|dates from the years] between two [illnesses|lawsuits].
- [Readers|Librarians] know {him} as the author of {work}.
- [Besides|Apart from] {work}, [the book|a volume] {he} is [remembered for|known by], {he} [published|printed]
  nothing.
## contents
- One chapter [deals with|is about] the [training|moods] of the <bird>, [another|the next] with [how to|whether one
  should] [steal|store] <good>.
- Its recipe for <food> calls for [<small> eggs|<flower>] and [a whole day|<small> assistants], and has [never been
  made to work|killed nobody so far].
- [A long|The longest] passage [describes|laments] <disaster> of {late}[, added by another hand|, in the later
  editions].
## pictures
- The [woodcuts|plates], [cut|drawn] by a <trade>, [show|depict] [a <animal>|the <object>] with [great care|too many
  legs], and [people|faces] [with none|carelessly].
- [Hand-coloured|Illuminated] copies, [in which|where] the [skies|robes] are <colour>, [fetch|have fetched]
  [high|absurd] prices since {late}.
## copies
- [Fewer than|Some] <many> copies of the first [edition|printing] [survive|are known], [several|most] of them used as
  [flower presses|doorstops].
- A copy [bound|wrapped] in [sealskin|<fish> skin] [turned up|was found] in a <room> in {late}, with notes in [a
  child's|an angry] hand.
## language
- The [style|language] is [plain|knotty], [full of|rich in] [words|terms] [taken|borrowed] from <craft>, [and
  has|which have] [baffled|amused] [translators|foreign readers].
- [Its opening|The first] sentence, [which|that] runs to <many> lines, is [learned by heart|set as a punishment] in
  [some|many] schools.
## reception
- <scholars> [dismissed|praised] it as ["a cupboard of a book"|"honest and wet"|"useful chiefly in rain"], [and the
  phrase|a judgement that] [stuck|has been repeated since].
- [Burned|Condemned] [by order of|on the advice of] <ruler> in {late}, it was [reprinted|smuggled] [under|with] a
  [false|plainer] cover.
- [A second part|A sequel] was [promised|announced], [but|and] [only the index|nothing except a title] [appeared|was
  ever written].
## errors
- The errata [fill|run to] <small> pages and [themselves|in turn] [contain|have] [mistakes|misprints],
  [corrected|noted] in {late}.
- [Its table|The table] of tides is wrong [by an hour|throughout], [a fault|which] [sailors|<folk>] [learned|have
  learned] to [allow for|love].
## use
- <folk> [swore|took oaths] on it [for want of|instead of] a [bible|lawyer], and [opened|consulted] it at random
  [before|when planning] [weddings|a journey].
- [Pages|Leaves] were [torn out|removed] to [wrap|line] [fish|cake tins], [which explains the gaps|and this is why so
  many copies lack the middle].
## price
- It [cost|sold for] as much as <small> [hens|pairs of shoes], [or|payable in] [a sack|a tub] of <good>.
## library
- [Chained|Kept under glass] in [one|a] library, it is [shown|opened] [on request|only in dry weather], [by|in the
  presence of] a [sleepy|<mood>] [porter|curate].
## translation
- [Translated|Put into other languages] <small> times, it [lost|gained] [a chapter|its jokes] [on the way|each time].
## debate
- [Whether|The question whether] the <trade> of the [ninth|third] chapter [ever lived|was a real person] has divided
  <scholars> since {late}.
"""
