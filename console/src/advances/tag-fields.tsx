import { useSignal } from "@preact/signals";
import type { ListedTag } from "../../../client/src/generated/openapi.ts";
import { SelectField, TextField } from "../parts/field.tsx";
import { useLoad } from "../service/load.tsx";
import { useSession } from "../service/session.ts";
import type { Problems } from "./advance-draft.ts";

/** The organization's own fields: those that are required or filled, and others once they are added. */
export function TagFields({
	tags,
	values,
	required,
	neededText,
	problems,
	onChange,
}: {
	tags: readonly ListedTag[];
	values: Readonly<Record<string, string>>;
	required: ReadonlySet<string>;
	neededText: string;
	problems: Problems;
	onChange: (slug: string, text: string) => void;
}) {
	const added = useSignal<ReadonlySet<string>>(new Set(Object.keys(values)));
	const isShown = ({ id }: ListedTag) =>
		required.has(id) || added.value.has(id);
	const others = tags.filter((tag) => !isShown(tag));
	return (
		<>
			<div class="fields">
				{tags.filter(isShown).map((tag) => (
					<div key={tag.id} data-pointer={`/tags/${tag.id}/value`}>
						<TagField
							tag={tag}
							value={values[tag.id] ?? ""}
							hint={required.has(tag.id) ? neededText : undefined}
							error={problems.get(`/tags/${tag.id}/value`) ?? ""}
							onInput={(text) => onChange(tag.id, text)}
						/>
					</div>
				))}
			</div>
			{others.length > 0 && (
				<SelectField
					label="Add a field"
					value=""
					options={[
						["", "Choose…"],
						...others.map(({ id, name }) => [id, name] as const),
					]}
					onChange={(slug) => {
						if (slug !== "") added.value = new Set(added.value).add(slug);
					}}
				/>
			)}
		</>
	);
}

interface FieldProperties {
	tag: ListedTag;
	value: string;
	hint: string | undefined;
	error: string;
	onInput: (text: string) => void;
}

const TagField = (properties: FieldProperties) =>
	properties.tag.type === "DROPDOWN" ? (
		<ChoiceField {...properties} />
	) : (
		<TextField
			label={<bdi>{properties.tag.name}</bdi>}
			type={properties.tag.type === "DATETIME" ? "date" : "text"}
			value={properties.value}
			hint={properties.hint}
			error={properties.error}
			onInput={properties.onInput}
		/>
	);

function ChoiceField({ tag, value, hint, error, onInput }: FieldProperties) {
	const { client } = useSession();
	const read = useLoad(`tag ${tag.id}`, (signal) =>
		client.getTag(tag.id, { signal }),
	);
	const options = read.kind === "READY" ? (read.data.options ?? []) : [];
	const isListed = options.some(({ id }) => String(id) === value);
	return (
		<SelectField
			label={<bdi>{tag.name}</bdi>}
			value={value}
			hint={hint}
			error={error || (read.kind === "FAILED" ? read.failure.title : "")}
			options={[
				["", read.kind === "LOADING" ? "Loading…" : "Choose…"],
				...(value === "" || isListed ? [] : [[value, value] as const]),
				...options.map(({ id, name }) => [String(id), name] as const),
			]}
			onChange={onInput}
		/>
	);
}
