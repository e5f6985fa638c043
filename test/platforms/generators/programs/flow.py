"""Creates invoices, pays one, settles a lost answer and pages through a list, with the client of openapi-generator."""

import datetime
import os

import openapi_client as client
import urllib3

configuration = client.Configuration(
    host=os.environ["API"],
    api_key={"apiKey": os.environ["API_KEY"]},
    api_key_prefix={"apiKey": "Api-Key"},
    retries=False,
)
api = client.ApiClient(configuration)
invoices, payments = client.InvoicesApi(api), client.PaymentsApi(api)

items = [
    client.CreateInvoicesRequestInvoicesItem(
        invoice_number=f"PYTHON-{number}",
        vendor_id="v-steel",
        amount=123456789.12,
        invoice_date=datetime.date(2026, 11, 2),
        state="APPROVED",
    )
    for number in range(3)
]
created = invoices.create_invoices(client.CreateInvoicesRequest(invoices=items))
slugs = [invoice.id for invoice in created.data.created]


def pay(slug, key):
    resource = client.MarkAsPaidRequestResourcesItem(slug=slug, amount=100000.01)
    request = client.MarkAsPaidRequest(resource_type="INVOICE", resources=[resource])
    return payments.mark_as_paid(key, request)


assert pay(slugs[0], "python").data.results[0].status == "DONE"
try:
    pay(slugs[1], "lost-python")
    raise SystemExit("The answer arrived")
except urllib3.exceptions.HTTPError:
    attempt = client.AttemptsApi(api).get_mark_as_paid_attempt("lost-python")
    assert attempt.data.results[0].status == "RECORDED", attempt
try:
    pay(slugs[2] + "-unknown", "python-unknown")
    raise SystemExit("Paid an unknown invoice")
except client.ApiException as refusal:
    assert (refusal.status, refusal.data.message) == (422, "NOT_FOUND"), refusal

dues, cursor = {}, None
while True:
    page = invoices.list_invoices(limit=2, cursor=cursor).data
    dues.update({invoice.id: invoice.due for invoice in page.items})
    cursor = page.next_cursor
    if cursor is None:
        break
assert [dues[slug] for slug in slugs] == [123356789.11, 123356789.11, 123456789.12], dues
