/** Size limit of a page of records: well below the 6 MB that Lambda allows for a response. */
export const pageMaxBytes = 4 * 1024 * 1024;

/**
 * Size limit of `data`. Lambda allows responses of 6 MB (6,291,556 bytes); the difference is for headers and the
 * envelope.
 */
export const answerMaxBytes = 5 * 1024 * 1024;

/**
 * The size of JSON in a response, as Lambda counts it: the body is a string inside JSON, so escapes are escaped again.
 */
export const jsonBytes = (json: string): number =>
	Buffer.byteLength(JSON.stringify(json));

export const bytesInAnswer = (value: unknown): number =>
	jsonBytes(JSON.stringify(value));

export const fitsAnswer = (data: object): boolean =>
	bytesInAnswer(data) <= answerMaxBytes;
