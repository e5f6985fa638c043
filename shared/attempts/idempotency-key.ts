const keyMaxBytes = 256;
// biome-ignore lint/suspicious/noControlCharactersInRegex: spec 5 names them
const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/;

/** Why an idempotency key is invalid (spec 5, "Idempotency key" 2); undefined when it is valid. */
export function findKeyFault(key: string): string | undefined {
	if (key === "") return "must not be empty";
	if (Buffer.byteLength(key) > keyMaxBytes) {
		return `must not be longer than ${keyMaxBytes} bytes`;
	}
	if (controlCharacter.test(key)) return "must not contain control characters";
	return undefined;
}
