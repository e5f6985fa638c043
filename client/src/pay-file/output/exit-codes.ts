/** `options/help.ts` explains them to the user. */
export const exitCodes = {
	paid: 0,
	notAllPaid: 1,
	badInput: 2,
	unknownOutcome: 3,
	stopped: 4,
	interrupted: 130,
} as const;
