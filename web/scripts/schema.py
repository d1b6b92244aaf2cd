"""Prints the JSON Schema of every message of the server; `npm run types` makes TypeScript of it."""

import inspect
import json

from pydantic.json_schema import models_json_schema

from caravanserai.server import identity_messages, messages

models = [
    (model, "serialization")
    for module in (messages, identity_messages)
    for _, model in inspect.getmembers(module, inspect.isclass)
    if issubclass(model, messages.Message) and model is not messages.Message and model.__module__ == module.__name__
]
_, schema = models_json_schema(models, title="Messages")  # type: ignore[arg-type]
for definition in schema["$defs"].values():
    definition.pop("title", None)
    for field in definition.get("properties", {}).values():
        field.pop("title", None)
        for bound in ("minItems", "maxItems"):
            field.pop(bound, None)
print(json.dumps(schema))
