import { PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import {
	apiKeyEntryKey,
	approvalKey,
	batchEntryKey,
	batchGuardKey,
	batchLayoutKey,
	chunkKey,
	chunkResultKey,
	invoiceKey,
	type Key,
	organizationKey,
	paymentsPageKey,
	purchaseOrderKey,
	runningBatchKey,
	skuNameKey,
	userKey,
} from "../../shared/dynamodb/keys.ts";
import { toStoredNumber } from "../../shared/dynamodb/stored-values.ts";
import { toDecimal } from "../../shared/money/decimal.ts";
import { deleteItem } from "../support/delete-item.ts";
import { tableContents } from "../support/table-contents.ts";
import { useWorld } from "../support/use-world.ts";
import { testNow } from "../support/world.ts";
import { auditedWorld } from "./audited.ts";
import { startFaultyProcess } from "./faults/faulty-process.ts";
import { expectInvariants, othersOf } from "./invariants.ts";
import {
	organization,
	organizationId,
	otherOrganization,
} from "./organization.ts";
import { nothingReported } from "./reported.ts";
import { createSkus } from "./scenarios/records.ts";
import { User } from "./user.ts";

const world = useWorld();

/** Writes to the table what the service never writes, after a payment and a new SKU, and checks the invariants. */
async function auditAfter(change: () => Promise<unknown>) {
	const reported = nothingReported();
	const user = new User(world, startFaultyProcess(world), reported);
	await user.import(organization());
	await world.import(otherOrganization());
	await user.pay("k", [{ slug: "inv-0", amount: 40 }]);
	await createSkus(user, [{ name: "Rod", itemCode: "ROD-1" }]);
	const others = othersOf([...(await tableContents(world)).values()]);
	await change();
	await expectInvariants(auditedWorld(world, reported, others));
}

const put = (key: Key, attributes: object = {}) =>
	world.table.documents.send(
		new PutCommand({
			TableName: world.table.name,
			Item: { ...key, ...attributes },
		}),
	);

const remove = (key: Key) => deleteItem(world, key);

const set = (Key: Key, attribute: string, value: unknown) =>
	world.table.documents.send(
		new UpdateCommand({
			TableName: world.table.name,
			Key,
			UpdateExpression: "SET #attribute = :value",
			ExpressionAttributeNames: { "#attribute": attribute },
			ExpressionAttributeValues: { ":value": value },
		}),
	);

const number = (value: number) => toStoredNumber(toDecimal(value));
const invoice = (slug: string) => invoiceKey(organizationId, slug);
const batch = { organizationId, bulkActionSlug: "01JD7Z00000000000000000000" };

it("every invariant holds for what the service writes", () =>
	auditAfter(async () => {}));

it.each<[check: string, what: string, change: () => Promise<unknown>]>([
	[
		"expectBalancedInvoices",
		"a due too low",
		() => set(invoice("inv-0"), "due", number(59)),
	],
	[
		"expectBalancedInvoices",
		"a payment gone",
		() => set(invoice("inv-0"), "payments", []),
	],
	[
		"expectBalancedInvoices",
		"an amount changed",
		() => set(invoice("inv-1"), "amount", number(1)),
	],
	[
		"expectWritesAsReported",
		"a state changed",
		() => set(invoice("inv-1"), "state", "DRAFTED"),
	],
	["expectWritesAsReported", "an invoice gone", () => remove(invoice("inv-1"))],
	[
		"expectWritesAsReported",
		"a lock gone",
		() => set(invoice("inv-3"), "lock", null),
	],
	[
		"expectLinkedOrders",
		"an order's link to no advance",
		() =>
			set(purchaseOrderKey(organizationId, "po-1"), "link", {
				advanceId: "x",
				state: "ACTIVE",
			}),
	],
	[
		"expectNumberPointers",
		"a pointer from a number that its invoice does not have",
		() => put(invoice("v-1#INV-9"), { pointsTo: "inv-0" }),
	],
	[
		"expectSkuNames",
		"a SKU's name of no SKU",
		() => put(skuNameKey(organizationId, "Pipe"), { skuPk: "ORG#acme#SKU#x" }),
	],
	[
		"expectSkuNames",
		"a name that its SKU does not have",
		() =>
			put(skuNameKey(organizationId, "Pipe"), { skuPk: "ORG#acme#SKU#rod-1" }),
	],
	[
		"expectApiKeys",
		"a listed API key that is not there",
		() =>
			put(apiKeyEntryKey(organizationId, "x"), { id: "x", secretHash: "y" }),
	],
	[
		"expectPartsOfRecords",
		"an approval of no advance",
		() => put(approvalKey(organizationId, "x", { round: 1, stage: 0 })),
	],
	[
		"expectPartsOfRecords",
		"a page of payments that its invoice does not count",
		() => put(paymentsPageKey(organizationId, "inv-0", 0)),
	],
	[
		"expectPartsOfRecords",
		"a page of payments of no invoice",
		() => put(paymentsPageKey(organizationId, "inv-x", 0)),
	],
	[
		"expectPartsOfRecords",
		"a listed batch that is not there",
		() => put(batchEntryKey({ ...batch, createdAt: testNow.toISOString() })),
	],
	[
		"expectPartsOfRecords",
		"a layout of no batch",
		() => put(batchLayoutKey(batch, 0)),
	],
	[
		"expectPartsOfRecords",
		"a chunk of no batch",
		() => put(chunkKey(batch, 0)),
	],
	[
		"expectPartsOfRecords",
		"a result of no batch",
		() => put(chunkResultKey(batch, 0)),
	],
	[
		"expectNothingRuns",
		"a guard",
		() => put(batchGuardKey(organizationId), batch),
	],
	[
		"expectNothingRuns",
		"a running batch",
		() => put(runningBatchKey(batch), batch),
	],
	[
		"expectInvariants",
		"another organization's user gone",
		() => remove(userKey("globex", "u-admin")),
	],
	[
		"expectInvariants",
		"another organization's features changed",
		() => set(organizationKey("globex"), "features", {}),
	],
])("%s finds %s", async (check, _, change) => {
	const { stack } = await auditAfter(change).then(
		() => new Error("Every invariant holds"),
		(error) => error,
	);
	// The check itself, and not one that stumbles over an incomplete item.
	const [, found] = /at (?:async )?(expect\w+)/.exec(stack) ?? [];
	expect({ found, stack }).toMatchObject({ found: check });
});
