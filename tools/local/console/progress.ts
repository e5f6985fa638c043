/** Shows what a start is doing. */
export interface Progress {
	/**
	 * Does one step of the start.
	 *
	 * @param work Gets a function that says what the step is doing.
	 */
	step<Result>(
		title: string,
		work: (note: (text: string) => void) => Promise<Result>,
	): Promise<Result>;
}

export const noProgress: Progress = { step: (_, work) => work(() => {}) };

/** Writes a line for each step: its title, what it is doing, and the seconds that it took. */
export const writtenProgress = (write: (text: string) => void): Progress => ({
	async step(title, work) {
		const startedAt = performance.now();
		write(title);
		try {
			const result = await work((text) => write(` ${text}`));
			const seconds = (performance.now() - startedAt) / 1_000;
			write(` (${seconds.toFixed(1)} s)\n`);
			return result;
		} catch (error) {
			// The message follows in a line of its own.
			write(" failed\n");
			throw error;
		}
	},
});
