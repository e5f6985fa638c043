/** An organization file that cannot be imported. Its message is one line that names the place. */
export class OrganizationFileError extends Error {
	override readonly name = "OrganizationFileError";
	readonly #reason: string;

	/** @param reason Begins with a JSON pointer, unless it concerns the file as such. */
	constructor(reason: string, path?: string) {
		super(toOneLine(path === undefined ? reason : `${path}: ${reason}`));
		this.#reason = reason;
	}

	/** The same, naming the file too. */
	in(path: string): OrganizationFileError {
		return new OrganizationFileError(this.#reason, path);
	}
}

/** @param pointer JSON pointer of the entry or value; empty for the whole file. */
export const refused = (pointer: string, reason: string) =>
	new OrganizationFileError(`${pointer || "/"} ${reason}`);

/** Names in a file may have line breaks in them. */
const toOneLine = (text: string) =>
	text.replaceAll(/\p{Cc}/gu, (character) =>
		JSON.stringify(character).slice(1, -1),
	);
