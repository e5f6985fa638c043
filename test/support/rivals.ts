import { forEachConcurrently } from "../../shared/timing/concurrently.ts";

/** More at once, on a slow machine, use up the SDK's retries: a process of the service handles one request. */
const atOnce = 16;

/** Runs so many rivals for one thing, 16 at once. Returns their answers in order. */
export async function rivals<T>(
	count: number,
	act: (index: number) => Promise<T>,
): Promise<T[]> {
	const answers: T[] = [];
	await forEachConcurrently(Array(count).keys(), atOnce, async (index) => {
		answers[index] = await act(index);
	});
	return answers;
}
