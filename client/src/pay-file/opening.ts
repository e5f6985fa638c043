import { InputError } from "./input-error.ts";

/**
 * Opens a file of the run.
 *
 * @throws InputError that names the file, when the system refuses to open it.
 */
export function opening<File>(what: string, open: () => File): File {
	try {
		return open();
	} catch (error) {
		if (!(error instanceof Error && "code" in error)) throw error;
		throw new InputError(`${what} cannot be opened (${error.message})`);
	}
}
