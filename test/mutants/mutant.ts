/** A bug that someone could plant, and the test that finds it. */
export interface Mutant {
	/** The id is unique, in kebab case. */
	id: string;
	/** What the bug does. */
	what: string;
	/** The path is relative to the project's root. */
	file: string;
	/** Stands exactly once in the file, in any format. */
	search: string;
	replace: string;
	/** File of the test that finds it, from the project's root. */
	test: string;
	/** Pattern of the titles to run; all tests of the file when absent. */
	only?: string;
	/** The file takes very long: without bugs, too, only the titles of `only` are run. */
	isLong?: true;
}
