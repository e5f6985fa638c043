import { randomUUID } from "node:crypto";
import type { ScheduledEvent } from "aws-lambda";
import type { FunctionHost } from "./function-host.ts";
import { account } from "./template/account.ts";
import type { TemplateSchedule } from "./template/template-schedule.ts";

/**
 * How many invocations of a function run at once, which is as many as are reserved for the sweeper. On a machine that
 * needs longer for one than its schedule's period, more would slow each other down until all time out.
 */
const invocationsMax = 2;

export interface Schedules {
	/** Stops invoking, and waits for running invocations. */
	stop(): Promise<void>;
}

/**
 * Invokes functions at their schedules' rates, as EventBridge does, even while the previous invocation is running. The
 * first invocation is immediate, so that the sweeper looks after the batches of a killed stack.
 */
export function startSchedules(
	schedules: readonly TemplateSchedule[],
	host: Pick<FunctionHost, "invoke">,
): Schedules {
	/** The running invocations by the function's ARN. */
	const running = new Map<string, Set<Promise<unknown>>>();

	function run({ ruleArn, functionArns }: TemplateSchedule) {
		for (const functionArn of functionArns) {
			const ofFunction = running.get(functionArn) ?? new Set();
			running.set(functionArn, ofFunction);
			if (ofFunction.size === invocationsMax) continue;
			// The outcome is not used, because the function logs its own failures.
			const invocation = host.invoke(functionArn, toScheduledEvent(ruleArn));
			ofFunction.add(invocation);
			void invocation.finally(() => ofFunction.delete(invocation));
		}
	}

	const timers = schedules.map((schedule) => {
		run(schedule);
		return setInterval(run, schedule.everySeconds * 1_000, schedule);
	});
	return {
		async stop() {
			for (const timer of timers) clearInterval(timer);
			await Promise.all([...running.values()].flatMap((all) => [...all]));
		},
	};
}

const toScheduledEvent = (
	ruleArn: string,
): ScheduledEvent<Record<string, never>> => ({
	version: "0",
	id: randomUUID(),
	"detail-type": "Scheduled Event",
	source: "aws.events",
	account: account.id,
	time: new Date().toISOString().replace(/\.\d+/, ""),
	region: account.region,
	resources: [ruleArn],
	detail: {},
});
