import { batchGet } from "../../shared/store/dynamodb/batch-get.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import {
	isKeyText,
	organizationKey,
	tagKey,
	userKey,
} from "../../shared/store/keys.ts";
import {
	toOrganization,
	toUser,
} from "../../shared/store/organizations/organizations.ts";
import { toTag } from "../../shared/store/organizations/tags.ts";
import { findVendorIds } from "../../shared/store/organizations/vendors.ts";
import type { OrganizationFile } from "../schema.ts";
import {
	tagReferences,
	userReferences,
	vendorReferences,
} from "./references.ts";

/** The records that a file may refer to: those in it, and those in the store that it names. */
export interface KnownRecords {
	/** Whether each user is active after the import. */
	users: ReadonlyMap<string, boolean>;
	vendorIds: ReadonlySet<string>;
	tagSlugs: ReadonlySet<string>;
	/** The number of payers after the import. */
	payerCount: number;
}

export async function findKnownRecords(
	table: Table,
	file: OrganizationFile,
): Promise<KnownRecords> {
	const { org, users = [], vendors = [], tags = [], apiKeys = [] } = file;
	const find = async <T extends string>(
		names: readonly T[],
		toKey: (organizationId: string, name: T) => { pk: string; sk: string },
	) => {
		const keys = names.filter(isKeyText).map((name) => toKey(org.id, name));
		const items = await batchGet(table, keys);
		return items.flatMap((item) => (item ? [item] : []));
	};
	const storedUsers = await find(
		[
			...userReferences(file).map(({ name }) => name),
			...apiKeys.map(({ userId }) => userId),
		],
		userKey,
	);
	const tagNames = tagReferences(file).map(({ name }) => name);
	const storedTags = await find(tagNames, tagKey);
	const ofFile = new Set(vendors.map(({ id }) => id));
	const otherVendors = vendorReferences(file)
		.map(({ name }) => name)
		.filter((id) => !ofFile.has(id));
	const storedVendors = await findVendorIds(table, org.id, otherVendors);
	const [organization] = await batchGet(table, [organizationKey(org.id)]);
	const policy =
		file.procurementPolicy ??
		(organization && toOrganization(organization).procurementPolicy);
	return {
		users: new Map([
			...storedUsers.map(toUser).map(({ id, active }) => [id, active] as const),
			...users.map(({ id, active = true }) => [id, active] as const),
		]),
		vendorIds: new Set([...ofFile, ...storedVendors]),
		tagSlugs: new Set([
			...storedTags.map((item) => toTag(item).slug),
			...tags.map(({ slug }) => slug),
		]),
		payerCount: policy?.payers.length ?? 0,
	};
}
