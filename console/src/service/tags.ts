import type {
	ListedTag,
	Tag,
	TagValues,
} from "../../../client/src/generated/openapi.ts";
import { may, type Session } from "./session.ts";

/** A tag as people read it. */
export interface NamedTag {
	name: string;
	value: string;
}

/** Finds the names of tags and of values that were chosen from a list. What cannot be read is shown by its id. */
export function tagReader(session: Session) {
	let known: Promise<ReadonlyMap<string, ListedTag>> | undefined;
	const chosen = new Map<string, Promise<Tag | undefined>>();
	async function toText(tag: ListedTag | undefined, value: string | number) {
		const text = String(value);
		if (tag?.type !== "DROPDOWN") return text;
		const read =
			chosen.get(tag.id) ?? session.client.getTag(tag.id).catch(nothing);
		chosen.set(tag.id, read);
		const option = (await read)?.options?.find(({ id }) => String(id) === text);
		return option?.name ?? text;
	}
	return async (values: TagValues | null): Promise<NamedTag[]> => {
		const entries = Object.entries(values ?? {});
		if (entries.length === 0) return [];
		known ??= listTags(session);
		const tags = await known;
		return Promise.all(
			entries.map(async ([slug, { value }]) => ({
				name: tags.get(slug)?.name ?? slug,
				value: await toText(tags.get(slug), value),
			})),
		);
	};
}

const nothing = () => undefined;

async function listTags(
	session: Session,
): Promise<ReadonlyMap<string, ListedTag>> {
	const tags = new Map<string, ListedTag>();
	if (may(session, "organization:read"))
		try {
			for await (const tag of session.client.listTags({ limit: 100 }))
				tags.set(tag.id, tag);
		} catch {
			// The tags are then shown by their ids.
		}
	return tags;
}

/** The name of a tax, such as `GST 18%`; undefined if it cannot be read. */
export async function readTaxName(
	session: Session,
	list: "listGstTaxes" | "listTdsTaxes",
	id: number | null | undefined,
): Promise<string | undefined> {
	if (id === null || id === undefined) return undefined;
	return (await readTaxNames(session, list)).get(id);
}

export async function readTaxNames(
	session: Session,
	list: "listGstTaxes" | "listTdsTaxes",
): Promise<ReadonlyMap<number, string>> {
	const names = new Map<number, string>();
	if (may(session, "organization:read"))
		try {
			for await (const tax of session.client[list]({ limit: 100 }))
				names.set(tax.id, tax.name);
		} catch {
			// The taxes are then shown without their names.
		}
	return names;
}
