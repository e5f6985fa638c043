/**
 * Creates records of the demo organization that no organization file can bring: orders with lines, and advances that
 * people decide. They are created over the API, as another system would do it.
 */
export async function createDemoRecords(url: string) {
	const send = sender(url);
	// If a request has rounds, the records were created at an earlier start.
	const { items } = await send("admin", "GET", "/payment/request?limit=100");
	if (items?.some(({ round }) => round !== null)) return;
	for (const order of [draftWithoutTerms, draftWithoutVendor, completeDraft])
		await send("admin", "POST", "/procurement/purchase-order", order);
	await createAdvances(send);
}

async function createAdvances(send: Send) {
	const order = async (body: object) =>
		(await send("admin", "POST", "/procurement/purchase-order", body)).poId;
	const raise = async (body: object) => {
		const path = "/payment/request/vendor-advance";
		const { paymentRequestId } = await send("bookkeeper", "POST", path, body);
		return `/payment/request/${paymentRequestId}`;
	};
	const decide = (who: Who, request: string, decision: string, note?: string) =>
		send(who, "POST", `${request}/decision`, {
			decision,
			stage: 0,
			round: 1,
			...(note && { note }),
		});

	const half = await raise({
		amount: 150_000,
		vendorId: "v-steel",
		gstId: 1,
		gstAmount: 27_000,
		tdsId: 1,
		tdsAmount: 15_000,
		narration: "Half of the steel for the new hall",
		purchaseOrderLinkId: await order(steelOrder),
		tags: { "cost-centre": { value: 7 } },
	});
	await decide("approver", half, "APPROVE", "As discussed with the architect.");

	const trucks = await raise({
		amount: 120_000,
		vendorId: "v-freight",
		gstId: 2,
		gstAmount: 6_000,
		narration: "Trucks for the move",
		purchaseOrderLinkId: await order(freightOrder),
		tags: { "cost-centre": { value: 7 } },
	});
	await decide(
		"approver",
		trucks,
		"RETURN",
		"The carrier offered three trucks. Why do we pay for five?",
	);

	await raise({
		amount: 20_000,
		vendorId: "v-power",
		narration: "Connection of the new hall",
	});
	await raise({
		amount: 9_000.5,
		vendorId: "v-cloud",
		narration: "Reserved servers, first quarter",
	});
	const licences = await raise({
		amount: 42_000,
		vendorId: "v-cloud",
		narration: "Licences for ten more people",
	});
	await decide("admin", licences, "REJECT", "We have enough licences.");
	const paper = await raise({
		amount: 5_000,
		vendorId: "v-print",
		narration: "Letterheads",
	});
	await send("admin", "POST", `${paper}/cancellation`, {
		reason: "The office orders them itself.",
	});
}

const goods = {
	poType: "GOODS",
	matchingType: "TWO_WAY",
	poDate: "2026-11-21",
	gstin: "27AAPFU0939F1ZV",
} as const;

/** This order lacks a description, payment terms and a quantity. */
const draftWithoutTerms = {
	...goods,
	poNumber: "PO-0101",
	externalId: "demo-0101",
	vendorId: "v-steel",
	lineItems: [
		{
			identifier: "Rods",
			quantity: 100,
			rate: 80.5,
			skuCode: "ROD-1",
			taxId: 1,
		},
		{
			identifier: "Plates",
			quantity: 0,
			rate: 95,
			skuCode: "PLATE-1",
			taxId: 1,
		},
	],
};

/** This order lacks a vendor and payment terms. */
const draftWithoutVendor = {
	...goods,
	poNumber: "PO-0102",
	externalId: "demo-0102",
	description: "Racks for the archive",
	deliveryDate: "2027-01-15",
	tags: { "cost-centre": { value: 8 }, project: { value: "Archive" } },
	lineItems: [{ identifier: "Racks", quantity: 12.5, rate: 3_200, taxId: 1 }],
};

const completeDraft = {
	...goods,
	poNumber: "PO-0103",
	externalId: "demo-0103",
	vendorId: "v-office",
	description: "Desks and chairs for the second floor",
	paymentTerms: "30 days after delivery",
	lineItems: [
		{ identifier: "Desks", quantity: 20, rate: 9_500, taxId: 1 },
		{ identifier: "Chairs", quantity: 24, rate: 4_250.5, taxId: 1 },
	],
};

const steelOrder = {
	...goods,
	state: "ACTIVE",
	poNumber: "PO-0104",
	externalId: "demo-0104",
	vendorId: "v-steel",
	description: "Steel for the new hall",
	paymentTerms: "Half in advance, the rest 30 days after delivery",
	deliveryDate: "2027-02-01",
	termsAndConditions: "Delivered to the site in Thane, unloaded.",
	tags: { "cost-centre": { value: 7 }, project: { value: "New hall" } },
	lineItems: [
		{
			identifier: "Rods, hot rolled",
			quantity: 2_000.5,
			rate: 80.5,
			skuCode: "ROD-1",
			taxId: 1,
			tags: { project: { value: "New hall" } },
		},
		{
			identifier: "Plates",
			quantity: 800,
			rate: 95,
			skuCode: "PLATE-1",
			taxId: 1,
		},
		{
			identifier: "Visits of the engineer",
			quantity: 4,
			rate: 2_500,
			skuName: "Site visit",
		},
	],
};

const freightOrder = {
	...goods,
	state: "ACTIVE",
	poType: "SERVICES",
	poNumber: "PO-0105",
	externalId: "demo-0105",
	vendorId: "v-freight",
	description: "Moving the stock to the new hall",
	paymentTerms: "Before the first truck leaves",
	lineItems: [{ identifier: "Trucks", quantity: 5, rate: 48_000, taxId: 2 }],
};

type Who = "admin" | "bookkeeper" | "approver";

interface Created {
	poId?: string;
	paymentRequestId?: string;
	items?: readonly { round: number | null }[];
}

type Send = (
	who: Who,
	method: "GET" | "POST",
	path: string,
	body?: object,
) => Promise<Created>;

const sender =
	(url: string): Send =>
	async (who, method, path, body) => {
		const response = await fetch(`${url}/v1.0${path}`, {
			method,
			headers: {
				authorization: `Api-Key demo-${who}-key`,
				"content-type": "application/json",
			},
			...(body && { body: JSON.stringify(body) }),
		});
		const answer: { ok: boolean; data: Created } = JSON.parse(
			await response.text(),
		);
		if (!answer.ok)
			throw new Error(
				`${method} ${path} of the demo organization: ${JSON.stringify(answer)}`,
			);
		return answer.data;
	};
