import { AsyncLocalStorage } from "node:async_hooks";

/** What a request, a chunk or a sweep has done so far, for its log line and metrics. */
export interface Activity {
	/** A time of `performance.now`. */
	startedAt: number;
	/** The number of calls sent to AWS, including each retry by the SDK. */
	awsCalls: number;
	/** Writes without an answer whose outcome was read afterwards. */
	outcomesSettled: number;
}

/** Not an argument, because the SDK calls its middleware, and one client serves several requests and chunks. */
const current = new AsyncLocalStorage<Activity>();

/** Everything that `act` does is counted in its activity. */
export function withActivity<T>(act: (activity: Activity) => T): T {
	const startedAt = performance.now();
	const activity = { startedAt, awsCalls: 0, outcomesSettled: 0 };
	return current.run(activity, () => act(activity));
}

export const currentActivity = (): Activity | undefined => current.getStore();

export const elapsedMilliseconds = ({ startedAt }: Activity): number =>
	Math.round(performance.now() - startedAt);

/** A middleware for the clients of the SDK. At the end of the stack (`lastStep`), it runs once for each attempt. */
export const countAwsCalls =
	<Args, Result>(next: (args: Args) => Result) =>
	(args: Args): Result => {
		const activity = current.getStore();
		if (activity) activity.awsCalls += 1;
		return next(args);
	};

export const lastStep = {
	step: "deserialize",
	priority: "low",
	name: "countAwsCalls",
} as const;

export function countSettled(outcomes: number) {
	const activity = current.getStore();
	if (activity) activity.outcomesSettled += outcomes;
}
