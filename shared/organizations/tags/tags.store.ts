import { type Key, tagKey } from "../../dynamodb/keys.ts";
import type { Item } from "../../dynamodb/reads/batch-get.ts";
import type { Tag, TagConfiguration, TagOption, TagType } from "./tags.ts";

export interface TagItem extends Key {
	slug: string;
	name: string;
	type: TagType;
	/** JSON of `TagOption[]`. */
	options: string;
}

export function toTagItem(
	organizationId: string,
	{ slug, name, type, options }: TagConfiguration,
): TagItem {
	return {
		...tagKey(organizationId, slug),
		slug,
		name,
		type,
		options: JSON.stringify(options),
	};
}

export function toTagConfiguration(item: Item): TagConfiguration {
	// Unchecked casts: items under a tag's key have this shape, and `toTagItem` wrote the JSON.
	const { slug, name, type, options } = item as TagItem & Item;
	return { slug, name, type, options: JSON.parse(options) as TagOption[] };
}

/** The part of a tag that rules need. */
export function toTag(item: Item): Tag {
	const { slug, type, options } = toTagConfiguration(item);
	return { slug, type, optionIds: new Set(options.map(({ id }) => id)) };
}
