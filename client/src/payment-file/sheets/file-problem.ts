/** Why a file cannot be read. The message is for the person who has the file, and says what to do. */
export class FileProblem extends Error {
	override name = "FileProblem";
}
