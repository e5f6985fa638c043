import type { Actor } from "../../actors/actor.ts";
import { packJson, unpackJson } from "../../dynamodb/stored-values.ts";
import { toDetails } from "../../schemas/described.ts";
import { describedInvoice, type InvoiceFacts } from "../invoice.ts";

/**
 * Packs all facts into one deflated attribute without names, so that an item with a payment stays below 1 KB and a
 * payment costs one write unit (`performance.md`). The values are stored by position, those of `describedInvoice` last.
 */
export function packFacts(facts: InvoiceFacts): Uint8Array {
	const values: PackedFacts = [
		facts.invoiceNumber,
		facts.createdAt,
		packActor(facts.createdBy),
		facts.updatedAt,
		packActor(facts.updatedBy),
		facts.approvedAt,
		packActor(facts.approvedBy),
		...Object.values(toDetails(describedInvoice, facts)),
	];
	const used = values.findLastIndex((value) => value !== null) + 1;
	return packJson(values.slice(0, used));
}

export function unpackFacts(packed: Uint8Array): InvoiceFacts {
	const [
		invoiceNumber,
		createdAt,
		createdBy,
		updatedAt = null,
		updatedBy,
		approvedAt = null,
		approvedBy,
		...details
	] = unpackJson<PackedFacts>(packed);
	const names = Object.keys(describedInvoice);
	const described = Object.fromEntries(
		names.map((name, position) => [name, details[position]]),
	);
	return {
		invoiceNumber,
		...toDetails(describedInvoice, described),
		createdAt,
		createdBy: unpackActor(createdBy),
		updatedAt,
		updatedBy: unpackActor(updatedBy),
		approvedAt,
		approvedBy: unpackActor(approvedBy),
	};
}

type Text = string | null;
type PackedActor = [userId: string, keyId: string | null] | null;

/** The array that `packFacts` writes, without trailing nulls. */
type PackedFacts = [
	invoiceNumber: Text,
	createdAt: string,
	createdBy?: PackedActor,
	updatedAt?: Text,
	updatedBy?: PackedActor,
	approvedAt?: Text,
	approvedBy?: PackedActor,
	...details: Text[],
];

const packActor = (actor: Actor | null): PackedActor =>
	actor && [actor.userId, actor.keyId];

function unpackActor(packed: PackedActor = null): Actor | null {
	if (!packed) return null;
	const [userId, keyId] = packed;
	return { userId, keyId };
}
