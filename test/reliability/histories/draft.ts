/** What every order must have. */
export const draft = {
	lineItems: [{ identifier: "line-1", quantity: 10, rate: 100 }],
	poType: "GOODS",
	matchingType: "TWO_WAY",
	poDate: "2026-11-21",
	gstin: "27AAPFU0939F1ZV",
};
