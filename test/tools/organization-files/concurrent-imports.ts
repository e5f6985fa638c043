import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { onTestFinished, vi } from "vitest";
import { importLeaseKey } from "../../../shared/dynamodb/keys.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { before } from "../../support/aws-gateway/faults/effects.ts";
import type { Effect } from "../../support/aws-gateway/faults/faults.ts";
import { deleteItem } from "../../support/delete-item.ts";
import type { World } from "../../support/world.ts";

const writing = ["BatchExecuteStatement", "ExecuteTransaction"];

/**
 * An import by a process that is suspended while a call that writes is on the way, for so long that its lease is taken
 * over.
 *
 * @param meanwhile What happens before the call arrives: other imports begin and end.
 * @param calls How many calls that write are carried out before that one.
 */
export async function suspendedImport(
	world: World,
	file: OrganizationFile,
	meanwhile: () => Promise<unknown>,
	calls = 0,
) {
	let isReached = false;
	let number = 0;
	const added = world.gateway.faults.add({
		accessKeyId: "test",
		effect: async (call, forward) => {
			if (isReached || !writing.includes(call.operation)) return forward(call);
			if (number++ < calls) return forward(call);
			isReached = true;
			await loseLease(world, file.org.id);
			await meanwhile();
			return forward(call);
		},
	});
	try {
		await world.import(file);
	} finally {
		added.remove();
	}
	if (!isReached) throw new Error("The import made no such call");
}

/** As if another import had taken the lease over, and ended. */
export const loseLease = (world: World, organizationId: string) =>
	deleteItem(world, importLeaseKey(organizationId));

export const org = { id: "acme" };

export const taxed = (
	rate: number,
	rateType: "PERCENTAGE" | "ABSOLUTE" = "PERCENTAGE",
): OrganizationFile => ({
	org,
	gstTaxes: [{ id: 1, name: "GST", rate, rateType }],
});

export const invoiced = (invoiceNumber: string): OrganizationFile => ({
	org,
	invoices: [
		{
			slug: "own-slug",
			vendorId: "v-1",
			invoiceNumber,
			state: "APPROVED",
			amount: 100,
		},
	],
});

/** What tests of imports at the same time do in their world. */
export const importsIn = (world: World) => ({
	/** The tax that `taxed` imports. */
	async storedTax() {
		const { body } = await world.get("/v1.0/tax/gst");
		return body.data.items[0];
	},

	/** Acts before one call of an import. */
	beforeCall: (
		operation: string,
		act: () => unknown,
		{ skip = 0 }: { skip?: number } = {},
	) =>
		world.gateway.faults.add({
			...{ accessKeyId: "test", operation, skip, times: 1 },
			effect: before(async () => void (await act())),
		}),

	/** Stores a lease, as another import does; by default, of an import on another machine. */
	storeLease: (renewals: number, { host = "another-machine", pid = 1 } = {}) =>
		world.table.documents.send(
			new PutCommand({
				TableName: world.table.name,
				Item: {
					...importLeaseKey("acme"),
					...{ importId: "other", startedAt: world.time.now.toISOString() },
					...{ renewals, host, pid },
				},
			}),
		),
});

/** So much time passes at once, by the clock of leases; no timer renews one. */
export function jump(milliseconds: number) {
	const now = performance.now() + milliseconds;
	vi.spyOn(performance, "now").mockReturnValue(now);
	onTestFinished(() => void vi.restoreAllMocks());
}

/** No timer renews a lease. */
export function withoutTimer() {
	vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
	onTestFinished(() => void vi.useRealTimers());
}

/** The SDK repeats a call whose answer was lost. */
export const twice: Effect = async (call, forward) => {
	await forward(call);
	return forward(call);
};
