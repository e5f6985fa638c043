import {
	type AttemptOperation,
	attemptKeptSeconds,
	attemptOperations,
} from "../../../../shared/attempts/attempt.ts";
import { findAttemptRecord } from "../../../../shared/attempts/find-attempt.store.ts";
import { findKeyFault } from "../../../../shared/attempts/idempotency-key.ts";
import { CommandError } from "../../command-error.ts";
import { requireOrganization } from "../../organizations/require-organization.ts";
import { type Command, json, operands, UsageError } from "../command.ts";

export const attemptShowCommand: Command = {
	usage: "<orgId> <operation> <key>",
	summary: `show the outcome of the request with this idempotency key; <operation>: ${attemptOperations.join(", ")}`,
	prepare(args) {
		const { orgId, operation, key } = operands(
			args,
			"orgId",
			"operation",
			"key",
		);
		const attemptKey = {
			organizationId: orgId,
			operation: requireOperation(operation),
			idempotencyKey: requireKey(key),
		};
		return async ({ table, now, write }) => {
			await requireOrganization(table, orgId);
			const found = await findAttemptRecord(table, attemptKey, now);
			if (!found)
				throw new CommandError(
					`No ${operation} request has claimed this key within ${attemptKeptSeconds / 3_600} hours: check the key and the operation`,
				);
			await write(json(found.record));
		};
	},
};

function requireOperation(text: string): AttemptOperation {
	const operation = attemptOperations.find((one) => one === text);
	if (operation) return operation;
	throw new UsageError(
		`<operation> must be one of ${attemptOperations.join(", ")}`,
	);
}

function requireKey(key: string): string {
	const fault = findKeyFault(key);
	if (fault)
		throw new UsageError(
			`<key> ${fault}: it is the x-idempotency-key of the request`,
		);
	return key;
}
