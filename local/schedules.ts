import { randomUUID } from "node:crypto";
import type { ScheduledEvent } from "aws-lambda";
import type { FunctionHost } from "./function-host.ts";
import { account } from "./template/account.ts";
import type { TemplateSchedule } from "./template/template-schedule.ts";

export interface Schedules {
	/** Stops invoking, and waits for running invocations. */
	stop(): Promise<void>;
}

/**
 * Invokes functions at their schedules' rates, as EventBridge does, whether or not the last invocation has ended. The
 * first invocation comes at once, so that what a killed stack left behind is handled at the next start.
 */
export function startSchedules(
	schedules: readonly TemplateSchedule[],
	host: Pick<FunctionHost, "invoke">,
): Schedules {
	const running = new Set<Promise<unknown>>();

	function run({ ruleArn, functionArns }: TemplateSchedule) {
		for (const functionArn of functionArns) {
			// The function has logged its own failure.
			const invocation = host.invoke(functionArn, toScheduledEvent(ruleArn));
			running.add(invocation);
			void invocation.finally(() => running.delete(invocation));
		}
	}

	const timers = schedules.map((schedule) => {
		run(schedule);
		return setInterval(run, schedule.everySeconds * 1_000, schedule);
	});
	return {
		async stop() {
			for (const timer of timers) clearInterval(timer);
			await Promise.all(running);
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
