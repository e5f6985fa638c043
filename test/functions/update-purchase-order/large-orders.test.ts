import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import {
	acmeWithOrders,
	create,
	createdOrder,
	exportedOrder,
	lineItem,
	order,
	patch,
	storedOrder,
} from "../purchase-order/orders.ts";

const world = useWorld(acmeWithOrders);

/** Text that does not compress. */
const noise = (bytes: number) => randomBytes(bytes).toString("base64");

const refused = (reason: string) => ({
	status: 400,
	body: {
		error: {
			code: "VALIDATION_ERROR",
			message: `Validation failed: / is too large to be ${reason}`,
		},
	},
});
const stored = "stored: compressed, a purchase order must fit 399 KB";
const shown =
	"shown: as a record, a purchase order must fit a response of 5 MB";

it("R2: a patch that makes the order too large to be stored is refused, and changes nothing", async () => {
	const poId = await createdOrder(world, {
		termsAndConditions: noise(200_000),
	});
	const before = await tableContents(world);
	const paymentTerms = noise(220_000);
	expect(await patch(world, poId, { paymentTerms })).toMatchObject(
		refused(stored),
	);
	expect(await tableContents(world)).toEqual(before);
	const body = { paymentTerms, termsAndConditions: null };
	expect((await patch(world, poId, body)).status).toBe(200);
});

/** Lines that are alike: few bytes in the store, many in a record. */
const lines = (count: number) =>
	Array.from({ length: count }, () => lineItem());

it("R2: an order whose record would not fit a response is refused at creation and by a patch", async () => {
	const tooMany = lines(45_000);
	expect(await create(world, order({ lineItems: tooMany }))).toMatchObject(
		refused(shown),
	);
	const poId = await createdOrder(world);
	const before = await tableContents(world);
	expect(await patch(world, poId, { lineItems: tooMany })).toMatchObject(
		refused(shown),
	);
	expect(await tableContents(world)).toEqual(before);
});

it("R2: text counts as it is escaped, twice", async () => {
	const additionalNotes = '"'.repeat(1_000_000);
	expect((await create(world, order({ additionalNotes }))).status).toBe(200);
	const termsAndConditions = '"'.repeat(400_000);
	expect(
		await create(world, order({ additionalNotes, termsAndConditions })),
	).toMatchObject(refused(shown));
});

it("R2: the largest record that is accepted fits into an answer of Lambda", async () => {
	const poId = await createdOrder(world, { lineItems: lines(29_000) });
	const { details } = await storedOrder(world, poId);
	const { lineItems, ...rest } = JSON.parse(details ?? "");
	const none = {
		skuCode: null,
		skuName: null,
		taxId: null,
		taxAmount: null,
		tags: null,
	};
	const record = {
		...rest,
		lineItems: lineItems.map((line: object) => ({ ...line, ...none })),
	};
	const answer = JSON.stringify({ body: JSON.stringify({ data: record }) });
	expect(answer.length).toBeGreaterThan(3.5e6);
	expect(answer.length).toBeLessThan(6 * 1024 * 1024);
});

it("R2: a patch of an order of 2,000 lines keeps each line", async () => {
	const lineItems = Array.from({ length: 2_000 }, (_, index) =>
		lineItem({
			identifier: `${index}: ${noise(12)}`,
			taxId: 1,
			tags: { project: { value: `${index}` } },
		}),
	);
	const poId = await createdOrder(world, { lineItems });
	const before = await exportedOrder(world, poId);
	expect((await patch(world, poId, { poNumber: "PO-2" })).status).toBe(200);
	expect(await exportedOrder(world, poId)).toEqual({
		...before,
		poNumber: "PO-2",
	});
});
