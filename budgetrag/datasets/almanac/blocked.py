"""Names that the syllables can form but that are real people or places, or ordinary words: never handed out."""

from __future__ import annotations

from typing import Final

BLOCKED: Final = frozenset(
    """
    balash balen bandora banek baniva banora baranello barash barella baren baressa barika barken barora bassanello
    basten belardo belash belek belen belitsa bellessa benek benevello beranek berardo berek beren berezna berisha
    berken berkovets berkovitsa bertella beslash bezena bilek bilello binika biren birken bisten biven bizen bolek
    bolen bonamo bondanello bonello borek borella borello boren borinka borken bororo borova borovan borovets
    boscarello bosten boven bozek bozova branden branen brannock braseth brazen bremen brenden brenek brezinka
    brisken bronwyn brozek brozena bruzek bulisco buren buzek buzen caerwys calella calisto canalello canamo
    candella canella cannock canora cantella cantello caravello carella carello caristo carora cassella cassello
    catheryn centimo cintello cintora cirella colella colello collock collora colwyn condello contessa corella
    corevolve covello covolume crannock cunardo curella dalen daleth daliva dalun dandume danek danella danika
    dannock darden daren darken darova darren daven delarosa delash delen delena delisa dellys delora delorenzo
    deluna demak demander demart demast demen demob denardo denisco denisha deramo derden derek deren derenzo
    derusha destek devitsa deviva devolve devora dilek dilella dilello dilena dilorenzo dimness dinamo dinardo dinek
    dinora dirden direk direnzo dissolve diven dizen dolak dolen dolinka dolmen dolven domek donart donella donora
    donovan doren dorinne dornach dornak dorneck dozen drenova drinen driven dronen droven dulak dulek dunness
    dunnock durach durak durden duren durena durun dusken falun famast fameck famen faren farness farrach farren
    farwick felisa felten feltness fenwick ferren filak filander finister flondora floresca fondak fondness forden
    forister fornach forness forren forrister fulness furness gralak grandness grimness gronert grontardo grumness
    grunden grunert gwyneth halek halen hallock haltinne halwick hanak handen hanek hanock harden hardert hardister
    hardwick haren harness harren harwick helander helen helmen helmert helwick hemen hendek hendness henen henness
    herdwick herek heren hereth hernander hernen herren hesketh hilora himora hiren holak holen hollock holmen
    holness holten holwick homen homun honeck honora horak horen horeth hornak hulen hullock hulun humen hunderlach
    hunwick hurden hurren huseth husken janek jarash jaren jelen jezek jilek jonen josten julen jurek juren justen
    kalach kaladin kalen kalert kalkan kalmen kaluna kamen kanash kandun kanisha kanora karak karalis karen karena
    karisa karob karolinka karren karro kasten kavarna kazinka kelash kelek keneth kenisha kenora kenova kenwick
    kerek keren kernen kesten keven kilmister kilness kimak kinart kindness kiruna kisro kolach kolander kolash
    kolek kolen komen konak koneck konek konen koren korora korova koruna kostek kosten kozen kozinka kozova kozusko
    krenek kristek kristen krivanek krizek kronen kulak kullani kulun kumro kunden kundert kunert kurek lahora lamak
    lamika lamora landeck landen landolt lanen lankan lannilis lanora lanuvio laren larena larisa larkan larock
    lassoro latro lauren lavello laven lavorini lemen lemert lenart lendak lenora lentella lentisco lentissimo lerek
    lertora lerwick leven levulin lillia limen linak linander linden lindert linen lirella liren listen liven lolak
    lomen lorden lorello loren lorena lorenzo loseth lovella loven lozen lozova lumen lundamo lunden lunen mahora
    malach malak malander maleck malek malella malen malena malika malisa mallia malys mamak mamun manalisco mandasa
    mandella mandora manika manisa maniva manness manora mansura mantella mantello marak marander maranello marash
    marden marek marello maren marena maresca mareth marinello marisa marisha marivel marken markova marnach marolt
    marren marro martella martello martorello marvella marwick maslen masora masoreth massarosa massella massello
    massimo massora masten mathys matro maurach mauren mavoro mavro melander melen melena melisa mellivora melun
    menden menen menisa menora merak mernek merren mesenna metamora metro milak milardo milek milena millora milova
    miltach minardo minden minella minert minister mirach mirak mirella miren misken mislen missanello mitro
    molander molash molek molella molen mollia molock moloro molten molundo monander monash mondella mondello monden
    moneth monika monro montella montello montoro moradel morak moralis moravitsa morden morella morello morelock
    moren morena moresk morisco morken morock morren morro mostek mozena mullock mumen mumness munden munro murach
    murak murden mureck murello muscadel muscarello namora naninne nanoro narach narek naren narro nastika nehora
    nemeth neninka neren nerren neslia netro neven nimach ninness nitro niven nolen nollora nomen norak norden noren
    norena norken novella novello novena numen nyseth paladin palek palen palena palkan palmanova palora palys
    panadura panarello pandora panek panella panessa panisca panora paramo parella paren parika parys pastena pavek
    pavella paven pellock pennock penock perella perro petro petrova pevek pinello pinena pintello pirro pokora
    polasek polek polen polenitsa pollenzo pollock ponessa poninka porella porro portello posatora posten puntello
    purello purusha ranella rasenna ravello raven ravena relock relume remora renova reslash retro revello reven
    revolve rezek rinella rinkan rivello riven rivena rolek rolen rollock roseth rosora rostek rosten rovella
    rovinka rozek russello rusten saladin salamo salek salen salena saliva salmen samora sandella sandora sandovar
    sanora santella santora santoro sarro sassello saven savinka sazen selena sellia senora seren serena serock
    serro servello setro seven sikora silen sirek siren sirena sistek solen solenzo solkan sollock sonora soren
    stamen standen stanek stanert stanwick starek stelmach stemen sternalis stolen stomach stonen sulek suren talak
    talalora talamo talen talgarth talinka talisha talitsa talun tamika tanach tanak tanen tanika tanisha tarella
    taren tarro tasten tatro tavella telander temika temora tenen tenisha teramo terek terenzo teressa terisa terken
    terreti tessella testen tethys tetro tharen thelen thenness thimister thinness tholen thomen thonen thoren
    thornen thurness tillia timika tinisha tolen tolmen tomek tomika tomorn tonisha torak torello toren torilis
    tororo torren torro torulin torun tosten totora tovarnik tovena trulock tukuhora tularosa tullock tulun tumak
    tumen tundun turek turello turen turken turro tuscarora valek valen vanak vandorn vaneck vanek vanella vanert
    vanessa vanimo vanness varash varden varella varen varena varisco varisto varro varuna vavro velardo velella
    velen velika vellisca velten venessa verden verdun verek veren verena verissimo vessella vilanova vilardo
    vilello villani villarosa villisca vilven vimen vincent virden virella viren vitro vivek vizena volek voliva
    volovets volume vonholt vorden vorholt voronezh vuren walach walen walund wanek wanness warden waren warren
    warwick waurika welander wenden weneck weren werneck wernert wilen wilmeth wilten wilund windach winden winek
    winwick wiren wolak wolven women worden worek zarek zaren zelek zelen zelena zelinka zeven zurek
    """.split()
)
