import {
	isKeyText,
	organizationKey,
	tagKey,
	userKey,
} from "../../../shared/dynamodb/keys.ts";
import { batchGet } from "../../../shared/dynamodb/reads/batch-get.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import type { Organization } from "../../../shared/organizations/organization.ts";
import {
	toOrganization,
	toUser,
} from "../../../shared/organizations/organizations.store.ts";
import { toTag } from "../../../shared/organizations/tags/tags.store.ts";
import type { Tag } from "../../../shared/organizations/tags/tags.ts";
import { findVendorIds } from "../../../shared/vendors/vendors.store.ts";
import { mergeOrganization } from "../import/organization-entry.ts";
import type { EntryOf, OrganizationFile } from "../schema.ts";
import {
	tagReferences,
	userReferences,
	vendorReferences,
} from "./references.ts";

/** The records to which a file may refer: those in it, and those in the store that it names. */
export interface KnownRecords {
	/** Whether each user is active after the import. */
	users: ReadonlyMap<string, boolean>;
	vendorIds: ReadonlySet<string>;
	/** The tags after the import, by slug. */
	tags: ReadonlyMap<string, Tag>;
	/** The organization after the import. */
	organization: Organization;
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
	const [stored] = await batchGet(table, [organizationKey(org.id)]);
	return {
		users: new Map([
			...storedUsers.map(toUser).map(({ id, active }) => [id, active] as const),
			...users.map(({ id, active = true }) => [id, active] as const),
		]),
		vendorIds: new Set([...ofFile, ...storedVendors]),
		tags: new Map([
			...storedTags.map(toTag).map((tag) => [tag.slug, tag] as const),
			...tags.map((tag) => [tag.slug, toFileTag(tag)] as const),
		]),
		organization: mergeOrganization(file, stored && toOrganization(stored)),
	};
}

const toFileTag = ({ slug, type, options = [] }: EntryOf<"tags">): Tag => ({
	slug,
	type,
	optionIds: new Set(options.map(({ id }) => id)),
});
