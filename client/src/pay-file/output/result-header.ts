/** The columns of a result file. */
export const resultHeader = [
	...["line", "slug", "amount", "utr", "paymentDate", "status", "reason"],
	...["message", "idempotencyKey", "bulkActionSlug"],
];

/** Paying a result file would pay the rows of its file once more. */
export const isResultHeader = (headers: readonly string[]) =>
	resultHeader.every((name) => headers.includes(name));
