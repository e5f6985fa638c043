import type { TagType } from "./tags.ts";

/** A custom field as the organization configured it (spec 2.6). */
export interface TagConfiguration {
	slug: string;
	name: string;
	type: TagType;
	/** Empty unless `DROPDOWN`. */
	options: TagOption[];
}

export interface TagOption {
	id: number;
	name: string;
}
