import type { ComponentChildren } from "preact";
import type { List } from "../service/list.ts";
import { Loaded } from "../service/load.tsx";
import type { Choice } from "./choice.ts";
import { FailureCard } from "./failure-card.tsx";
import {
	type Amount,
	formatCount,
	formatSums,
	sumByCurrency,
} from "./money.tsx";

export interface Column<Item> {
	name: string;
	/**
	 * `head` names the record, `number` and `money` are figures, `wide` has a line of its own on a phone, and `day` stays
	 * in one line.
	 */
	kind?: "head" | "number" | "money" | "wide" | "day";
	/** Whether the name is shown on a phone, where columns have no headings. */
	isNamed?: boolean;
	cell: (item: Item) => ComponentChildren;
}

/** A list of records as far as it was read, with its sum, or the reason why there is nothing to see. */
export function ListCard<Item>({
	title,
	what,
	list,
	columns,
	keyOf,
	amountOf,
	amountText = "",
	choice,
	children,
}: {
	/** The title of the table, such as "Invoices". */
	title: string;
	/** What is listed, such as "the invoices". */
	what: string;
	list: List<Item>;
	columns: readonly Column<Item>[];
	keyOf: (item: Item) => string;
	/** The amount of an item, which is added up. */
	amountOf?: (item: Item) => { currency: string | null; amount: Amount };
	/** The word after the sum, such as "due". */
	amountText?: string;
	/** Which rows are chosen; absent when rows cannot be chosen. */
	choice?: Choice<Item> | undefined;
	/** Shown in place of an empty list; it says what to do. */
	children: ComponentChildren;
}) {
	return (
		<Loaded of={list.loading} what={what}>
			{(items) =>
				items.length === 0 && !list.more ? (
					<section class="card empty">{children}</section>
				) : (
					<section class="card flush" aria-label={title}>
						{items.length > 0 && (
							<div class="scroll">
								<table class="records">
									<thead>
										<tr>
											{choice && <ChooseAll items={items} choice={choice} />}
											{columns.map(({ name, kind }) => (
												<th key={name} scope="col" class={classOf(kind)}>
													{name}
												</th>
											))}
										</tr>
									</thead>
									<tbody>
										{items.map((item) => (
											<tr key={keyOf(item)}>
												{choice && <Choose item={item} choice={choice} />}
												{columns.map((column) => (
													<Cell key={column.name} column={column} item={item} />
												))}
											</tr>
										))}
									</tbody>
								</table>
							</div>
						)}
						<ListFoot
							list={list}
							items={items}
							amountOf={amountOf}
							amountText={amountText}
						/>
					</section>
				)
			}
		</Loaded>
	);
}

const classOf = (kind: Column<unknown>["kind"]) =>
	kind === "money" ? "number money" : kind;

function Cell<Item>({
	column: { name, kind, isNamed, cell },
	item,
}: {
	column: Column<Item>;
	item: Item;
}) {
	if (kind === "head") return <th scope="row">{cell(item)}</th>;
	return (
		<td class={classOf(kind)} data-label={isNamed ? name : undefined}>
			{cell(item)}
		</td>
	);
}

function Choose<Item>({ item, choice }: { item: Item; choice: Choice<Item> }) {
	const label = choice.labelOf(item);
	return (
		<td class="choose">
			{label !== undefined && (
				<input
					type="checkbox"
					aria-label={label}
					checked={choice.isChosen(item)}
					onChange={(event) =>
						choice.choose([item], event.currentTarget.checked)
					}
				/>
			)}
		</td>
	);
}

function ChooseAll<Item>({
	items,
	choice,
}: {
	items: readonly Item[];
	choice: Choice<Item>;
}) {
	const possible = items.filter((one) => choice.labelOf(one) !== undefined);
	const chosen = possible.filter(choice.isChosen).length;
	return (
		<td class="choose">
			<input
				type="checkbox"
				aria-label="Choose all that are shown"
				checked={chosen > 0 && chosen === possible.length}
				indeterminate={chosen > 0 && chosen < possible.length}
				disabled={possible.length === 0}
				onChange={(event) =>
					choice.choose(possible, event.currentTarget.checked)
				}
			/>
		</td>
	);
}

function ListFoot<Item>({
	list,
	items,
	amountOf,
	amountText,
}: {
	amountText: string;
	list: List<Item>;
	items: readonly Item[];
	amountOf:
		| ((item: Item) => { currency: string | null; amount: Amount })
		| undefined;
}) {
	const shown = formatCount(items.length);
	return (
		<More list={list}>
			{items.length === 0
				? "None was found so far."
				: list.more
					? `The first ${shown}`
					: `${shown} in all`}
			{amountOf && items.length > 0 && (
				<>
					{": "}
					<b class="figures">
						{formatSums(sumByCurrency(items.map(amountOf)))}
					</b>
					{amountText && ` ${amountText}`}
				</>
			)}
		</More>
	);
}

/** The foot of a list, which says what is shown and lets one see more. */
export function More<Item>({
	list: { more, isReading, failure },
	children,
}: {
	list: Omit<List<Item>, "loading">;
	children?: ComponentChildren;
}) {
	if (!more && !children) return null;
	return (
		<div class="card-foot list-foot">
			{failure && <FailureCard failure={failure} />}
			<p class="quiet" role="status">
				{children}
			</p>
			{more && (
				<button type="button" aria-disabled={isReading} onClick={more}>
					{isReading ? "Loading…" : "Show more"}
				</button>
			)}
		</div>
	);
}
