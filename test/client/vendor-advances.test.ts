import { describe, expect, it } from "vitest";
import {
	AdvanceNotCreatedError,
	AdvanceUnknownError,
	NotFoundError,
	ValidationError,
} from "../../client/src/index.ts";
import { acme } from "../support/acme.ts";
import { useWorld } from "../support/use-world.ts";
import { faultAt, faults } from "./support/unreliable-network.ts";
import { openClient } from "./support/world-client.ts";

const world = useWorld(() =>
	acme({
		vendors: [{ id: "v-1", name: "Steel Traders" }],
		approvalPolicies: [{ name: "Default", default: true, stages: [] }],
		procurementPolicy: { payers: ["u-admin"] },
	}),
);
/** Not linked to an order: nothing but the key keeps a second one from being raised. */
const advance = { amount: 1_000, vendorId: "v-1" };

const advances = async () => {
	const { body } = await world.get("/v1.0/payment/request");
	return body.data.items.map(
		(one: { paymentRequestId: string }) => one.paymentRequestId,
	);
};

describe("createVendorAdvance", () => {
	it.each(faults)(
		"raises one advance and names it, whichever exchange has the fault %s",
		async (fault) => {
			for (let exchange = 1; ; exchange++) {
				await world.reopen();
				const { client, network } = openClient(world, {
					faultOf: faultAt(fault, exchange),
				});
				const created = await client.createVendorAdvance(advance);
				await network.deliverAll();
				expect(await advances()).toEqual([created.paymentRequestId]);
				if (network.sent.length < exchange) break;
			}
		},
	);

	it("names the policy when the answer arrived", async () => {
		const { client } = openClient(world);
		expect(await client.createVendorAdvance(advance)).toEqual({
			paymentRequestId: expect.any(String),
			policyUsed: "Default",
		});
	});

	it("throws what it was refused for", async () => {
		const { client } = openClient(world);
		const unknown = client.createVendorAdvance({ amount: 1, vendorId: "v-9" });
		await expect(unknown).rejects.toBeInstanceOf(NotFoundError);
		const wrong = client.createVendorAdvance({ amount: 0, vendorId: "v-1" });
		await expect(wrong).rejects.toBeInstanceOf(ValidationError);
		await expect(wrong).rejects.toMatchObject({ pointer: "/amount" });
	});

	it("says that none was created when the answer that refused it was lost", async () => {
		const { client } = openClient(world, {
			faultOf: faultAt("DROP_ANSWER", 1),
		});
		await expect(
			client.createVendorAdvance(
				{ amount: 1, vendorId: "v-9" },
				{ settleWithinMs: 600_000 },
			),
		).rejects.toBeInstanceOf(AdvanceNotCreatedError);
	});

	it("names its key when nothing can be learned; the same key leads to the advance later", async () => {
		const { client } = openClient(world, {
			faultOf: (exchange) => (exchange === 1 ? "DROP_ANSWER" : "DROP_REQUEST"),
		});
		const error = await client
			.createVendorAdvance(advance)
			.catch((reason: unknown) => reason);
		if (!(error instanceof AdvanceUnknownError)) throw error;
		const { attempt } = error;
		const later = openClient(world);
		const found = await later.client.createVendorAdvance(advance, { attempt });
		expect(await advances()).toEqual([found.paymentRequestId]);
		expect(later.network.sent.map(({ method }) => method)).toEqual(["GET"]);
	});
});
