/** AWS's prices in us-east-1, in dollars, as published in November 2026. Other regions differ by some percent. */
export const dollars = {
	writeUnit: 0.625e-6,
	readUnit: 0.125e-6,
	httpRequest: 1e-6,
	invocation: 0.2e-6,
	queueRequest: 0.4e-6,
	/** On arm64. */
	gigabyteSecond: 0.0000133334,
	logByte: 0.5e-9,
};
