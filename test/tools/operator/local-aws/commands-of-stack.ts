import { Template } from "aws-cdk-lib/assertions";
import type { FunctionHost } from "../../../../tools/local/function-host.ts";
import { unbundledStack } from "../../../lib/unbundled-stack.ts";
import type { AwsCommands, AwsOptions } from "./imitate-aws.ts";

/** What an operator can switch on AWS, on the local stack. */
export interface Switches {
	mapping: { isEnabled(): boolean; enable(): void };
	schedule: { isEnabled(): boolean; enable(): void };
	host: Pick<FunctionHost, "invoke">;
	/** The arn of a function by its name. */
	arnOf(functionName: string): string;
	/** How many executions the account allows at once. */
	concurrencyLimit: number;
}

/** The stage of the local stack. */
const stack = unbundledStack("dev");
const { Resources } = Template.fromStack(stack).toJSON();
const resources = Object.entries<{ Type: string; Properties: object }>(
	Resources,
).map(([LogicalResourceId, { Type, Properties }]) => ({
	LogicalResourceId,
	ResourceType: Type,
	PhysicalResourceId: `${stack.stackName}-${LogicalResourceId}`,
	Properties,
}));

/** The commands of the runbook that need AWS, on the local stack; each must name the resource that it is about. */
export const commandsOfStack = ({
	mapping,
	schedule,
	host,
	arnOf,
	concurrencyLimit,
}: Switches): AwsCommands => ({
	"cloudformation list-stack-resources": ({ "stack-name": name }) => {
		if (name !== stack.stackName)
			throw new Error(`Stack with id ${name} does not exist`);
		return { answer: { StackResourceSummaries: resources } };
	},
	"lambda get-event-source-mapping": (options) => {
		find(options, "uuid", "AWS::Lambda::EventSourceMapping", /^PaymentWorker/);
		return {
			answer: {
				State: mapping.isEnabled() ? "Enabled" : "Disabled",
				StateTransitionReason: "USER_INITIATED",
				LastProcessingResult: "No records processed",
			},
		};
	},
	"lambda update-event-source-mapping": (options) => {
		find(options, "uuid", "AWS::Lambda::EventSourceMapping", /^PaymentWorker/);
		if (options.enabled === undefined) throw new Error("--enabled is missing");
		mapping.enable();
		return { answer: { State: "Enabling" } };
	},
	"events describe-rule": (options) => {
		const { Properties } = findRule(options);
		const State = schedule.isEnabled() ? "ENABLED" : "DISABLED";
		return { answer: { ...Properties, State } };
	},
	"events enable-rule": (options) => {
		findRule(options);
		schedule.enable();
		return { answer: undefined };
	},
	"lambda invoke": async (options) => {
		const { PhysicalResourceId } = find(
			options,
			"function-name",
			"AWS::Lambda::Function",
			/^BatchSweeper/,
		);
		const outcome = await host.invoke(arnOf(PhysicalResourceId), {});
		if ("failure" in outcome) throw new Error(outcome.failure);
		const answer = { StatusCode: 200, ExecutedVersion: "$LATEST" };
		return { payload: outcome.answer, answer };
	},
	"lambda get-account-settings": () => ({
		answer: { AccountLimit: { ConcurrentExecutions: concurrencyLimit } },
	}),
});

const findRule = (options: AwsOptions) =>
	find(options, "name", "AWS::Events::Rule", /^SweepSchedule/);

/** The resource that an option names, which must be this one. */
function find(
	options: AwsOptions,
	option: string,
	type: string,
	logicalId: RegExp,
) {
	const found = resources.find(
		(one) =>
			one.PhysicalResourceId === options[option] && one.ResourceType === type,
	);
	if (!found || !logicalId.test(found.LogicalResourceId))
		throw new Error(`--${option} ${options[option]} names no such ${type}`);
	return found;
}
