import type { Template } from "../../../../tools/local/template/template.ts";

export interface ShortTimes {
	/** Visibility timeout of the queues. */
	visibilitySeconds: number;
	/** The sweeper's. */
	abortAfterSeconds: number;
	resendAfterSeconds: number;
	abandonAfterSeconds: number;
}

/** No function is killed because the machine is slow: on AWS, one that is still at work has run for 29 s. */
const functionSeconds = 900;

/** The template with times that a test can wait for; its schedules run every second. */
export const withTimes =
	({ visibilitySeconds, ...sweeper }: ShortTimes) =>
	(template: Template): Template => ({
		...template,
		queues: template.queues.map((queue) => ({
			...queue,
			attributes: {
				...queue.attributes,
				VisibilityTimeout: `${visibilitySeconds}`,
			},
		})),
		schedules: template.schedules.map((schedule) => ({
			...schedule,
			everySeconds: 1,
		})),
		functions: template.functions.map((fn) => ({
			...fn,
			timeoutSeconds: functionSeconds,
			environment: {
				...fn.environment,
				...("ABANDON_AFTER_SECONDS" in fn.environment && {
					ABORT_AFTER_SECONDS: `${sweeper.abortAfterSeconds}`,
					RESEND_AFTER_SECONDS: `${sweeper.resendAfterSeconds}`,
					ABANDON_AFTER_SECONDS: `${sweeper.abandonAfterSeconds}`,
				}),
			},
		})),
	});
