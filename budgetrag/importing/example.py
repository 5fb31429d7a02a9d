"""A log to try page Your data with: invented questions and passages, in the form that Ragas writes."""

NAME = "example.jsonl"
JSON_LINES = """\
{"user_input": "In which town was the founder of the Lantern Guild born?", "retrieved_contexts": [\
"The Lantern Guild was founded in 1311 by Ilse Vorrun to keep the harbour lights of Tern. Its members still carry a \
brass wick on feast days. A second hall opened in Maris in 1402. The guild sold its last lighthouse to the crown in \
1790 and has kept only its archive and its feast since then.", \
"The Lantern Festival of Tern, often confused with the feast of the guild, began in 1718. It was first held by the \
fishermen of the town, who hung lanterns from their masts. The founder of the festival is not known.", \
"Ilse Vorrun (1278-1340) was a chandler and reformer. She was born in Osterwick, the daughter of a ferryman, and came \
to Tern at nineteen. Her letters are kept in Maris."], \
"reference": "Osterwick", "response": "Tern", \
"reference_contexts": ["Ilse Vorrun (1278-1340) was a chandler and reformer. She was born in Osterwick, the daughter \
of a ferryman, and came to Tern at nineteen. Her letters are kept in Maris."]}
{"user_input": "Which river does the weir of Maris dam?", "retrieved_contexts": [\
"Maris is a market town known for its weir, its mills and its cattle fair. The weir was finished in 1402 and rebuilt \
after the flood of 1613. It feeds eleven mills.", \
"The river Sill rises in the Hallow hills. It is dammed by the weir of Maris and joins the sea below Tern. Salmon \
have returned to it since 1998.", \
"Weirs of the region were built by travelling masons. Most of them dam small streams and feed one mill."], \
"reference": "the river Sill", "response": "the Sill", \
"reference_contexts": ["The river Sill rises in the Hallow hills. It is dammed by the weir of Maris and joins the sea \
below Tern. Salmon have returned to it since 1998."]}
{"user_input": "Who rebuilt the weir of Maris after the flood of 1613?", "retrieved_contexts": [\
"Maris is a market town known for its weir, its mills and its cattle fair. The weir was finished in 1402 and rebuilt \
after the flood of 1613. It feeds eleven mills.", \
"The flood of 1613 carried away two bridges and the cattle market. It was the highest in the annals of the town."], \
"reference": "Odo Brandt", "response": "The annals do not say.", \
"reference_contexts": ["Odo Brandt rebuilt the weir of Maris with forty masons between 1614 and 1617."]}
{"user_input": "What do members of the Lantern Guild carry on feast days?", "retrieved_contexts": [\
"The Lantern Guild was founded in 1311 by Ilse Vorrun to keep the harbour lights of Tern. Its members still carry a \
brass wick on feast days. A second hall opened in Maris in 1402. The guild sold its last lighthouse to the crown in \
1790 and has kept only its archive and its feast since then.", \
"A chandler makes and sells candles. Guilds of chandlers were common in ports, where they also sold rope and tar."], \
"reference": "a brass wick", "response": "A brass wick."}
"""
