/** A rule that invokes functions at a fixed rate. */
export interface TemplateSchedule {
	ruleArn: string;
	everySeconds: number;
	functionArns: string[];
}

export interface RuleProperties {
	ScheduleExpression?: string;
	Targets?: { Arn: string }[];
}

/** @throws When the rule has no fixed rate. */
export function toSchedule(
	ruleArn: string,
	{ ScheduleExpression = "", Targets = [] }: RuleProperties,
): TemplateSchedule {
	const [, count, unit = ""] =
		/^rate\((\d+) (minute|hour|day)s?\)$/.exec(ScheduleExpression) ?? [];
	const unitSeconds = secondsIn[unit];
	if (!unitSeconds)
		throw new Error(
			`The local stack runs rules at a fixed rate; ${ruleArn} has "${ScheduleExpression}"`,
		);
	return {
		ruleArn,
		everySeconds: Number(count) * unitSeconds,
		functionArns: Targets.map(({ Arn }) => Arn),
	};
}

const secondsIn: Record<string, number> = {
	minute: 60,
	hour: 3_600,
	day: 86_400,
};
