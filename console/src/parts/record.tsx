import type { ComponentChildren } from "preact";
import { Heading } from "../app/heading.tsx";

/** The page of one record: what it is and its state, its fields, then what belongs to it. */
export const RecordPage = ({
	kind,
	title,
	focusOn,
	state,
	actions,
	children,
}: {
	/** Such as "Invoice". */
	kind: string;
	title: string;
	/** Another one moves the focus to the heading. */
	focusOn: string;
	state: ComponentChildren;
	/** What can be done with it. */
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

/** Fields of a record. */
export const Fields = ({
	title,
	children,
}: {
	/** Of the card; absent for the first. */
	title?: string;
	children: ComponentChildren;
}) => (
	<section class="card" aria-label={title ?? "Details"}>
		{title && <h2>{title}</h2>}
		<dl class="record-fields">{children}</dl>
	</section>
);

/** One field. A dash says that the record has none. */
export const Field = ({
	label,
	isWide = false,
	children,
}: {
	label: ComponentChildren;
	/** Long texts have a line of their own. */
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
