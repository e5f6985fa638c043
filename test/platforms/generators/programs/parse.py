"""Parses each answer of the file ANSWERS with the client's class for it and prints what the class has kept, one a line."""

import importlib
import json
import os
import re
import sys

models = importlib.import_module(sys.argv[1])


def parse(name, body):
    if not hasattr(models, name):
        # openapi-python-client tries the alternatives in its functions and has no class for them.
        first, second = re.split("Or(?=[A-Z])", name)
        try:
            return parse(first, body)
        except (KeyError, TypeError, ValueError):
            return parse(second, body)
    model = getattr(models, name)
    if hasattr(model, "from_json"):
        return json.loads(model.from_json(json.dumps(body)).to_json())
    return model.from_dict(body).to_dict()


with open(os.environ["ANSWERS"], encoding="utf-8") as file:
    for answer in json.load(file):
        print(json.dumps(parse(answer["model"], answer["body"])))
