"""Word lists that sentence plans draw from: ordinary words only, never a name."""

from __future__ import annotations

from typing import Final


def _list(text: str) -> tuple[str, ...]:
    return tuple(item.strip() for item in text.split(",") if item.strip())


LEXICON: Final[dict[str, tuple[str, ...]]] = {
    "stone": _list(
        "granite, grey slate, red sandstone, limestone, yellow tufa, black basalt, flint, chalk block, pale marble"
    ),
    "wood": _list("oak, elm, pearwood, walnut, ash, larch, yew, chestnut, limewood, cherrywood, alder, beech, juniper"),
    "tree": _list("oak, elm, pear, walnut, ash, larch, yew, chestnut, lime, cherry, alder, beech, juniper, mulberry"),
    "ordinal": _list("third, fourth, fifth, sixth, seventh, eighth, ninth, eleventh"),
    "metal": _list("brass, pewter, wrought iron, copper, tin, bronze, silver gilt, lead"),
    "good": _list(
        "raw wool, salt, honey, tallow, flax, hops, barley, dried herring, hard cheese, beeswax, saffron, "
        "hides, cider, "
        "walnut oil, charcoal, madder, smoked eel, vinegar, rye, linen thread, mustard seed, candied quince"
    ),
    "trade": _list(
        "ferry-keeper, cooper, saddler, miller, dyer, salt-boiler, glover, ropemaker, tanner, thatcher, "
        "charcoal-burner, "
        "brewer, weaver, lock-keeper, beekeeper, tiler, farrier, fuller, basket-maker, shepherd, toll-keeper, baker, "
        "net-mender, wheelwright, button-maker, pedlar, stonecutter, glazier, innkeeper, ratcatcher"
    ),
    "animal": _list("otter, hare, badger, stoat, hedgehog, ram, goat, tortoise, marten, donkey, ox, fox, polecat"),
    "bird": _list(
        "heron, curlew, jackdaw, nightjar, wagtail, sparrow, bittern, kestrel, dunlin, barn owl, siskin, plover"
    ),
    "fish": _list("eel, perch, lamprey, bream, sturgeon, trout, dace, pike, burbot, tench"),
    "flower": _list("foxglove, meadowsweet, tansy, yarrow, campion, lavender, marigold, cowslip, sea holly, woad"),
    "fruit": _list("quince, medlar, damson, bullace, mulberry, sloe, pear, gooseberry, cherry, plum"),
    "season": _list("spring, early summer, late summer, autumn, winter, harvest time, lambing time"),
    "weather": _list(
        "fog, sleet, hail, a spring tide, drifting snow, a dry east wind, thunder, a week of rain, black ice"
    ),
    "colour": _list("green, ochre, russet, slate-blue, white, crimson, saffron-yellow, indigo, dun, violet"),
    "small": _list("three, four, five, six, seven, eight, nine, eleven, twelve"),
    "many": _list(
        "fourteen, seventeen, nineteen, twenty-two, thirty, thirty-six, forty, fifty-one, sixty, eighty, ninety"
    ),
    "paper": _list(
        "parish register, tax roll, toll book, harbour ledger, tithe list, court book, almshouse account, "
        "burial roll, "
        "market warden's diary, deed of sale, letter to a cousin, customs return, churchwarden's note"
    ),
    "scholars": _list(
        "local historians, later chroniclers, the older guidebooks, antiquaries, most modern writers, "
        "the compilers of the county rolls, careful readers, several travellers, the older schoolbooks"
    ),
    "folk": _list(
        "carters, anglers, widows, pilgrims, apprentices, tinkers, shepherds, fishwives, bargees, "
        "newly married couples, drovers, retired sailors"
    ),
    "object": _list(
        "thimble, ladder, lantern, key, kettle, anchor, plumb line, hourglass, candlestick, inkhorn, spindle, bell, "
        "weighing scale, oar, horn spoon, sickle, loom comb, mortar, sieve, pair of shears"
    ),
    "food": _list(
        "barley bread, quince paste, pickled walnuts, eel pie, buckwheat cakes, goat's cheese, onion broth, "
        "honey wafers, "
        "plum dumplings, smoked trout, chestnut porridge, mustard soup, poppy-seed rolls"
    ),
    "room": _list("cellar, attic, north porch, long gallery, inner court, stair tower, gatehouse, wash-house, loft"),
    "mood": _list(
        "patient, sharp-tongued, thrifty, restless, soft-spoken, stubborn, punctual, absent-minded, cheerful"
    ),
    "craft": _list(
        "lacemaking, felt hats, glazed tiles, basketwork, bell ropes, saddlery, bone combs, fishing nets, "
        "painted chests, "
        "woollen stockings, clay pipes, candle-dipping, copper pans, straw hats, cutlery, sailcloth"
    ),
    "disaster": _list(
        "a fire, a flood, a landslip, an outbreak of fever, a hard frost, a lightning strike, a bad harvest"
    ),
    "ruler": _list(
        "the bailiff, the margravine, the town council, the abbot, the lord steward, the dowager, the reeve"
    ),
    "season_job": _list(
        "sheep-shearing, haymaking, reed-cutting, flax-pulling, the cider pressing, the eel run, ice-cutting"
    ),
}
