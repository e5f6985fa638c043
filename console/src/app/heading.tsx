import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Whether this is the first page, which the browser announces by itself. */
let isFirst = true;

/**
 * The heading of a page. It gets the focus when the page or its step changes, so that a screen reader says where one is.
 */
export function Heading({
	title,
	kind,
	focusOn = title,
	children,
}: {
	title: string;
	/** What the title names, such as "Invoice". */
	kind?: string | undefined;
	focusOn?: string;
	/** Shown beside the heading: a state, or what can be done. */
	children?: ComponentChildren;
}) {
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		document.title = `${title} – Payments`;
		if (!isFirst) heading.current?.focus({ preventScroll: true });
		isFirst = false;
	}, [focusOn]);
	return (
		<div class="page-heading">
			<h1 ref={heading} tabIndex={-1}>
				{kind && <span class="title-kind">{kind} </span>}
				<bdi>{title}</bdi>
			</h1>
			{children}
		</div>
	);
}
