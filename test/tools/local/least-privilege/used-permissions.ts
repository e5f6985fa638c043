import type { AwsCall } from "../../../../tools/local/aws-gateway/aws-call.ts";
import {
	type RequiredPermission,
	requiredPermissions,
} from "../../../../tools/local/aws-gateway/refusals/required-permissions.ts";
import { functionFolder } from "../../../../tools/local/template/function-folder.ts";
import type { TemplateFunction } from "../../../../tools/local/template/template-function.ts";

/** `mark-as-paid dynamodb:GetItem arn:aws:dynamodb:…` */
type Use = string;

const toUse = (name: string, { action, resource }: RequiredPermission): Use =>
	`${name} ${action} ${resource}`;

/** The function that made a call; undefined: someone else. A queue's poller acts under the role of its function. */
export const callerOf = ({ accessKeyId }: AwsCall): string | undefined =>
	functionFolder(accessKeyId.replace(/^poller/, "").replace(/-\d+$/, ""));

/** What a call needs, as the roles state it. */
export function usesOf(call: AwsCall): Use[] {
	const caller = callerOf(call);
	if (caller === undefined) return [];
	return requiredPermissions(call).map((one) => toUse(caller, one));
}

/** What the roles allow, except what no code of ours does. */
export const grantedUses = (functions: readonly TemplateFunction[]): Set<Use> =>
	new Set(
		functions.flatMap(({ name, role }) =>
			role
				.filter(({ deniedKeys }) => !deniedKeys)
				.flatMap(({ actions, resources }) =>
					actions
						.filter((action) => !usedByLambda.has(action))
						.flatMap((action) =>
							resources
								.filter((resource) => !isUsedOnAwsOnly(action, resource))
								.map((resource) =>
									toUse(functionFolder(name) ?? name, { action, resource }),
								),
						),
				),
		),
	);

/**
 * Lambda itself writes the logs, and reads the table's stream, which the local stack reads in the engine's file. Its
 * poller of a queue also asks for these; the local one needs only to receive and delete.
 */
const usedByLambda: ReadonlySet<string> = new Set([
	"dynamodb:DescribeStream",
	"dynamodb:GetRecords",
	"dynamodb:GetShardIterator",
	"dynamodb:ListStreams",
	"logs:CreateLogStream",
	"logs:PutLogEvents",
	"sqs:ChangeMessageVisibility",
	"sqs:GetQueueAttributes",
	"sqs:GetQueueUrl",
]);

/**
 * SES authorizes by the identity that it has verified: the address or its domain. Positions of records that were given up
 * are sent by Lambda.
 */
const isUsedOnAwsOnly = (action: string, resource: string): boolean =>
	(action === "ses:SendEmail" && !resource.includes("@")) ||
	(action === "sqs:SendMessage" &&
		resource.includes("NotificationDeadLetterQueue"));

/** The refusals of the gateway in a function's output, as the function logs them. */
export function refusedUses(output: string): Use[] {
	const refusals = output.matchAll(
		/(\S+) is not authorized to perform: (\S+) on resource: ([\w:/.-]+)/g,
	);
	return [
		...new Set(
			[...refusals].map(([, caller = "", action = "", resource = ""]) =>
				toUse(functionFolder(caller) ?? caller, { action, resource }),
			),
		),
	];
}
