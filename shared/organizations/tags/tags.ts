import { isCalendarDate } from "../../dates/calendar-date.ts";
import { validationFailed } from "../../errors/api-error.ts";
import { memberPointer } from "../../json/json-pointer.ts";

export const tagTypes = [
	"DROPDOWN",
	"VARCHAR",
	"DATETIME",
	"NUMBER",
	"NUMERIC",
] as const;
export type TagType = (typeof tagTypes)[number];

/** A custom field that the organization configured (spec 2.6). */
export interface Tag {
	slug: string;
	type: TagType;
	/** The option ids of a `DROPDOWN`. */
	optionIds: ReadonlySet<number>;
}

/** A `tags` object as sent, by slug; its values are not validated. */
export type TagValues = Readonly<Record<string, { value?: unknown }>>;

/** A `tags` object and its JSON pointer. */
export interface TagsAt {
	pointer: string;
	tags: TagValues;
}

/** The JSON pointer of an invalid tag and the reason. */
export interface InvalidTag {
	pointer: string;
	reason: string;
}

/** The distinct slugs in a body. */
export function tagSlugs(sent: readonly TagsAt[]): string[] {
	return [...new Set(sent.flatMap(({ tags }) => Object.keys(tags)))];
}

/**
 * Spec 2.6: every tag that a body sends is configured, and its value has the configured type.
 *
 * @throws ApiError 400 for the first invalid tag.
 */
export function requireTags(
	sent: readonly TagsAt[],
	configured: ReadonlyMap<string, Tag>,
) {
	const invalid = findInvalidTag(sent, configured);
	if (invalid) throw validationFailed(invalid.pointer, invalid.reason);
}

/**
 * Spec 2.6: the first tag, in the body's order, that is not configured or whose value does not have the configured
 * type; null when all are valid.
 *
 * @param configured The organization's tags by slug, at least those of `tagSlugs`.
 */
export function findInvalidTag(
	sent: readonly TagsAt[],
	configured: ReadonlyMap<string, Tag>,
): InvalidTag | null {
	for (const { pointer, tags } of sent) {
		for (const [slug, entry] of Object.entries(tags)) {
			const at = memberPointer(pointer, slug);
			const invalidTag = checkTag(at, entry, configured.get(slug));
			if (invalidTag) return invalidTag;
		}
	}
	return null;
}

function checkTag(
	pointer: string,
	entry: { value?: unknown },
	tag: Tag | undefined,
): InvalidTag | null {
	if (!tag)
		return {
			pointer,
			reason: "is not a tag of the organization: GET /v1.0/tag lists them",
		};
	if (!Object.hasOwn(entry, "value")) {
		return { pointer, reason: "must have required property 'value'" };
	}
	const reason = valueChecks[tag.type](entry.value, tag);
	if (reason === null) return null;
	return { pointer: memberPointer(pointer, "value"), reason };
}

type CheckValue = (value: unknown, tag: Tag) => string | null;

const checkNumber: CheckValue = (value) =>
	typeof value === "number" ? null : "must be number";

const valueChecks: Record<TagType, CheckValue> = {
	DROPDOWN: (value, { optionIds }) => {
		if (typeof value !== "number") return "must be number";
		return optionIds.has(value)
			? null
			: "must be the id of an option of the tag: GET /v1.0/tag/{id} lists them";
	},
	VARCHAR: (value) => (typeof value === "string" ? null : "must be string"),
	DATETIME: (value) => {
		if (typeof value !== "string") return "must be string";
		return isCalendarDate(value) ? null : "must be a date, YYYY-MM-DD";
	},
	NUMBER: checkNumber,
	NUMERIC: checkNumber,
};

/** A custom field as the organization configured it (spec 2.6). */
export interface TagConfiguration {
	slug: string;
	name: string;
	type: TagType;
	/** Only a `DROPDOWN` has options. */
	options: TagOption[];
}

export interface TagOption {
	id: number;
	name: string;
}
