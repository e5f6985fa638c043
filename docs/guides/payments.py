"""Pays invoices exactly once (docs/guides/python.md). Its rules: idempotency-and-lost-answers.md."""

import time

import httpx

api = httpx.Client(
    base_url="http://127.0.0.1:3000/v1.0",
    headers={"Authorization": "Api-Key demo-admin-key"},
    timeout=35,
)


class PaymentsRefused(Exception):
    """The request was refused as a whole: nothing was paid."""


def settle(key, resources):
    """Pays the resources once under this key and returns a final result for each, in their order."""
    while True:
        attempt = ask("/attempt/mark-as-paid", {"x-idempotency-key": key})
        if attempt is None:
            # No request has arrived. If one is still on its way, one of the two is refused for its key.
            send(key, resources)
        elif attempt["bulkActionSlug"]:
            return follow(attempt["bulkActionSlug"])
        elif attempt["status"] == "SETTLED":
            if attempt["results"] is None:
                raise PaymentsRefused("The request is not valid")
            return attempt["results"]
        else:
            time.sleep(1)


def send(key, resources, timeout=35):
    body = {"resourceType": "INVOICE", "resources": resources}
    headers = {"x-idempotency-key": key}
    try:
        answer = api.post("/payment/mark-as-paid", json=body, headers=headers, timeout=timeout)
    except httpx.TransportError:
        return  # The outcome is unknown: settle asks.
    if answer.status_code == 429 or answer.status_code >= 500:
        time.sleep(1)
        return  # The outcome is unknown, too. The answer may be a proxy's, which is no JSON.
    is_json = "json" in answer.headers.get("content-type", "")
    told = answer.json() if is_json else {}
    refused = told.get("error")
    if isinstance(refused, dict):
        raise PaymentsRefused(refused["message"])
    if refused is None and "data" not in told:
        answer.raise_for_status()  # It is not the service that refuses.


def ask(path, headers=None, **query):
    """Reads, as often as it takes; None where nothing is known."""
    while True:
        try:
            answer = api.get(path, headers=headers, params=query)
        except httpx.TransportError:
            answer = None
        if answer is not None and answer.status_code == 404:
            return None
        if answer is not None and answer.status_code != 429 and answer.status_code < 500:
            return answer.raise_for_status().json()["data"]
        time.sleep(1)


def follow(batch):
    path = f"/payment/mark-as-paid/{batch}"
    while ask(path, limit=1)["status"] != "DONE":
        time.sleep(1)
    results, cursor = [], {}
    while cursor is not None:
        page = ask(path, **cursor)
        results += page["results"]
        cursor = {"cursor": page["nextCursor"]} if page.get("nextCursor") else None
    return results
