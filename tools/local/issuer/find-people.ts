import {
	type Key,
	organizationKey,
	personAccountKey,
} from "../../../shared/dynamodb/keys.ts";
import {
	batchGet,
	type Item,
} from "../../../shared/dynamodb/reads/batch-get.ts";
import { queryAll } from "../../../shared/dynamodb/reads/query.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import { transact } from "../../../shared/dynamodb/writes/transact.ts";
import {
	type ListKey,
	listIndexName,
	listPartition,
	organizationsPartition,
} from "../../../shared/lists/list-index.store.ts";
import {
	toOrganization,
	toUser,
} from "../../../shared/organizations/organizations.store.ts";

/** A person who can be chosen to sign in on this machine, known by the email of active users. */
export interface LocalPerson {
	email: string;
	name: string;
	/** The names of the person's organizations, each with the role there. */
	places: string[];
}

/** The people of all organizations in the table, by organization and name. */
export async function findPeople(table: Table): Promise<LocalPerson[]> {
	const organizations = await keysOf(table, organizationsPartition);
	const people = new Map<string, LocalPerson>();
	for (const { listSk: organizationId } of organizations) {
		const keys = await keysOf(table, listPartition(organizationId, "USER"));
		const [organization, ...users] = await batchGet(table, [
			organizationKey(organizationId),
			...keys.map(({ pk, sk }) => ({ pk, sk })),
		]);
		if (!organization) continue;
		const { name: organizationName } = toOrganization(organization);
		for (const item of users) {
			const user = item && toUser(item);
			if (!user?.active || user.email === null) continue;
			const email = user.email.toLowerCase();
			const person = people.get(email) ?? {
				email,
				name: user.name,
				places: [],
			};
			person.places.push(`${organizationName}, ${user.role}`);
			people.set(email, person);
		}
	}
	return [...people.values()].sort((one, other) =>
		one.name.localeCompare(other.name, "en"),
	);
}

async function keysOf(table: Table, listPk: string) {
	const items = await queryAll(table, {
		IndexName: listIndexName,
		KeyConditionExpression: "listPk = :list",
		ExpressionAttributeValues: { ":list": listPk },
	});
	// Unchecked cast: the index has these keys.
	return items as (Key & ListKey & Item)[];
}

/**
 * Releases an email that is bound to another issuer, since the local issuer has another port after each start. On AWS, an
 * operator decides this.
 */
export async function releaseFromOthers(
	table: Table,
	email: string,
	issuer: string,
) {
	await transact(table, [
		{
			Delete: {
				TableName: table.name,
				Key: personAccountKey(email),
				ConditionExpression: "issuer <> :issuer",
				ExpressionAttributeValues: { ":issuer": issuer },
			},
		},
	]);
}
