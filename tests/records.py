"""Small invented records in each data set's own format, and files of them."""

import gzip
import json

HOTPOT = {
    "_id": "q1",
    "question": "Who lit the lamp of Tern?",
    "answer": "Ilse",
    "type": "bridge",
    "supporting_facts": [["Tern", 0], ["Ilse", 1]],
    "context": [
        ["Tern", ["Tern has a lamp.", " Ilse lit it.", " "]],
        ["Oil", ["Oil burns."]],
        ["Ilse", ["She", " ran."]],
    ],
}
MUSIQUE = {
    "id": "2hop__1_2",
    "question": "Who lit the lamp of Tern?",
    "paragraphs": [
        {"idx": 0, "title": "Tern", "paragraph_text": "Tern has a lamp. ", "is_supporting": True},
        {"idx": 1, "title": "Tern", "paragraph_text": "Tern is a bird.", "is_supporting": False},
        {"idx": 2, "title": "Ilse", "paragraph_text": "Ilse lit it.", "is_supporting": True},
    ],
    "answer": "Ilse",
    "answer_aliases": ["Ilse Brandt", "Ilse", " "],
    "answerable": True,
}
RAGBENCH = {
    "id": "7",
    "question": "Who lit the lamp?",
    "documents": ["Title: Tern? A lamp\nPassage: Ilse lit it. It burned.", "No heading. At all."],
    "documents_sentences": [
        [["0a", "Title: Tern?"], ["0b", "A lamp Passage: Ilse lit it."], ["0c", "It burned."]],
        [["1a", "No heading."], ["1b", " At all."]],
    ],
    "response": "Ilse lit the lamp.",
    "all_relevant_sentence_keys": ["0b", "9z"],
}


def hotpot_on_hub(record):
    """The record as the hub has it: objects of columns instead of pairs, ``id`` instead of ``_id``."""
    row = {key: value for key, value in record.items() if key != "_id"}
    titles, sentences = zip(*record["context"], strict=True)
    named, indices = zip(*record["supporting_facts"], strict=True)
    row["id"] = record["_id"]
    row["context"] = {"title": list(titles), "sentences": list(sentences)}
    row["supporting_facts"] = {"title": list(named), "sent_id": list(indices)}
    return row


def write_lines(path, records):
    """Write records as JSON Lines, gzip if the name ends in .gz."""
    text = "".join(json.dumps(record) + "\n" for record in records)
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())
    return path
