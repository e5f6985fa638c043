import { PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { auditKey, auditPartition, type Key } from "../dynamodb/keys.ts";
import type { Item } from "../dynamodb/reads/batch-get.ts";
import { queryPage } from "../dynamodb/reads/query.ts";
import {
	fromStoredInteger,
	type StoredNumber,
} from "../dynamodb/stored-values.ts";
import type { Table } from "../dynamodb/table.ts";
import { conditionalWrite } from "../dynamodb/writes/conditional-write.ts";
import { fromExactJson, toExactJson } from "../json/exact-json.ts";

/** What is known of an operator's command before its first write. */
export interface BegunAudit {
	/** A ULID. */
	id: string;
	organizationId: string;
	/** RFC 3339 */
	at: string;
	/** The ARN of the caller's IAM identity, or the system's user of a local store. */
	by: string;
	command: string;
	/** As they were typed, without secrets. */
	arguments: string[];
	/** The SHA-256 of the imported file in hexadecimal digits; null if the command imported none. */
	fileDigest: string | null;
}

/** A record that an import creates or changes. */
export interface AuditedChange {
	/** Such as `invoice`. */
	kind: string;
	id: string | number | null;
	action: "create" | "change";
	/** Money and state. A new record had none: `from` is null. */
	properties: Record<string, { from: unknown; to: unknown }>;
}

/** What an import is about to change, as its audit record has it. */
export interface AuditedChanges {
	changes: AuditedChange[];
	/** How many more there were than the record has room for. */
	changesLeftOut: number;
}

/** How a command ended. */
export interface AuditEnd {
	endedAt: string;
	outcome: "DONE" | "FAILED";
	/** One line; null unless it failed. */
	error: string | null;
	/** What it changed. */
	counts: Record<string, number>;
}

/** The end is null while the command runs, and if it was killed. The changes are null if it has imported nothing. */
export type AuditRecord = BegunAudit & {
	[Name in keyof (AuditedChanges & AuditEnd)]:
		| (AuditedChanges & AuditEnd)[Name]
		| null;
};

/** The item of an audit record. It never expires, and no code deletes it. */
type AuditItem = Key &
	BegunAudit &
	Partial<Omit<AuditEnd, "counts">> & {
		counts?: Record<string, StoredNumber>;
		/** JSON */
		changes?: string;
		changesLeftOut?: StoredNumber;
	};

/** Stores an audit record. Its id is new with each command, so that a repeated write stores the same. */
export async function beginAudit(table: Table, audit: BegunAudit) {
	const key = auditKey(audit.organizationId, audit.id);
	await conditionalWrite(
		table,
		new PutCommand({ TableName: table.name, Item: { ...key, ...audit } }),
	);
}

/** An item has at most 400 KB (`docs/operations/tasks.md` states this limit). */
const changesMaxBytes = 300_000;

/** Stores what an import is about to change: as many changes as there is room for, in the order of the file. */
export async function noteAuditedChanges(
	table: Table,
	{ organizationId, id }: Pick<BegunAudit, "organizationId" | "id">,
	changes: readonly AuditedChange[],
) {
	const texts: string[] = [];
	let bytes = 0;
	for (const change of changes) {
		const text = toExactJson(change);
		bytes += Buffer.byteLength(text) + 1;
		if (bytes > changesMaxBytes) break;
		texts.push(text);
	}
	await conditionalWrite(
		table,
		new UpdateCommand({
			TableName: table.name,
			Key: auditKey(organizationId, id),
			UpdateExpression: "SET changes = :changes, changesLeftOut = :leftOut",
			ExpressionAttributeValues: {
				":changes": `[${texts.join(",")}]`,
				":leftOut": changes.length - texts.length,
			},
		}),
	);
}

export async function endAudit(
	table: Table,
	{ organizationId, id }: Pick<BegunAudit, "organizationId" | "id">,
	{ endedAt, outcome, error, counts }: AuditEnd,
) {
	await conditionalWrite(
		table,
		new UpdateCommand({
			TableName: table.name,
			Key: auditKey(organizationId, id),
			UpdateExpression:
				"SET endedAt = :endedAt, outcome = :outcome, #error = :error, #counts = :counts",
			ExpressionAttributeNames: { "#error": "error", "#counts": "counts" },
			ExpressionAttributeValues: {
				":endedAt": endedAt,
				":outcome": outcome,
				":error": error,
				":counts": counts,
			},
		}),
	);
}

/** The audit records of an organization, newest first, page by page. */
export async function* readAuditRecords(
	table: Table,
	organizationId: string,
): AsyncGenerator<AuditRecord> {
	let ExclusiveStartKey: Item | undefined;
	do {
		const { Items = [], LastEvaluatedKey } = await queryPage(table, {
			KeyConditionExpression: "pk = :pk",
			ExpressionAttributeValues: { ":pk": auditPartition(organizationId) },
			ConsistentRead: true,
			ScanIndexForward: false,
			ExclusiveStartKey,
		});
		for (const item of Items) yield toAuditRecord(item);
		ExclusiveStartKey = LastEvaluatedKey;
	} while (ExclusiveStartKey);
}

export function toAuditRecord(item: Item): AuditRecord {
	// Unchecked cast: items under an audit record's key have this shape.
	const stored = item as AuditItem & Item;
	const { counts, changes, changesLeftOut } = stored;
	return {
		id: stored.id,
		at: stored.at,
		by: stored.by,
		command: stored.command,
		arguments: stored.arguments,
		organizationId: stored.organizationId,
		fileDigest: stored.fileDigest,
		// Unchecked cast: `noteAuditedChanges` has written it.
		changes: changes ? (fromExactJson(changes) as AuditedChange[]) : null,
		changesLeftOut: changesLeftOut ? fromStoredInteger(changesLeftOut) : null,
		endedAt: stored.endedAt ?? null,
		outcome: stored.outcome ?? null,
		error: stored.error ?? null,
		counts: counts ? toCounts(counts) : null,
	};
}

const toCounts = (counts: Record<string, StoredNumber>) =>
	Object.fromEntries(
		// Sorted: DynamoDB does not preserve the order of a map's members.
		Object.keys(counts)
			.toSorted()
			.flatMap((name) => {
				const count = counts[name];
				return count ? [[name, fromStoredInteger(count)]] : [];
			}),
	);
