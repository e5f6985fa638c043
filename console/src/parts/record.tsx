import type { ComponentChildren } from "preact";
import { Heading } from "../app/heading.tsx";

/** The page of one record: what it is and its state, its fields, and then what belongs to it. */
export const RecordPage = ({
	kind,
	title,
	focusOn,
	state,
	actions,
	children,
}: {
	/** The kind of record, such as "Invoice". */
	kind: string;
	title: string;
	/** When this value changes, the heading gets the focus. */
	focusOn: string;
	state: ComponentChildren;
	/** The buttons for what can be done with the record. */
	actions?: ComponentChildren;
	children: ComponentChildren;
}) => (
	<>
		<Heading title={title} kind={kind} focusOn={focusOn}>
			{state}
			{actions && <div class="record-actions">{actions}</div>}
		</Heading>
		{children}
	</>
);

/** A card with fields of a record. */
export const Fields = ({
	title,
	children,
}: {
	/** The title of the card; absent for the first card. */
	title?: string;
	children: ComponentChildren;
}) => (
	<section class="card" aria-label={title ?? "Details"}>
		{title && <h2>{title}</h2>}
		<dl class="record-fields">{children}</dl>
	</section>
);

/** One field. A dash is shown when the record has no value. */
export const Field = ({
	label,
	isWide = false,
	children,
}: {
	label: ComponentChildren;
	/** Whether the field has a line of its own, for long texts. */
	isWide?: boolean;
	children: ComponentChildren;
}) => (
	<div class={isWide ? "wide" : undefined}>
		<dt>{label}</dt>
		<dd>
			{children === null || children === undefined || children === "" ? (
				<span class="quiet">–</span>
			) : (
				children
			)}
		</dd>
	</div>
);

/** Prints the record, without what can only be pressed. */
export const PrintButton = () => (
	<button type="button" onClick={() => print()}>
		Print
	</button>
);
