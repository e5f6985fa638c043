/** The file, the options or the journal do not allow a run; the message is for the user. Nothing was paid by this run. */
export class InputError extends Error {
	override name = "InputError";
}

/** Why the system refused a file, in the words of a user. */
export function describeSystemError(error: unknown): string {
	const code = error instanceof Error && "code" in error ? error.code : "";
	return (
		reasons[String(code)] ??
		(error instanceof Error ? error.message : String(error))
	);
}

const reasons: Partial<Record<string, string>> = {
	ENOENT: "there is no such file or folder",
	ENOTDIR: "there is no such folder",
	EISDIR: "it is a folder",
	EACCES: "you have no right to",
	EPERM: "you have no right to, or another program has it open",
	EBUSY: "another program has it open: close it there",
	EROFS: "the disk can only be read",
	ENOSPC: "the disk is full",
	EDQUOT: "your space on the disk is used up",
	EMFILE: "too many files are open",
	ENAMETOOLONG: "its name is too long",
	EIO: "the disk is faulty",
};

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
		throw new InputError(
			`${what} cannot be opened: ${describeSystemError(error)}`,
		);
	}
}
