import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import * as keys from "../../shared/dynamodb/keys.ts";
import { findListKey } from "../../tools/organization-files/import/find-list-key.ts";
import { codeSpans, listItems, readDocument } from "./markdown.ts";

/** What the placeholders of the document's table stand for here. */
const example = {
	organizationId: "acme",
	auditId: "01audit",
	userId: "u-1",
	secretHash: "5e1f",
	sessionHash: "c0ffee",
	email: "asha@acme.example",
	keyId: "key_1",
	taxId: "7",
	slug: "slug-1",
	vendorId: "v-1",
	itemCode: "rod-1",
	skuId: "01sku",
	name: "steel rod",
	poId: "po-1",
	paymentRequestId: "01pr",
	stage: "2",
	round: "1",
	paddedRound: "0000000001",
	version: "0000000004",
	page: "3",
	paymentId: "p-0",
	bulkActionSlug: "01batch",
	createdAt: "2026-11-21T10:00:00.000Z",
	runId: "01run",
	digest: "d16e57",
	chunk: "4",
	number: "000000000000050",
	second: "1795255200",
	operation: "mark-as-paid",
	occasion: "DECIDED#4",
	idempotencyKey: "k-1",
	/** Of `u-1` */
	userIdHash: createHash("sha256").update("u-1").digest("hex"),
} as const;

const { organizationId, slug, paymentRequestId } = example;
const [taxId, stage, page, chunk] = [7, 2, 3, 4];
const keysInCode: Record<string, keys.Key> = {
	organizationKey: keys.organizationKey(organizationId),
	stageHoldKey: keys.stageHoldKey,
	importLeaseKey: keys.importLeaseKey(organizationId),
	auditKey: keys.auditKey(organizationId, example.auditId),
	userKey: keys.userKey(organizationId, example.userId),
	sessionKey: keys.sessionKey(example.sessionHash),
	personUserKey: keys.personUserKey("Asha@ACME.example", example),
	personAccountKey: keys.personAccountKey("Asha@ACME.example"),
	personSessionKey: keys.personSessionKey(
		"Asha@ACME.example",
		example.sessionHash,
	),
	apiKeyKey: keys.apiKeyKey(example.secretHash),
	apiKeyEntryKey: keys.apiKeyEntryKey(organizationId, example.keyId),
	gstTaxKey: keys.gstTaxKey(organizationId, taxId),
	tdsTaxKey: keys.tdsTaxKey(organizationId, taxId),
	tagKey: keys.tagKey(organizationId, slug),
	vendorKey: keys.vendorKey(organizationId, example.vendorId),
	skuByCodeKey: keys.skuByCodeKey(organizationId, example.itemCode),
	skuByIdKey: keys.skuByIdKey(organizationId, example.skuId),
	skuNameKey: keys.skuNameKey(organizationId, example.name),
	purchaseOrderKey: keys.purchaseOrderKey(organizationId, example.poId),
	paymentRequestKey: keys.paymentRequestKey(organizationId, paymentRequestId),
	approvalKey: keys.approvalKey(organizationId, paymentRequestId, {
		round: 1,
		stage,
	}),
	inboxKey: keys.inboxKey(organizationId, example.userId, {
		paymentRequestId,
		round: 1,
		stage,
	}),
	historyKey: keys.historyKey(organizationId, paymentRequestId, 4),
	invoiceKey: keys.invoiceKey(organizationId, slug),
	paymentsPageKey: keys.paymentsPageKey(organizationId, slug, page),
	reversalKey: keys.reversalKey(organizationId, slug, {
		page,
		paymentId: example.paymentId,
	}),
	batchGuardKey: keys.batchGuardKey(organizationId),
	batchEntryKey: keys.batchEntryKey(example),
	paymentRunKey: keys.paymentRunKey(organizationId, example.runId),
	runContentKey: keys.runContentKey(organizationId, example.digest),
	runningBatchKey: keys.runningBatchKey(example),
	batchKey: keys.batchKey(example),
	batchLayoutKey: keys.batchLayoutKey(example, page),
	chunkKey: keys.chunkKey(example, chunk),
	chunkResultKey: keys.chunkResultKey(example, chunk),
	sentMailKey: keys.sentMailKey(organizationId, {
		paymentRequestId,
		occasion: example.occasion,
		userId: example.userId,
	}),
	feedHeadKey: keys.feedHeadKey(organizationId),
	feedPageKey: keys.feedPageKey(organizationId, 50),
	feedSecondKey: keys.feedSecondKey(organizationId, 1_795_255_200),
	idempotencyClaimKey: keys.idempotencyClaimKey(example),
	requestEndKey: keys.requestEndKey(example),
};

const dataModel = readDocument("docs/data-model.md");
const [listed, others] = ["Listed items", "Other items"].map((heading) =>
	listItems(dataModel, heading).map(([name = "", text = ""]) => {
		const [keyAndKind = ""] = text.split(";", 1);
		const [pk = "", sk = "", kind = sk] = codeSpans(keyAndKind);
		return {
			name: unquoted(name),
			key: { pk: filledIn(pk), sk: filledIn(sk) },
			kind,
		};
	}),
);
const documented = [...(listed ?? []), ...(others ?? [])];

function unquoted(cell: string): string {
	return cell.replaceAll("`", "");
}

function filledIn(cell: string): string {
	const values: Record<string, string> = example;
	return unquoted(cell)
		.replace("<org>", "ORG#<organizationId>")
		.replaceAll(/<(\w+)>/g, (placeholder, name) => values[name] ?? placeholder);
}

it("data-model.md: has every key function with its keys, and no other", () => {
	expect(
		Object.fromEntries(documented.map(({ name, key }) => [name, key])),
	).toEqual(keysInCode);
	const keyFunctions = Object.keys(keys).filter((name) => name.endsWith("Key"));
	expect(documented.map(({ name }) => name).sort()).toEqual(
		keyFunctions.sort(),
	);
});

it("data-model.md: says which items are listed, and as which kind", () => {
	const kinds = documented.flatMap(({ name, key }) => {
		const listKey = findListKey(organizationId, key, "");
		const kind = listKey?.listPk.slice(`${organizationId}#`.length);
		return kind ? [{ name, key, kind }] : [];
	});
	expect(listed).toEqual(kinds);
});
