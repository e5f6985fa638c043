/** Where a page of records ends: well below the 6 MB that Lambda takes for an answer. */
export const pageMaxBytes = 4 * 1024 * 1024;

/**
 * Lambda takes answers of at most 6 MB (6,291,556 bytes): the rest is for headers and whatever else surrounds `data`.
 */
export const answerMaxBytes = 5 * 1024 * 1024;

/** Bytes of JSON in an answer, as Lambda counts: it hands the body on as text inside of JSON, where escapes are escaped again. */
export const jsonBytes = (json: string): number =>
	Buffer.byteLength(JSON.stringify(json));

export const bytesInAnswer = (value: unknown): number =>
	jsonBytes(JSON.stringify(value));

export const fitsAnswer = (data: object): boolean =>
	bytesInAnswer(data) <= answerMaxBytes;
