import type { Item } from "../../../../shared/dynamodb/reads/batch-get.ts";
import type { ItemWrite } from "../../../../shared/dynamodb/writes/item-write.ts";
import type { User } from "../../../../shared/organizations/organization.ts";
import {
	toImportedUserItem,
	toUser,
} from "../../../../shared/organizations/organizations.store.ts";
import type { EntryOf } from "../../schema.ts";
import {
	assigned,
	entryWrite,
	type ImportContext,
	isUnchanged,
	toImportDigest,
} from "../file-entry.ts";

/** A user of the file. */
export interface FileUser {
	entry: EntryOf<"users">;
	/** JSON pointer of the entry. */
	pointer: string;
	existing: Item | undefined;
	/** Undefined when the user is as the entry describes it. */
	write: ItemWrite | undefined;
	/** Undefined when the import creates the user. */
	before: User | undefined;
	after: User;
}

export function decideUser(
	context: ImportContext,
	{ entry, pointer }: Pick<FileUser, "entry" | "pointer">,
	existing: Item | undefined,
): FileUser {
	const { organizationId, now } = context;
	const { pk, sk, ...described } = toImportedUserItem(organizationId, entry);
	const importDigest = toImportDigest(entry);
	const write = isUnchanged(existing, importDigest)
		? undefined
		: entryWrite(context, existing, {
				key: { pk, sk },
				importDigest,
				described,
				initial: { createdAt: now.toISOString(), version: 1 },
			});
	return {
		entry,
		pointer,
		existing,
		write,
		before: existing && toUser(existing),
		after: toUser({ ...existing, ...(write && assigned(write)) }),
	};
}
