import { parameter, setParameters } from "../app/address.ts";

/** Views of a list, one of which is shown. The first view has no parameter in the address. */
export function Tabs<Id extends string>({
	label,
	name,
	tabs,
	current,
	clears = [],
}: {
	/** The label for screen readers, such as "Which runs". */
	label: string;
	/** The name of the parameter in the address. */
	name: string;
	tabs: readonly (readonly [id: Id, text: string])[];
	current: Id;
	/** Parameters that are removed when another view is chosen. */
	clears?: readonly string[];
}) {
	const [first] = tabs;
	return (
		<nav class="tabs" aria-label={label}>
			{tabs.map(([id, text]) => {
				const value = id === first?.[0] ? "" : id;
				return (
					<a
						key={id}
						href={value ? `?${name}=${value}` : location.pathname}
						aria-current={id === current ? "page" : undefined}
						onClick={(event) => {
							if (event.metaKey || event.ctrlKey || event.shiftKey) return;
							event.preventDefault();
							setParameters({
								...Object.fromEntries(clears.map((one) => [one, ""])),
								[name]: value,
							});
						}}
					>
						{text}
					</a>
				);
			})}
		</nav>
	);
}

/** The view that the address names, or the first. */
export const currentTab = <Id extends string>(
	name: string,
	tabs: readonly [
		readonly [id: Id, text: string],
		...(readonly (readonly [id: Id, text: string])[]),
	],
): Id => (tabs.find(([id]) => id === parameter(name)) ?? tabs[0])[0];
