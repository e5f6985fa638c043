import type { Actor } from "../../actors/actor.ts";
import { packJson, unpackJson } from "../../dynamodb/stored-values.ts";
import type { InvoiceFacts } from "../invoice.ts";

/**
 * Packs all facts into one deflated attribute without names, so that an item with a payment stays below 1 KB and a
 * payment costs one write unit (`targets.md`).
 *
 * The values are stored by position: a new fact comes last, after `updatedBy`. Anywhere else, every stored invoice
 * would be misread.
 */
export function packFacts(facts: InvoiceFacts): Uint8Array {
	const values = [
		facts.invoiceNumber,
		facts.currency,
		facts.invoiceDate,
		facts.dueDate,
		facts.description,
		facts.createdAt,
		packActor(facts.createdBy),
		facts.updatedAt,
		packActor(facts.updatedBy),
	];
	const used = values.findLastIndex((value) => value !== null) + 1;
	return packJson(values.slice(0, used));
}

export function unpackFacts(packed: Uint8Array): InvoiceFacts {
	const values = unpackJson<PackedFacts>(packed);
	return {
		invoiceNumber: values[0] ?? null,
		currency: values[1] ?? null,
		invoiceDate: values[2] ?? null,
		dueDate: values[3] ?? null,
		description: values[4] ?? null,
		createdAt: values[5],
		createdBy: unpackActor(values[6]),
		updatedAt: values[7] ?? null,
		updatedBy: unpackActor(values[8]),
	};
}

type Text = string | null;
type PackedActor = [userId: string, keyId: string | null] | null;

/** The array that `packFacts` writes, without trailing nulls. */
type PackedFacts = [
	invoiceNumber: Text,
	currency: Text,
	invoiceDate: Text,
	dueDate: Text,
	description: Text,
	createdAt: string,
	createdBy?: PackedActor,
	updatedAt?: Text,
	updatedBy?: PackedActor,
];

const packActor = (actor: Actor | null): PackedActor =>
	actor && [actor.userId, actor.keyId];

function unpackActor(packed: PackedActor = null): Actor | null {
	if (!packed) return null;
	const [userId, keyId] = packed;
	return { userId, keyId };
}
