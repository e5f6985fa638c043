import {
	type Key,
	organizationPartition,
	organizationPrefix,
} from "../../../../shared/dynamodb/keys.ts";
import type { Item } from "../../../../shared/dynamodb/reads/batch-get.ts";

/** The items of an organization, by key and by kind. */
export class OwnItems {
	readonly organizationId: string;
	readonly #byKey: ReadonlyMap<string, Item>;

	constructor(items: readonly Item[], organizationId: string) {
		this.organizationId = organizationId;
		const prefix = organizationPrefix(organizationId);
		const partition = organizationPartition(organizationId);
		this.#byKey = new Map(
			items
				.filter(({ pk }) => pk === partition || `${pk}`.startsWith(prefix))
				.map((item) => [`${item.pk} ${item.sk}`, item]),
		);
	}

	find = ({ pk, sk }: Key) => this.#byKey.get(`${pk} ${sk}`);

	/** @param kind The beginning of a partition key behind the organization, and of the sort key. */
	of(kind: string, sortKey: string): Item[] {
		const prefix = `${organizationPrefix(this.organizationId)}${kind}#`;
		return [...this.#byKey.values()].filter(
			({ pk, sk }) =>
				`${pk}`.startsWith(prefix) && `${sk}`.split("#")[0] === sortKey,
		);
	}

	/** Entries of the organization's own partition. */
	entries = (sortKey: string): Item[] =>
		[...this.#byKey.values()].filter(
			({ pk, sk }) =>
				pk === organizationPartition(this.organizationId) &&
				`${sk}`.split("#")[0] === sortKey,
		);
}
