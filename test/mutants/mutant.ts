/** A bug that someone could write, and the test that finds it. */
export interface Mutant {
	/** The id is unique, in kebab case. */
	id: string;
	/** What the bug does. */
	what: string;
	/** The path is relative to the project's root, as that of `test` is. */
	file: string;
	/** The text that the bug replaces. It occurs once in the file. */
	search: string;
	replace: string;
	test: string;
	/** A pattern of the test's titles, for a file that takes long. */
	only?: string;
}
