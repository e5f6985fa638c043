import { shorten } from "../shared/domain/shorten.ts";
import { toOneLine } from "../shared/runtime/one-line.ts";

const pointerMaxCharacters = 200;

/** An organization file cannot be imported. The message is one line with the JSON pointer. */
export class OrganizationFileError extends Error {
	override readonly name = "OrganizationFileError";
	readonly #reason: string;

	/** @param reason Begins with a JSON pointer, unless the file cannot be read. */
	constructor(reason: string, path?: string) {
		super(toOneLine(path === undefined ? reason : `${path}: ${reason}`));
		this.#reason = reason;
	}

	/** The same error with the file's path in its message. */
	in(path: string): OrganizationFileError {
		return new OrganizationFileError(this.#reason, path);
	}
}

/**
 * The error for an entry or value.
 *
 * @param pointer JSON pointer; empty for the whole file.
 */
export const refused = (pointer: string, reason: string) =>
	new OrganizationFileError(
		`${shorten(pointer, pointerMaxCharacters) || "/"} ${reason}`,
	);

/** Runs an action on a file's contents. An `OrganizationFileError` gets the file's path. */
export async function withFilePath(
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
