import { formatCount } from "./money.tsx";

/** Long lists are divided into pages of so many rows. */
export const rowsOfPage = 100;

export const pageOf = <Row,>(rows: readonly Row[], page: number) =>
	rows.slice(page * rowsOfPage, (page + 1) * rowsOfPage);

/** Leads through the pages of a list that is longer than one page. */
export function Pager({
	page,
	total,
	onPage,
}: {
	page: number;
	total: number;
	onPage: (page: number) => void;
}) {
	if (total <= rowsOfPage) return null;
	const last = Math.ceil(total / rowsOfPage) - 1;
	const [from, to] = [
		page * rowsOfPage + 1,
		Math.min(total, (page + 1) * rowsOfPage),
	];
	return (
		<nav class="pager" aria-label="Pages of the list">
			<button
				type="button"
				disabled={page === 0}
				onClick={() => onPage(page - 1)}
			>
				Previous
			</button>
			<span class="figures">
				{formatCount(from)}–{formatCount(to)} of {formatCount(total)}
			</span>
			<button
				type="button"
				disabled={page >= last}
				onClick={() => onPage(page + 1)}
			>
				Next
			</button>
		</nav>
	);
}
