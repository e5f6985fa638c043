import { shorten } from "../shared/domain/shorten.ts";
import { toOneLine } from "../shared/runtime/one-line.ts";

const pointerMaxCharacters = 200;

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
	new OrganizationFileError(
		`${shorten(pointer, pointerMaxCharacters) || "/"} ${reason}`,
	);

/** Does something with a file's contents; a refusal names the file too. */
export async function namingFile(
	path: string,
	action: () => Promise<void>,
): Promise<void> {
	try {
		await action();
	} catch (error) {
		if (error instanceof OrganizationFileError) throw error.in(path);
		throw error;
	}
}
