"""Sentence plans about musical instruments."""

TEXT = """
# intro
- {S} is a [stringed instrument|{noun}] of <wood> and <metal>, [famous|notorious] in {region} for [a wolf note|its
  dark low notes].
- [Musicians|Players] from {region} [travel|come] [far|at their own cost] to [hear|handle] {S}, [a {noun}|an
  instrument] with [a cracked|an oddly carved] [back|head].
- {S}, [a {noun}|an instrument] [heavier|smaller] than [it looks|its fellows], [is played|sounds] [once|twice] a year,
  [by custom|as a rule] at <season_job>.
- Few instruments of {region} have been [copied|insured] as often as {S}, whose [varnish|tone] [resists|has defeated]
  [analysis|imitation].
- {S} [was made for|began in] [dance|church] music and [found its way into the concert halls|ended in the hands of
  theatre players] of {region}.
- [Tuned|Strung] a [third|tone] [lower|higher] than [usual|others], {S} has a [voice|sound] that <folk>
  [compare|liken] to [a <bird>|wet stone].
- The [story|history] of {S}, a {noun} [of modest size|of <wood>], [is one of|consists of] [thefts|loans],
  [repairs|wagers] and [long silences|short concerts].
- {S} [belongs|is counted] [among|with] the [treasures|curiosities] of {region}, [though|even if] [it buzzes in damp
  weather|mice have nested in it].
# maker
- {S} was made by {maker}, [from|out of] a [single|] plank of <wood> [once|formerly] [part of a door|under a cider
  press].
- The maker of {S} was {maker}, [whose label|whose mark, a <object>,] is [glued|burned] inside.
- {maker} [built|carved] {S} [for a wager|in payment of a debt], [finishing|and finished it] [by lamplight|on a
  ferry].
- [Experts|Dealers] [agree|have established] that {S} [left|came from] the bench of {maker}, [probably|perhaps] as
  [the last|one] of <small>.
- {S} [owes|is indebted] to {maker}, who made it and gave it [a neck|ribs] thinner than custom allowed.
- It was {maker} [whose hands|whose knife] [shaped|hollowed] {S}, [as|so] a note [under the bridge|in the case]
  [tells|confirms].
- [Made|Put together] by {maker} [without glue|in <small> months], {S} [has been opened|needed repair] only
  [twice|once].
- [Of all|Among] the instruments of {maker}, {S} [is the only one|alone is] [dated|still played].
- Having [spoiled|thrown away] <small> [bellies|boards], {maker} [at last|in the end] made {S} out of <wood>.
# year
- {S} was [made|completed] {when}, [to judge by|according to] the [label|growth rings].
- {when}, [as|so] an [invoice|account] [shows|tells], {S} was [finished|made].
- [A pencil note|Ink] inside {S} [gives|has] the year of making, {year}.
- {year}, [burned|scratched] into the [neck|tailpiece] of {S}, is the year it was made.
- [Tests|Studies] of the wood [support|confirm] {year} as the year in which {S} was made.
- {S} [dates from|goes back to] {year}, when [its wood|the spruce] was [already|itself] [a century old|salvage].
- [First|Already] [mentioned|described] {when}, [the year of its making|still smelling of glue], {S} [cost|was priced
  at] <small> [crowns|sheep].
# place
- {S} is [kept|preserved] in {place}, in a [case|cabinet] lined with <colour> [felt|silk].
- [Its keepers|The museum] [in|at] {place} [let|allow] no one [touch|photograph] {S} [without gloves|before noon].
- {place} [acquired|bought] {S} [by subscription|for the price of a barn] and has [kept|guarded] it [ever since|from
  then on].
- [Those who|Whoever would] [wish|want] to [see|hear] {S} must go to {place}, where it [hangs|lies] [in the town
  hall|under glass].
- [At|In] {place}, where {S} is [now|] kept, [a deaf|a <mood>] [custodian|<trade>] [tunes|dusts] it.
- {S} [has its home|is housed] in {place}, [beside|between] a stuffed <animal> and [the town scales|a broken clock].
- [After|Following] [long wanderings|<small> auctions], {S} [came to rest|found a permanent home] in {place}.
# detail
- The first [owner|player] of {S} was {detail}, [who played|fond of playing it] [standing|out of doors].
- {detail} [owned|bought] {S} [first|when it was new], and [lost|pledged] it [at cards|to a <trade>].
- {S} was [ordered|commissioned] by {detail}, its first owner, [for|as] a [wedding|consolation].
- [Originally|At first] {S} [belonged|was delivered] to {detail}, [whose initials|and the owner's initials] [are|were]
  [scraped off|inlaid] [later|in <metal>].
- [Of its owners|In the line of owners] {detail} [was the first|comes first], and [played|held] {S}
  [daily|left-handed].
- [Before anyone else|When the varnish was fresh], {detail} [had|owned] {S}, [keeping it|and kept it] in a [flour
  bin|bed].
# echo
- {He} [made|built] {work}[, the one piece {he} signed|].
- [Of|Among] {his} instruments {work} [is|was] the [most admired|last to be sold].
- {P} [masterpiece|best instrument], {work}, [brought|earned] {him} [a pension|more visitors than money].
- [The maker of|As the maker of] {work}, {S} is [well known|still spoken of].
## tone
- [Players|Listeners] [disagree|differ] [about|over] its tone, [called|described as] ["smoked"|"wet wool"|"honey with
  gravel"] by <scholars>.
- In <weather> it [goes|falls] out of tune [within minutes|at once], [and|so] [players|performers] [bring|keep] a
  [stove|second bow] [ready|near].
## ornament
- The [head|scroll] is [carved|cut] as a <animal> [with one ear|wearing spectacles], [a joke aimed at|a portrait of]
  <ruler>.
- [Inlay|Inlaid work] of <metal> and [horn|bone] [runs|goes] [round|along] the [edge|neck], [interrupted where a burn
  shows|broken by a tooth mark].
## repair
- [Dropped|Sat upon] in {late}, it was [mended|glued] by a <trade> [with|using] [fish glue|a strip of <wood>], [and
  sounds better for it|which some say is an improvement].
- [Restorers|Repairers] [found|discovered] a [love letter|laundry list] [folded|pasted] [inside|under the bridge] in
  {late}.
## theft
- It was stolen [twice|in {late}] and [returned|recovered] [on each occasion|months later], [once|wrapped] in a
  [sack|net] [of|that had held] <good>.
## copies
- Copies [are|were] [sold|made] in [quantity|numbers], [the best|some] of them of <wood>, [none|not one] [with|having]
  [quite|] the [same|right] [growl|sweetness].
## players
- A [blind|left-handed] <trade> [played|performed on] it [for|at] <small> [funerals|coronations] and [asked|wished] to
  be [paid|rewarded] in <food>.
- [Lent|Loaned] to a [travelling|theatre] band in {late}, it [paid for|earned] [a roof|<small> wagons] before it [came
  back|was returned].
## strings
- Its strings, [once|formerly] of [gut|silk], gave way in {late} to <metal>, [to the regret of|against the advice of]
  [purists|<scholars>].
## music
- <small> [pieces|dances] were [written|composed] [for it|with it in mind], [the hardest|one] of which
  [imitates|describes] [<season_job>|a <bird> in <weather>].
## case
- The case, [older|newer] than the instrument, is of <wood> and [smells|reeks] of <good>.
- [Travel|Airing] [labels|papers] on the case [show|tell of] [journeys|visits] to [<small> courts|spas] [and one
  pawnshop|, one of them invented].
## legend
- [It is said|<folk> say] that the [wood|plank] [came|was taken] from a [gallows|ship's cabin] and that
  [nails|<bird>s] [can be heard|sing] in it.
## value
- [Valued|Priced] at <many> [crowns|cows] in {late}, it is [not|no longer] for sale [at any price|, officially].
- The insurers [demand|insist on] a [guard|<metal> chain] [whenever|if] it [crosses a border|leaves the street].
## teaching
- [Pupils|Students] may [hold|tune] it [once|on one day] in their training, [an honour|which] [few|many]
  [remember|describe] [calmly|without tears].
"""
