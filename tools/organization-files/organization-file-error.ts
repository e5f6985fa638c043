import { toSingleLine } from "../../shared/logging/terminal-text.ts";
import { shorten } from "../../shared/text/shorten.ts";

const pointerMaxCharacters = 200;

/** An organization file cannot be imported. The message is one line with the JSON pointer. */
export class OrganizationFileError extends Error {
	override readonly name = "OrganizationFileError";
	/** The JSON pointer of the entry or value; empty for the whole file, and null when the file cannot be read. */
	readonly pointer: string | null;
	readonly reason: string;

	constructor(pointer: string | null, reason: string) {
		const place =
			pointer === null
				? ""
				: `${shorten(pointer, pointerMaxCharacters) || "/"} `;
		super(toSingleLine(`${place}${reason}`));
		this.pointer = pointer;
		this.reason = reason;
	}

	/** Returns the same error with the file's path in its message. */
	in(path: string): OrganizationFileError {
		return this.#with(toSingleLine(`${path}: ${this.message}`));
	}

	/**
	 * Returns the same error with the number of all errors of the file in its message.
	 *
	 * @param addition The end of the message.
	 */
	firstOf(count: number, addition: string): OrganizationFileError {
		const number = count === 1 ? "" : ` (first of ${count} errors)`;
		return this.#with(`${this.message}${number}${addition}`);
	}

	#with(message: string): OrganizationFileError {
		const error = new OrganizationFileError(this.pointer, this.reason);
		error.message = message;
		return error;
	}
}

/** Receives the errors of a file, one after the other. */
export type Report = (error: OrganizationFileError) => void;

/** Makes the error for an entry or a value. */
export const refused = (pointer: string, reason: string) =>
	new OrganizationFileError(pointer, reason);

/** @throws The first of several errors, with their number. */
export function throwFirst(
	errors: readonly OrganizationFileError[],
	addition = "",
) {
	const [first] = errors;
	if (first) throw first.firstOf(errors.length, addition);
}

/** Runs an action on a file's contents. An `OrganizationFileError` gets the file's path. */
export async function withFilePath<T>(
	path: string,
	action: () => Promise<T>,
): Promise<T> {
	try {
		return await action();
	} catch (error) {
		if (error instanceof OrganizationFileError) throw error.in(path);
		throw error;
	}
}
