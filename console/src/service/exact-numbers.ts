/** A text in JSON, or a number with more than 15 digits. */
const textOrLongNumber = /"(?:[^"\\]|\\.)*"|(-?\d[\d.]{15,}(?:[eE][-+]?\d+)?)/g;

/** Numbers with more digits than JavaScript keeps become texts, so that no amount is ever shown wrong. */
export const withExactNumbers = (json: string): string =>
	json.replace(textOrLongNumber, (whole, number?: string) =>
		number === undefined ? whole : `"${number}"`,
	);
