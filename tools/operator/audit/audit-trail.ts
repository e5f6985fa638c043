import type { Table } from "../../../shared/dynamodb/table.ts";
import { beforeWrites } from "../../../shared/dynamodb/writes/before-writes.ts";
import type { Clock } from "../../../shared/environment/clock.ts";
import { newUlid } from "../../../shared/environment/ids.ts";
import {
	type AuditedChange,
	type BegunAudit,
	beginAudit,
	endAudit,
	noteAuditedChanges,
} from "../../../shared/organizations/audit-records.store.ts";
import { recordedText } from "./recorded-text.ts";

/** Records who changed what with an operator's command. */
export interface AuditTrail {
	/**
	 * The table for writes to an organization's records. Before the first write is sent, the command's audit record is
	 * stored; without it, nothing is written. A command that finds nothing to change leaves none.
	 */
	tableFor(organizationId: string, subject?: { fileDigest?: string }): Table;
	/** Stores the audit record now, for a change outside of the table. */
	begin(organizationId: string): Promise<unknown>;
	/** Stores what an import is about to change. */
	noteChanges(
		organizationId: string,
		subject: { fileDigest: string; changes: readonly AuditedChange[] },
	): Promise<void>;
	/** Notes what the command has changed so far; a later number of the same name replaces the former. */
	count(organizationId: string, counts: Record<string, number>): void;
}

export interface AuditedCommand {
	name: string;
	/** The words as they were typed. */
	words: readonly string[];
	/** Identifies who runs the command. It is called once, and only if the command changes something. */
	findOperator: () => Promise<string>;
	clock: Clock;
}

interface CommandEnd {
	failure?: unknown;
	note: (line: string) => void;
}

/** @param table Only the trail writes with it: a command's own writes go through `tableFor`. */
export function openAuditTrail(
	table: Table,
	{ name, words, findOperator, clock }: AuditedCommand,
) {
	const begun = new Map<string, Promise<BegunAudit>>();
	const countsOf = new Map<string, Record<string, number>>();
	let operator: Promise<string> | undefined;

	async function store(
		organizationId: string,
		fileDigest: string | null,
	): Promise<BegunAudit> {
		operator ??= findOperator();
		const by = await operator;
		const at = clock();
		const audit: BegunAudit = {
			id: newUlid(at),
			organizationId,
			at: at.toISOString(),
			by,
			command: name,
			arguments: words.map(recordedText),
			fileDigest,
		};
		await beginAudit(table, audit);
		return audit;
	}

	async function begin(
		organizationId: string,
		fileDigest?: string,
	): Promise<BegunAudit> {
		const known = begun.get(organizationId);
		if (known) return known;
		const storing = store(organizationId, fileDigest ?? null);
		begun.set(organizationId, storing);
		try {
			return await storing;
		} catch (error) {
			// The next write tries again.
			begun.delete(organizationId);
			throw error;
		}
	}

	const trail: AuditTrail = {
		tableFor: (organizationId, { fileDigest } = {}) =>
			beforeWrites(table, () => begin(organizationId, fileDigest)),
		begin: (organizationId) => begin(organizationId),
		async noteChanges(organizationId, { fileDigest, changes }) {
			const audit = await begin(organizationId, fileDigest);
			await noteAuditedChanges(table, audit, changes);
		},
		count(organizationId, counts) {
			const known = countsOf.get(organizationId);
			countsOf.set(organizationId, { ...known, ...counts });
		},
	};

	return {
		...trail,
		/**
		 * Completes the audit records. What the command has changed stands, whether this succeeds or not.
		 *
		 * @param failure What the command threw; absent when it succeeded.
		 */
		async end({ failure, note }: CommandEnd) {
			for (const [organizationId, storing] of begun)
				try {
					await endAudit(table, await storing, {
						endedAt: clock().toISOString(),
						outcome: failure === undefined ? "DONE" : "FAILED",
						error: failure === undefined ? null : toErrorText(failure),
						counts: countsOf.get(organizationId) ?? {},
					});
				} catch (error) {
					note(
						`The audit record of ${organizationId} lacks its outcome: ${toErrorText(error)}`,
					);
				}
		},
	};
}

const toErrorText = (error: unknown) =>
	recordedText(error instanceof Error ? error.message : String(error));

/** The table for a command that only reads. */
export const readOnly = (table: Table): Table =>
	beforeWrites(table, async (commandName) => {
		throw new Error(
			`${commandName} was not sent: a command writes only with the table of its audit trail`,
		);
	});
