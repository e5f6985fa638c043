import { describe, expect, it } from "vitest";
import { VersionMismatchError } from "../../client/src/index.ts";
import {
	acmeWithStages,
	actions,
	cancel,
	changeApprover,
	decide,
	giveBack,
	importLater,
	raised,
	resubmit,
	show,
} from "../functions/advance-workflow/workflow.ts";
import { passSeconds } from "../support/pass-time.ts";
import { useWorld } from "../support/use-world.ts";
import { faultAt, faults } from "./support/unreliable-network.ts";
import { openClient, toFetch } from "./support/world-client.ts";

const organization = acmeWithStages([{ approvers: ["u-1", "u-2"] }], {
	tags: [{ slug: "project", name: "Project", type: "VARCHAR" }],
	gstTaxes: [{ id: 1, name: "GST", rate: 18, rateType: "PERCENTAGE" }],
});
organization.apiKeys?.push({
	...{ key: "requests-only", name: "Requests", userId: "u-admin" },
	permissions: ["payments:request"],
});
const world = useWorld(() => organization);

const advance = {
	...{ amount: 900.1, vendorId: "v-1", narration: "Half of it" },
	...{ gstId: 1, gstAmount: 162.02, tags: { project: { value: "Bridge" } } },
};

/** Raised and returned: its version is 2. */
async function returned(): Promise<string> {
	const id = await raised(world);
	await giveBackAs(id, "u-1", 1);
	return id;
}

const giveBackAs = (id: string, key: string, round: number) =>
	decide(world, id, key, { body: { ...giveBack, round } });

/** A client whose first answer is lost; in its pauses, others act. */
const afterLostAnswer = (act: () => Promise<unknown>, apiKey?: string) =>
	openClient(world, {
		faultOf: faultAt("DROP_ANSWER", 1),
		async onPause() {
			await act();
		},
		...(apiKey && { apiKey }),
	}).client;

const nothing = async () => undefined;

describe("A3: resubmitPaymentRequest settles a lost answer by sending again", () => {
	it.each(faults)(
		"begins one round and returns it, whichever exchange has the fault %s",
		async (fault) => {
			for (let exchange = 1; ; exchange++) {
				await world.reopen();
				const id = await returned();
				const { client, network } = openClient(world, {
					faultOf: faultAt(fault, exchange),
				});
				const record = await client.resubmitPaymentRequest(id, advance, {
					ifVersion: 2,
				});
				await network.deliverAll();
				expect(record).toEqual(await show(world, id));
				expect(record).toMatchObject({ round: 2, version: 3 });
				if (network.sent.length < exchange) break;
			}
		},
	);

	it("returns the record as it is now when it was decided in the meantime", async () => {
		const id = await returned();
		const client = afterLostAnswer(() =>
			decide(world, id, "u-1", { body: { round: 2 } }),
		);
		await expect(
			client.resubmitPaymentRequest(id, advance, { ifVersion: 2 }),
		).resolves.toMatchObject({ state: "PENDING", round: 2, version: 4 });
	});

	it("recognises it behind later rounds with other content", async () => {
		const id = await returned();
		await resubmit(world, id, { body: advance });
		await giveBackAs(id, "u-2", 2);
		const later = { amount: 5, vendorId: "v-1", narration: "Other" };
		await resubmit(world, id, { ifMatch: 4, body: later });
		await giveBackAs(id, "u-1", 3);
		const { client } = openClient(world);
		const options = { ifVersion: 2 };
		await expect(
			client.resubmitPaymentRequest(id, advance, options),
		).resolves.toMatchObject({ round: 3, version: 6 });
		const third = { ...later, amount: 7 };
		await resubmit(world, id, { ifMatch: 6, body: third });
		await expect(
			client.resubmitPaymentRequest(id, advance, options),
		).resolves.toMatchObject({ round: 4, version: 7 });
		await expect(
			client.resubmitPaymentRequest(id, later, options),
		).rejects.toBeInstanceOf(VersionMismatchError);
	});

	it("recognises it when its amount is a sum with float noise", async () => {
		const id = await returned();
		const client = afterLostAnswer(nothing);
		const noisy = { amount: 0.1 + 0.2, vendorId: "v-1" };
		await expect(
			client.resubmitPaymentRequest(id, noisy, { ifVersion: 2 }),
		).resolves.toMatchObject({ round: 2, tax: { subTotal: 0.3 } });
	});

	it("recognises it in a request that was approved without stages, and returned by an organization file", async () => {
		const { approvalPolicies: _, ...others } = organization;
		const policies = [{ name: "None", default: true, stages: [] }];
		await importLater(world, { ...others, approvalPolicies: policies });
		const id = await raised(world);
		const entry = { id, vendorId: "v-1" };
		const advances = [{ ...entry, state: "PENDING_RESUBMISSION" as const }];
		await importLater(world, { ...organization, advances });
		const client = afterLostAnswer(nothing);
		await expect(
			client.resubmitPaymentRequest(id, advance, { ifVersion: 2 }),
		).resolves.toMatchObject({ state: "PENDING", round: 2, version: 3 });
		expect(await actions(world, id)).toEqual([
			...["CREATED", "COMPLETED", "RETURNED"],
			...["RESUBMITTED", "STAGE_OPENED 0"],
		]);
	});

	it.each([
		["another amount", { ...advance, amount: 900.2, gstAmount: 162.04 }],
		["another tag", { ...advance, tags: { project: { value: "Road" } } }],
		["no narration", { ...advance, narration: undefined }],
		["no tax", { ...advance, gstId: undefined, gstAmount: undefined }],
		["another currency", { ...advance, currency: "USD" }],
	])("refuses one with %s under the same version", async (_, other) => {
		const id = await returned();
		await resubmit(world, id, { body: other });
		const { client } = openClient(world);
		await expect(
			client.resubmitPaymentRequest(
				id,
				{ ...advance, currency: "INR" },
				{ ifVersion: 2 },
			),
		).rejects.toBeInstanceOf(VersionMismatchError);
	});

	it("refuses the same content of another API key", async () => {
		const id = await returned();
		await resubmit(world, id, { body: advance, key: "u-book" });
		const { client } = openClient(world);
		await expect(
			client.resubmitPaymentRequest(id, advance, { ifVersion: 2 }),
		).rejects.toBeInstanceOf(VersionMismatchError);
	});

	it("does not take the round before, of the same content, for its own", async () => {
		const id = await returned();
		await resubmit(world, id, { body: advance });
		await giveBackAs(id, "u-2", 2);
		await cancel(world, id);
		const { client } = openClient(world);
		await expect(
			client.resubmitPaymentRequest(id, advance, { ifVersion: 4 }),
		).rejects.toBeInstanceOf(VersionMismatchError);
	});

	it("says that it may have arrived when no connection can be made after the 412", async () => {
		const id = await returned();
		const refused = Object.assign(new Error("connect"), { syscall: "connect" });
		const { network } = openClient(world, {
			faultOf: faultAt("DROP_ANSWER", 1),
		});
		const reach = toFetch(network);
		const { client } = openClient(world, {
			async fetch(url, init) {
				if (init?.method !== "GET") return reach(url, init);
				throw new TypeError("fetch failed", { cause: refused });
			},
		});
		await expect(
			client.resubmitPaymentRequest(id, advance, { ifVersion: 2 }),
		).rejects.toMatchObject({
			...{ name: "NoAnswerError", mayHaveArrived: true, isRetryable: true },
			cause: { name: "VersionMismatchError" },
		});
		expect(await show(world, id)).toMatchObject({ round: 2 });
	});

	it("throws the 412 when the API key may not read payment requests", async () => {
		const id = await returned();
		const client = afterLostAnswer(nothing, "requests-only");
		await expect(
			client.resubmitPaymentRequest(id, advance, { ifVersion: 2 }),
		).rejects.toBeInstanceOf(VersionMismatchError);
		expect(await show(world, id)).toMatchObject({ round: 2 });
	});
});

describe("A5: changeApprover settles a lost answer by sending again", () => {
	const again = {
		...{ stage: 0, round: 1, from: "u-1", to: "u-1" },
		reason: "Asked again",
	};

	it.each(faults)(
		"asks an approver again once, whichever exchange has the fault %s",
		async (fault) => {
			for (let exchange = 1; ; exchange++) {
				await world.reopen();
				const id = await raised(world);
				passSeconds(world, 300);
				const { client, network } = openClient(world, {
					faultOf: faultAt(fault, exchange),
				});
				const record = await client.changeApprover(id, again, {
					ifVersion: 1,
				});
				await network.deliverAll();
				expect(record).toEqual(await show(world, id));
				expect(record.version).toBe(2);
				if (network.sent.length < exchange) break;
			}
		},
	);

	it("returns the record when the new approver decided in the meantime", async () => {
		const id = await raised(world);
		const client = afterLostAnswer(() => decide(world, id, "u-3"));
		await expect(
			client.changeApprover(
				id,
				{ ...again, to: "u-3", reason: "Away" },
				{ ifVersion: 1 },
			),
		).resolves.toMatchObject({ version: 3 });
	});

	it.each([
		["reason", { reason: "Another" }],
		["approver", { from: "u-2", to: "u-2" }],
		["change", { from: undefined, to: "u-3" }],
	])("refuses another %s under the same version", async (_, other) => {
		const id = await raised(world);
		passSeconds(world, 300);
		await changeApprover(world, id, {
			body: { ...again, ...other },
			ifMatch: 1,
		});
		const { client } = openClient(world);
		await expect(
			client.changeApprover(id, again, { ifVersion: 1 }),
		).rejects.toBeInstanceOf(VersionMismatchError);
	});
});
