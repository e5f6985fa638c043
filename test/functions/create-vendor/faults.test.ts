import { beforeEach, describe, expect, it } from "vitest";
import {
	drop,
	failAfter,
	failBefore,
	killAfter,
	killBefore,
	loseAnswer,
	throttle,
} from "../../support/aws-gateway/faults/effects.ts";
import type { Effect, Fault } from "../../support/aws-gateway/faults/faults.ts";
import { callOutcomes } from "../../support/call-outcomes.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import { serviceAccessKeyId } from "../../support/world.ts";
import { acmeWithOrders } from "../purchase-order/orders.ts";

const world = useWorld(acmeWithOrders);
beforeEach(() => world.skipPauses());
beforeEach(async () => {
	// The first request caches the API key.
	await send({});
});

const send = (body: unknown) => world.post("/v1.0/vendor", body);
const bolts = { name: "Bolt Makers", vendorId: "bolts" };

const fault = (
	operation: "PutItem" | "BatchGetItem",
	effect: Effect,
	options: Partial<Fault> = {},
) => world.addFault({ operation, effect, ...options });

const vendors = async () =>
	[...(await tableContents(world)).values()].filter(
		({ sk }) => sk === "VENDOR",
	);

const internalError = {
	status: 500,
	body: { ok: false, error: { code: "INTERNAL_ERROR" } },
};

describe("R4: the vendor is created once, and reported as created", () => {
	it.each(callOutcomes)("R4: after %s", async (_, effect) => {
		for (const body of [bolts, { name: "Without id" }]) {
			const added = fault("PutItem", effect, { times: 1 });
			expect((await send(body)).status).toBe(200);
			expect(added.hits).toBe(1);
		}
		// One vendor is of the file, two are of the requests.
		expect(await vendors()).toHaveLength(3);
	});

	it.each<[string, Effect]>([
		["lost", loseAnswer()],
		["an internal error", failAfter()],
	])("R4: when the answer is %s each time", async (_, effect) => {
		fault("PutItem", effect);
		expect((await send(bolts)).status).toBe(200);
		expect(await vendors()).toHaveLength(2);
	});

	it("R4: a lost answer is recognised after an import has changed the vendor", async () => {
		fault(
			"PutItem",
			async (call, forward) => {
				const answer = await loseAnswer()(call, forward);
				await world.import({
					...acmeWithOrders(),
					vendors: [{ id: "bolts", name: "Renamed" }],
				});
				return answer;
			},
			{ times: 1 },
		);
		expect((await send(bolts)).status).toBe(200);
		expect(await vendors()).toContainEqual(
			expect.objectContaining({ id: "bolts", name: "Renamed" }),
		);
	});

	it("R4: 409 when another vendor took the id while the write was not answered", async () => {
		fault(
			"PutItem",
			async (call, forward) => {
				world.gateway.faults.clear();
				await send({ ...bolts, name: "Faster" });
				return drop()(call, forward);
			},
			{ times: 1 },
		);
		expect(await send(bolts)).toMatchObject({
			status: 409,
			body: { error: { code: "VENDOR_EXISTS" } },
		});
	});
});

describe("500", () => {
	it.each<[string, Effect]>([
		["fails", failBefore()],
		["never arrives", drop()],
		["is refused for load", throttle()],
	])(
		"R4: when each write %s; no vendor is created, and a retry works",
		async (_, effect) => {
			fault("PutItem", effect);
			expect(await send(bolts)).toMatchObject(internalError);
			expect(await vendors()).toHaveLength(1);
			world.gateway.faults.clear();
			expect((await send(bolts)).status).toBe(200);
		},
	);

	it("R4: when the outcome stays unknown; a retry is safe", async () => {
		fault("PutItem", loseAnswer());
		fault("BatchGetItem", drop());
		expect(await send(bolts)).toMatchObject(internalError);
		world.gateway.faults.clear();
		expect((await send(bolts)).status).toBe(200);
		expect(await vendors()).toHaveLength(2);
	});
});

it.each([
	["before", killBefore, 1],
	["after", killAfter, 2],
] as const)(
	"R4: killed %s the write: a retry is safe",
	async (_, kill, count) => {
		const die = () => {
			fault("PutItem", drop());
			fault("BatchGetItem", drop());
		};
		fault("PutItem", kill(die), { times: 1 });
		await send(bolts);
		world.gateway.faults.clear();
		expect(await vendors()).toHaveLength(count);
		expect((await send(bolts)).status).toBe(200);
		expect(await vendors()).toHaveLength(2);
	},
);

it("performance: a vendor takes 1 call and 2 write units, one of which is its entry in the list", async () => {
	const body = {
		...bolts,
		gstin: "29AAGCB7383J1Z4",
		email: "sales@bolts.example",
	};
	world.gateway.meter.reset();
	await send(body);
	expect(world.gateway.meter.read(serviceAccessKeyId)).toMatchObject({
		operations: ["PutItem"],
		roundTrips: 1,
		writeUnits: 2,
		readUnits: 0,
	});
});
