import { describe, expect, it } from "vitest";
import {
	before,
	latency,
	loseAnswer,
} from "../../support/aws-gateway/faults/effects.ts";
import { useWorld } from "../../support/use-world.ts";
import {
	acmeWithOrders,
	activatable,
	createdOrder,
	order,
	patch,
	storedOrder,
} from "../purchase-order/orders.ts";

const world = useWorld(acmeWithOrders);

const detailsOf = async (poId: string) =>
	JSON.parse((await storedOrder(world, poId)).details ?? "");

const advance = (poId: string) =>
	world.post("/v1.0/payment/request/vendor-advance", {
		amount: 10,
		vendorId: "v-1",
		purchaseOrderLinkId: poId,
	});

describe("R1: of concurrent patches none is lost", () => {
	const patches = [
		{ poNumber: "PO-9" },
		{ poType: "SERVICES" },
		{ poDate: "2026-12-01" },
		{ gstin: "29AAGCB7383J1Z4" },
		{ vendorId: "v-1" },
		{ description: "d" },
		{ currency: "INR" },
		{ paymentTerms: "p" },
		{ deliveryDate: "2026-12-31" },
		{ termsAndConditions: "t" },
		{ additionalNotes: "n" },
		{ tags: { project: { value: "x" } } },
	];

	it("R1: patches of different properties are all applied, each with a version of its own", async () => {
		const poId = await createdOrder(world);
		const answers = await Promise.all(
			patches.map((body) => patch(world, poId, body)),
		);
		const versions = answers.map(({ body }) => body.data.version);
		expect(versions.sort((a, b) => a - b)).toEqual(
			patches.map((_, index) => index + 2),
		);
		const stored = await storedOrder(world, poId);
		const { poNumber, vendorId, ...details } = Object.assign({}, ...patches);
		expect(stored).toMatchObject({
			poNumber,
			vendorId,
			version: patches.length + 1,
		});
		expect(await detailsOf(poId)).toMatchObject(details);
	});

	it("R1: of patches with one If-Match exactly one passes, the others are 412", async () => {
		const poId = await createdOrder(world);
		const answers = await Promise.all(
			Array.from({ length: 16 }, (_, index) =>
				patch(
					world,
					poId,
					{ poNumber: `PO-${index}` },
					{ headers: { "if-match": '"1"' } },
				),
			),
		);
		const passed = answers.findIndex(({ status }) => status === 200);
		const others = answers.toSpliced(passed, 1);
		expect(others.map(({ status }) => status)).toEqual(Array(15).fill(412));
		expect(await storedOrder(world, poId)).toMatchObject({
			poNumber: `PO-${passed}`,
			version: 2,
		});
	});

	it("R1: if an activation and a change meet, both are applied, or the change is refused: 409", async () => {
		for (let round = 0; round < 8; round++) {
			const poId = await createdOrder(world, {
				...activatable,
				state: "DRAFTED",
			});
			const [activation, change] = await Promise.all([
				patch(world, poId, { state: "ACTIVE" }),
				patch(world, poId, { paymentTerms: "Net 60" }),
			]);
			const isChanged = change.status === 200;
			expect(activation.body.data.state).toBe("ACTIVE");
			if (!isChanged) expect(change.status).toBe(409);
			expect(await storedOrder(world, poId)).toMatchObject({
				state: "APPROVED",
				version: isChanged ? 3 : 2,
			});
			expect(await detailsOf(poId)).toMatchObject({
				paymentTerms: isChanged ? "Net 60" : "Net 30",
			});
		}
	});

	it("R1: a patch applies to the order as an import has changed it meanwhile", async () => {
		const poId = await createdOrder(world, { description: "old" });
		world.addFault({
			operation: "UpdateItem",
			times: 1,
			effect: before(() =>
				world.import({
					...acmeWithOrders(),
					purchaseOrders: [
						{ id: poId, poNumber: "PO-file", state: "DRAFTED", amount: 1 },
					],
				}),
			),
		});
		const { body } = await patch(world, poId, { description: "new" });
		expect(body.data.version).toBe(3);
		expect(await storedOrder(world, poId)).toMatchObject({
			poNumber: "PO-file",
		});
		expect(await detailsOf(poId)).toMatchObject({ description: "new" });
	});
});

describe("R1: a patch against the link of an advance", () => {
	it("R1: an advance gets the order after its activation, or is refused because the order is a draft", async () => {
		world.addFault({
			effect: latency({ milliseconds: 2 }),
		});
		for (let round = 0; round < 6; round++) {
			const poId = await createdOrder(world, {
				...activatable,
				state: "DRAFTED",
			});
			const [activation, ...advances] = await Promise.all([
				patch(world, poId, { state: "ACTIVE" }),
				...Array.from({ length: 4 }, () => advance(poId)),
			]);
			expect(activation?.body.data).toMatchObject({
				state: "ACTIVE",
				version: 2,
			});
			const linked = advances.filter(({ status }) => status === 200);
			expect(linked.length).toBeLessThanOrEqual(1);
			const stored = await storedOrder(world, poId);
			expect(stored.link?.advanceId).toBe(
				linked[0]?.body.data.paymentRequestId,
			);
			expect(stored).toMatchObject({
				state: "APPROVED",
				version: 2 + linked.length,
			});
		}
	});

	it("R1: an activation whose answer was lost is recognised after an advance has taken the order", async () => {
		const poId = await createdOrder(world, {
			...activatable,
			state: "DRAFTED",
		});
		world.addFault({
			operation: "UpdateItem",
			times: 1,
			effect: async (call, forward) => {
				const answer = await loseAnswer()(call, forward);
				expect((await advance(poId)).status).toBe(200);
				return answer;
			},
		});
		const answer = await patch(world, poId, { state: "ACTIVE" });
		expect(answer).toMatchObject({
			status: 200,
			headers: { etag: '"2"' },
			body: { data: { poId, state: "ACTIVE", version: 2 } },
		});
		expect(await storedOrder(world, poId)).toMatchObject({
			version: 3,
			link: { state: "ACTIVE" },
		});
	});

	it("R1: a draft that an imported advance holds keeps its link", async () => {
		const poId = await createdOrder(world);
		await world.import({
			...acmeWithOrders(),
			advances: [
				{
					id: "adv-1",
					vendorId: "v-1",
					purchaseOrderLinkId: poId,
					state: "PENDING",
				},
			],
		});
		const { version } = await storedOrder(world, poId);
		const { body } = await patch(world, poId, { poNumber: "PO-2" });
		expect(body.data.version).toBe(version + 1);
		expect(await storedOrder(world, poId)).toMatchObject({
			link: { advanceId: "adv-1" },
		});
	});
});

describe("R1: a patch whose answer was lost is not applied again over a later one", () => {
	it.each([1, 3, 40])("R1: with %i later patches", async (count) => {
		const poId = await createdOrder(world, order());
		const patchLater = async () => {
			for (let index = 0; index < count; index++) {
				await patch(world, poId, { description: `later ${index}` });
			}
		};
		let later = Promise.resolve();
		world.addFault({
			operation: "UpdateItem",
			times: 1,
			effect: async (call, forward) => {
				const answer = await loseAnswer()(call, forward);
				later = patchLater();
				// On a slow machine, the first patch is answered before the last of the later ones.
				await later;
				return answer;
			},
		});
		const first = await patch(world, poId, { description: "first" });
		expect(first).toMatchObject({
			status: 200,
			body: { data: { version: 2 } },
		});
		await later;
		expect(await detailsOf(poId)).toMatchObject({
			description: `later ${count - 1}`,
		});
		expect(await storedOrder(world, poId)).toMatchObject({
			version: 2 + count,
		});
	});
});
