/** OpenAPI's "Info Object". */
export const information = {
	title: "Procurement and payments",
	version: "1.0.0",
	summary:
		"Bulk SKUs, purchase orders, vendor advances, invoices and payments of an organization.",
	description: `Every request carries an API key in the header \`Authorization: Api-Key <API_KEY>\`.

**Envelopes.** A success is \`{ok: true, data}\`, an error \`{ok: false, error: {code, message}}\`. Three errors differ: a request that is refused
for its idempotency key is \`{error}\`; a mark-as-paid request of which nothing was paid is a 422 \`{ok: false, message, data}\`; what API Gateway answers by
itself (404 for an unknown route, 413, 429, 500, 503) is \`{message}\`.

**Numbers** are stored as exact decimals, of a magnitude below 1e15 and with at most 20 decimal places. They are read as JSON
numbers (IEEE 754 doubles): send at most 15 significant digits.

**Limits.** A body of more than about 6 MB is a 413; objects nested deeper than 8 levels and an \`x-idempotency-key\` of more than 256 bytes are a 400. More requests a
second than the stage allows (unless it is set otherwise, 500 of all POSTs and PATCHes, 100 of each GET, and 1,000 and 200 at once) are a 429, and so are more than it allows one API key (as many as all, unless it is set otherwise).

**Lists** have pages: \`nextCursor\` is null at the end (in a batch's results it is absent). A page may be shorter than \`limit\`, or empty, before the end.

**Records** have all their properties: what is absent is null.

**Compatibility.** Responses may get further properties, and codes, reasons and states further values. A client ignores what it does not know.`,
	license: { name: "Apache-2.0", identifier: "Apache-2.0" },
};

export const servers = [
	{ url: "/", description: "The service that serves this document" },
	{
		url: "https://{apiId}.execute-api.{region}.amazonaws.com",
		description: "A stage deployed to AWS",
		variables: {
			apiId: {
				default: "api",
				description: "The id of the stage's HTTP API",
			},
			region: { default: "ap-south-1" },
		},
	},
];

export const eventsTag = {
	name: "Events",
	description: "What a receiver of events is sent.",
};
