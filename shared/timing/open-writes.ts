/**
 * Counts the writes of a request that may still take effect: those that were sent and are neither answered nor fenced
 * (ADR 4).
 */
export class OpenWrites {
	#count = 0;

	get isNone(): boolean {
		return this.#count === 0;
	}

	/** Counts a write as open from now on, unless it is answered. */
	async track<T>(
		send: () => Promise<T>,
		isAnswer: (error: unknown) => boolean,
	): Promise<T> {
		this.#count += 1;
		try {
			const answer = await send();
			this.#count -= 1;
			return answer;
		} catch (error) {
			if (isAnswer(error)) this.#count -= 1;
			throw error;
		}
	}

	/**
	 * Runs writes of which none is open when `act` returns, because each was answered or is fenced. No other write of the
	 * request may run meanwhile.
	 */
	async fenced<T>(act: () => Promise<T>): Promise<T> {
		const before = this.#count;
		const outcome = await act();
		this.#count = before;
		return outcome;
	}
}
