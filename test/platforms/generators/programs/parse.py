"""Parses each answer of the file ANSWERS with the client's class for it and prints what the class has kept, one a line."""

import importlib
import json
import os
import sys

models = importlib.import_module(sys.argv[1])

with open(os.environ["ANSWERS"], encoding="utf-8") as file:
    answers = json.load(file)
for answer in answers:
    model = getattr(models, answer["model"])
    if hasattr(model, "from_json"):
        print(json.dumps(json.loads(model.from_json(json.dumps(answer["body"])).to_json())))
    else:
        print(json.dumps(model.from_dict(answer["body"]).to_dict()))
