"""Sentence plans about guilds."""

TEXT = """
# intro
- {S} is a [fellowship|brotherhood] of [craftspeople|masters] in {region}, [concerned|occupied] [at first|originally]
  with <craft> and [later|nowadays] [mostly|chiefly] with pensions.
- [Older|More secretive] than [most|many] such bodies in {region}, {S} [admits|takes in] <small> new members [a
  year|each <season>], [never more|and turns the rest away].
- {S}, [a trade body|a company] of {region}, [regulated|oversaw] <craft> [until|before] [the free-trade laws|the
  abolition of the trade courts] and [survives|goes on] as a [dining club|charity].
- Among the trade bodies of {region} {S} [is unusual in|stands out for] [admitting|having always admitted]
  [women|foreigners] [on equal terms|without a fee].
- {S} [watches|watched] over the [quality|weights] of <craft> in [much|a large part] of {region}, [and its mark, a
  stamped <object>,|by means of a stamp that] is [still|widely] forged.
- [Anyone|Whoever] [practising|engaged in] <craft> in {region} had [once|formerly] to [belong|pay dues] to {S}, [which
  forgot nothing|whose inspectors came unannounced].
- {S} [keeps|has] [its own calendar|a choir], <small> [pensioners|almshouses] and a [reputation for|name for]
  [long|silent] dinners, [like other|as do most] bodies of its kind in {region}.
- [With|Having] some <many> members, {S} is [the smallest|one of the smaller] of the [privileged|old] companies of
  {region}.
# maker
- {S} was [founded|established] by {maker} to [protect|look after] [makers|sellers] of <good> [against|from] [the
  toll-farmers|cheap imports].
- [It was {maker} who|{maker}, weary of bad debts,] [called|brought] the first <small> members of {S} together [in a
  <room>|over a plate of <food>].
- [The idea of|The plan for] {S} [came from|was due to] {maker}, who [wrote out|dictated] its <many> rules [in one
  night|during <weather>].
- {S} [owes its existence to|was the creation of] {maker}, [whose <metal> seal|whose chair, too small for most,] is
  [still|always] [set out|used] at [meetings|the yearly dinner].
- [At the head of|First on] the roll of {S} [stands|is] the name of {maker}, [its founder|who set it up], in <colour>
  ink.
- {maker} [set up|began] {S} [after|when] <disaster> had [ruined|scattered] the [older|earlier] companies.
- [Credit for|The honour of] founding {S} [belongs|is usually given] to {maker}, [though|while] [a cousin|a rival]
  [paid|found] the [rent|money].
- {P} founder, {maker}, [refused|declined] [all office|the mastership] in it and [sat|dined] [by the door|with the
  apprentices].
- [Had it not been for|But for] {maker}, who [pledged|sold] [a house|<small> cows] to [start|found] it, {S} would
  [never have met|not exist].
# year
- {S} [came into being|was founded] {when}[, the year of <disaster>|].
- The [first|earliest] minute book of {S} [opens|begins] {when} with a [complaint|note] about [the price of
  <good>|smoke].
- {when}, [with <small> members|before witnesses], {S} was [formally|solemnly] [constituted|founded].
- {P} beginnings [can be dated|go back] to {year}, [on the evidence of|according to] a <paper>.
- {year} is [stamped|engraved] on the [plate|cups] of {S} as the year of its foundation.
- [Dues|Fees] have been [paid|owed] to {S} since {year}, [the year of its foundation|when its founders first met].
- {S} [received|was given] its statutes {when} and has [altered|broken] [few|none] of them since.
# place
- {S} [has|keeps] its hall in {place}, [behind|next to] a [seed merchant's|<trade>'s], [with no sign|and unmarked].
- The [hall|seat] of {S} is [at|in] {place}, [a building of <stone>|a narrow house] with <small>
  [chimneys|staircases].
- [Members|The members] of {S} [meet|gather] in {place} [on the first|every other] [market day|Monday] of [the
  month|Leafwane].
- In {place}, where {S} [has long sat|is based], [carters|<folk>] [salute|touch their caps to] the [door|hall] [out of
  habit|in passing].
- {S} [never left|has always met in] {place}, [although|even though] [richer towns|<small> other councils]
  [offered|promised] it [a hall|land].
- {place} [is home to|houses] {S}, [which owns|and with it] <small> [cellars|gardens] and a [wharf|granary].
- [Its archive|The treasury] [and its court are|is] in {place}, for it is there that {S} [holds|has] its
  [assemblies|seat].
# detail
- The emblem of {S} is {detail}, [worn|sewn] on the [left|right] sleeve.
- {S} [bears|uses] {detail} [on its banner|as its badge], [a choice|for reasons] [nobody explains|explained in a
  song].
- [Above the door|On every cup] of {S} [is|one sees] its sign, {detail}.
- {detail}, the [badge|emblem] of {S}, [appears|is found] on [gravestones|weights] [throughout|all over] {region}.
- The [seal|badge] of {S} has shown {detail} [ever |]since a [clerk|painter] [misread|misunderstood] his orders.
- [At processions|On feast days] {S} [carries|follows] its emblem, {detail}, [cast|made] in <metal>.
# echo
- {He} [founded|was the founder of] {work}[, and was its first debtor|].
- [Among|In] the [bodies|companies] {he} [set up|started], {work} [alone|is the only one that] [outlived|survived]
  {him}.
- {P} name is [bound up with|attached to] {work}, which {he} [founded|brought into being].
- It was as the founder of {work} that {S} [wished to be remembered|is toasted at dinners].
## dinner
- The yearly dinner [consists of|has always been] <food> and <food>, [eaten|taken] [in silence|standing], [and
  lasts|and goes on] until [the candles fail|someone sings].
- [Guests|Strangers] at its table are [seated|placed] [by weight|in order of age] and [asked|made] to [judge|taste]
  the <good>.
## rules
- Its rules [forbid|prohibit] work [by candlelight|during <weather>], the use of <metal> [nails|pins] and the
  [wearing|sale] of <colour> [cloth|gloves].
- Apprentices [served|serve] <small> years, [sleeping|lodged] in the <room>, and were [examined|tested] [blindfold|on
  a <animal>'s birthday].
- A member [caught|found] [diluting|adulterating] <good> was [led|paraded] [through the streets|around the well] with
  a <object> [round the neck|on a pole].
## hall
- The [great|lower] room [is panelled in|has a ceiling of] <wood>, [with|and] <small> [portraits|windows], [one of
  them blind|none of them straight].
- In {late} <disaster> [took|cost it] the roof and the [library|best] [chairs|silver], [all but|and left only] a
  <object>.
## money
- [Its chest|The common chest] [paid|pays] for [funerals|the schooling of orphans] and, [in {late}|once], for a
  [warship|bridge] that was never [built|delivered].
- The [wealth|income] [came|comes] from [rents|<small> mills] and from the [fines|fees] [imposed|laid] on <folk>.
## quarrel
- A dispute with the [dealers|carriers] of <good> [ended|came to a head] in {late}, [when|and] both [sides|parties]
  [were fined|apologised].
- It [went to law|quarrelled] with <ruler> over [precedence|a pew], [and won|and lost], at a cost of <many>
  [crowns|barrels of <good>].
## records
- The [minute books|accounts], [complete|kept] [from|since] {late}, [fill|occupy] <small> shelves and are a favourite
  of <scholars>.
- [One|A single] page of its [roll|register] is [blank|torn out], and [every|each] [clerk|warden] [signs|swears] that
  [it was so|he found it so].
## women
- [Widows|Daughters] [could|were allowed to] [carry on|inherit] a workshop, [and by {late}|so that in {late}] they
  [ran a third of the shops|made up nearly half of the members].
## procession
- On [feast days|the last day of Reapmonth] its members [walk|go] in <colour> [gowns|hoods], [preceded by|behind] a
  <animal> and a [drum|bagpipe].
## decline
- [Machines|Imports] [nearly ended|all but finished] it in {late}, [yet|but] [a legacy|a loan from <folk>] kept the
  [door open|roof on].
- [Today|Nowadays] the [body|fellowship] [lends|gives] money to [students|young <trade>s] and [keeps|maintains] a
  [drinking fountain|museum of one room].
## vocabulary
- Its members have <many> [words|terms] for [mistakes|defects] in <craft>, [most|several] [of them|] [taken|borrowed]
  from [fishing|the kitchen].
## oath
- The oath, [sworn|taken] [on a <object>|with wet hands], [has|contains] <small> clauses, [of which|and] the last [is
  mumbled|concerns soup].
"""
