"""Pays invoices exactly once (docs/guides/python.md). Its rules: idempotency-and-lost-answers.md."""

import time

import httpx

api = httpx.Client(
    base_url="http://127.0.0.1:3000/v1.0",
    headers={"Authorization": "Api-Key demo-admin-key"},
    timeout=35,
)


reused = "The key was used for other payments. Find out which, then pay these under a new key"


class KeyReused(Exception):
    """The key belongs to another request, whose payments are not these. Nothing was sent under it now."""


class PaymentsRefused(Exception):
    """Nothing was paid under the key. After any other exception that is unknown: call settle again."""


def settle(key, resources):
    """Pays the resources once under this key and returns a result for each, in their order."""
    is_claimed = False
    while True:
        asked_at = time.time()
        attempt = ask("/attempt/mark-as-paid", {"x-idempotency-key": key})
        if attempt is None and not is_claimed and time.time() - asked_at < 60:
            # No request has arrived. If one is still on its way, one of the two is refused for its key.
            is_claimed = send(key, resources)
        elif attempt and attempt["bulkActionSlug"]:
            return require_same(follow(attempt["bulkActionSlug"], resources), resources)
        elif attempt and attempt["status"] == "SETTLED":
            if attempt["results"] is None:
                raise PaymentsRefused("The request is not valid, or its batch was not accepted")
            return require_same(attempt["results"], resources)
        else:
            time.sleep(1)


def require_same(results, resources):
    """Raises unless these are the results of the resources: a key that was used before has those of its first request."""
    if [content(one) for one in results] != [content(one) for one in resources]:
        raise KeyReused(reused)
    return results


def require_known(resources):
    """Raises for a misspelt property: the service ignores it, and would record the payment without it."""
    for name in {name for one in resources for name in one}:
        if name not in ("slug", "amount", "utr", "narration", "paymentDate"):
            raise ValueError(f"A payment has no property {name!r}")


def content(payment):
    return payment["slug"][:100], float(payment["amount"])  # An attempt shows 100 characters of a slug.


def send(key, resources, timeout=35):
    require_known(resources)
    body = {"resourceType": "INVOICE", "resources": resources}
    try:
        answer = api.post("/payment/mark-as-paid", json=body, headers={"x-idempotency-key": key}, timeout=timeout)
    except httpx.TransportError:
        return False  # The outcome is unknown: settle asks.
    if answer.status_code == 429 or answer.status_code >= 500:
        time.sleep(1)
        return False  # The outcome is unknown, too.
    error = error_of(answer)
    if "code" in error and answer.status_code not in (401, 403):
        raise PaymentsRefused(error["message"])
    if answer.status_code not in (409, 422):
        answer.raise_for_status()  # It has not claimed the key: an earlier request may have paid.
    return answer.status_code == 409  # The key is claimed: settle only asks.


def error_of(answer):
    """The service's error with a code; empty if there is none, as in a proxy's answer."""
    is_json = "json" in answer.headers.get("content-type", "")
    error = answer.json().get("error") if is_json else None
    return error if isinstance(error, dict) else {}  # A refused key is a text.


def ask(path, headers=None, **query):
    """Reads, as often as it takes; None if no request has claimed the key."""
    while True:
        try:
            answer = api.get(path, headers=headers, params=query)
        except httpx.TransportError:
            answer = None
        if answer is not None and answer.status_code != 429 and answer.status_code < 500:
            if error_of(answer).get("code") == "ATTEMPT_NOT_FOUND":
                return None
            return answer.raise_for_status().json()["data"]
        time.sleep(1)


def prepare(name, resources):
    """Creates a payment run, or finds the one of the same list; nothing is paid before it is released."""
    require_known(resources)
    body = {"name": name, "resourceType": "INVOICE", "resources": resources, "leaveOut": ["ALREADY_RECORDED"]}
    answer = repeat("/payment/run", body)
    error = error_of(answer)
    if error.get("code") == "RUN_EXISTS":
        return error["runId"]  # Perhaps from an earlier request whose answer was lost.
    return answer.raise_for_status().json()["data"]["runId"]


def check(run):
    """Returns what would come of each payment of the run, in the order of the list."""
    items, cursor = [], {}
    while cursor is not None:
        page = ask(f"/payment/run/{run}/check", **cursor)
        items += page["items"]
        cursor = {"cursor": page["nextCursor"]} if page.get("nextCursor") else None
    return sorted(items, key=lambda item: item["position"])


def release(run, resources):
    """Pays a run once, and returns a result for each of its resources, in their order."""
    repeat(f"/payment/run/{run}/release", {}).raise_for_status()
    return follow(run, resources)


def repeat(path, body):
    """Sends a request that may be sent twice without harm, as often as it takes."""
    while True:
        try:
            answer = api.post(path, json=body)
        except httpx.TransportError:
            answer = None
        in_progress = answer is not None and error_of(answer).get("code") == "MAP_BATCH_IN_PROGRESS"
        if answer is not None and answer.status_code != 429 and answer.status_code < 500 and not in_progress:
            return answer
        time.sleep(1)


def follow(batch, resources):
    path = f"/payment/mark-as-paid/{batch}"
    while (state := ask(path, limit=1))["status"] != "DONE":
        time.sleep(1)
    if state["total"] != len(resources):
        raise KeyReused(reused)
    known, cursor = {}, {}
    while cursor is not None:
        page = ask(path, **cursor)
        known |= {one["position"]: one for one in page["results"] if is_certain(one)}
        cursor = {"cursor": page["nextCursor"]} if page.get("nextCursor") else None
    lost = {"status": "TO_CHECK", "paymentId": None}
    return [known.get(position, {**one, **lost}) for position, one in enumerate(resources)]


def is_certain(result):
    """False if stored data of the batch may have been lost: the resource may be paid, whatever the status."""
    return result["slug"] != "" and result.get("reason") != "PROCESSING_FAILED"
