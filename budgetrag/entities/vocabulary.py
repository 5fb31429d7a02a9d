"""The words that tell names, dates and quantities from the rest."""

from __future__ import annotations

MONTHS = frozenset(
    """january february march april may june july august september october november december jan feb mar apr jun jul
    aug sep sept oct nov dec""".split()
)
CALENDAR = MONTHS | frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
ARTICLES = frozenset(("a", "an", "the"))
FUNCTION = (
    ARTICLES
    | CALENDAR
    | frozenset(
        """about above according across after afterwards again against ago all along alongside already also although
    always amid among an and another any are around as at because become been before behind being below beneath beside
    besides between beyond born both but by can could currently despite did do does during each earlier eight either
    especially even eventually ever every few finally first five following for formerly four from furthermore generally
    given had has have he hence her here hers herself him himself his how however i if in including indeed initially
    inside instead into is it its itself just last later like many may meanwhile might more moreover most mostly much
    must my near nearly neither never nevertheless next nine no nobody none nonetheless nor not nothing notably now of
    off often on once one only onto or originally other others otherwise our out outside over overall per perhaps
    previously prior rather recently second seven several shall she should similarly since six so some someone
    sometimes soon still subsequently such ten than thank that their theirs them then there thereafter therefore these
    they third this those though three through throughout thus to today together too toward towards two typically under
    unfortunately unlike until unto up upon us usually various very via was we were what when whenever where whereas
    whether which while who whom whose why will with within without would yes yet you your
    в во на с со к ко и а но он она оно они это как что по из за от для при о об у не я мы вы ты его её их все
    ο η το οι τα του της των τον την τους τις στο στη στην στον στα σε και με για από ένας μια μία ένα ως αν""".split()
    )
)
PARTICLES = frozenset(
    """of the de del della delle dei degli dello di da das do dos du des la las le les lo los el al van von vom zu zur
    zum der den dem ter ten te het op 't bin ibn bint ben abu ap av af y e i upon sur am фон де ван дер ибн""".split()
) - {"i"}
ABBREVIATIONS = frozenset(
    """st ste dr mr mrs ms mx prof rev hon gov sen rep pres gen col lt sgt capt cpl maj adm cmdr jr sr mt ft no vol inc
    ltd co corp bros ph mme mlle""".split()
)
UNITS = frozenset(
    """m km cm mm nm µm μm mi mile miles metre metres meter meters kilometre kilometres kilometer kilometers centimetre
    centimetres centimeter centimeters millimetre millimetres millimeter millimeters foot feet ft inch inches yard yards
    yd acre acres hectare hectares ha kg g mg gram grams kilogram kilograms kilos ton tons tonne tonnes lb lbs pound
    pounds oz ounce ounces stone litre litres liter liters l ml gallon gallons pint pints barrel barrels mph kph knot
    knots hp horsepower w kw mw gw kwh mwh v kv volt volts watt watts ampere amperes hz khz mhz ghz db bit bits byte
    bytes kb mb gb tb pa kpa mpa bar degree degrees kelvin celsius fahrenheit percent second seconds sec minute minutes
    min hour hours day days week weeks month months year years decade decades century centuries nautical square cubic sq
    dollar dollars cent cents euro euros yen yuan rupee rupees peso pesos franc francs mark marks rouble roubles ruble
    rubles crown crowns shilling shillings usd eur gbp bc bce ad ce""".split()
)
MAGNITUDES = frozenset("hundred thousand million millions billion billions trillion trillions lakh crore".split())
