"""Logs that a user could have, written for the tests."""

# ruff: noqa: E501

RAGAS_JSONL = """\
{"user_input": "In which town was the founder of the Lantern Guild born?", "retrieved_contexts": ["The Lantern Guild was founded in 1311 by Ilse Vorrun to keep the harbour lights of Tern. Its members still carry a brass wick on feast days.", "Ilse Vorrun was a chandler and reformer. She was born in Osterwick, the daughter of a ferryman."], "reference": "Osterwick", "response": "She was born in Osterwick.", "reference_contexts": ["She was born in Osterwick, the daughter of a ferryman."]}
{"user_input": "Who built the Maris weir?", "retrieved_contexts": ["The weir of Maris was finished in 1402.", "Maris lies on the river Sill."], "reference": "Odo Brandt", "response": "Ilse Vorrun", "reference_contexts": ["Odo Brandt built the weir at Maris with forty masons."]}

{"user_input": "What is the feast of the guild called?", "retrieved_contexts": "not a list, one passage about the Wick Feast.", "reference": "Wick Feast", "response": null}
{"user_input": "Broken", "retrieved_contexts": [
{"user_input": "No passages", "retrieved_contexts": [], "reference": "x", "response": "y"}
"""

LITERAL_CSV = """\
question,contexts,ground_truth,answer
"Where was Ilse born?","['The Lantern Guild keeps the lights.', ""Ilse's home: she was born in Osterwick.""]",Osterwick,Tern
"Who founded it, and when?","['Ilse Vorrun founded it in 1311.'\n 'A second hall opened in Maris.']","['Ilse Vorrun', '1311']",Ilse Vorrun
"Broken list?","['The text stops here",Maris,Maris
"Too few cells?","['a']"
"Which river?","[{'title': 'Maris', 'text': 'Maris lies on the river Sill.', 'score': 0.83}, {'title': 'Tern', 'text': 'Tern is a port.', 'score': nan}]",Sill,
"""

MAPPED_TSV = 'frage\tfundstellen\tlösung\nWo wurde Ilse geboren?\t["Ilse wurde in Ärzen geboren."]\tÄrzen\n'
