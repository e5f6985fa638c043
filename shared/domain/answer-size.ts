/** Where a page of records ends: well below the 6 MB that Lambda takes for an answer. */
export const pageMaxBytes = 4 * 1024 * 1024;

/** How many bytes of an answer a JSON text takes: Lambda hands the body on as text inside of JSON, escaped once more. */
export const bytesInAnswer = (json: string): number =>
	Buffer.byteLength(JSON.stringify(json));
