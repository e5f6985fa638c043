import { expect, it } from "vitest";
import {
	type FileRow,
	noCells,
} from "../../../../client/src/pay-file/input/file-row.ts";
import { planRequests } from "../../../../client/src/pay-file/run/pay-rows.ts";

const rowOf = (slug: string, narration = ""): FileRow => ({
	line: 1,
	cells: { ...noCells, invoiceId: slug, amount: "1", narration },
	texts: [],
	payment: { slug, amount: "1", inRupees: false, narration },
	problems: [],
});

const sizes = (rows: readonly FileRow[]) => {
	const requests = planRequests(rows, [...rows.keys()]);
	// Each row once, in the file's order.
	expect(requests.flat()).toEqual([...rows.keys()]);
	return requests.map(({ length }) => length);
};

it("11.4: a request has at most 5,000 rows", () => {
	const rows = Array.from({ length: 10_001 }, (_, index) =>
		rowOf(`i-${index}`),
	);
	expect(sizes(rows)).toEqual([5_000, 5_000, 1]);
});

it("11.4: a request has at most 100 rows of one invoice, which the service stores together", () => {
	const rows = Array.from({ length: 250 }, () => rowOf("i"));
	expect(sizes(rows)).toEqual([100, 100, 50]);
});

it("11.4: a request has at most 3 MB", () => {
	// {"slug":"i-1000","amount":1,"narration":"…"} and a comma are 1,500 bytes.
	const rows = Array.from({ length: 2_001 }, (_, index) =>
		rowOf(`i-${1_000 + index}`, `x${"₹".repeat(485)}`),
	);
	expect(sizes(rows)).toEqual([2_000, 1]);
});

it("11.4: rows that are not to be paid are in no request", () => {
	const rows = Array.from({ length: 5 }, (_, index) => rowOf(`i-${index}`));
	delete rows[2]?.payment;
	delete rows[4]?.payment?.slug;
	expect(planRequests(rows, [1, 2, 3, 4])).toEqual([[1, 3]]);
	expect(planRequests(rows, [])).toEqual([]);
});
