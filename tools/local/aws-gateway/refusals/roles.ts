import type { TemplateFunction } from "../../template/template-function.ts";
import type { DeniedKeys } from "../../template/template-role.ts";
import type { AwsAnswer, AwsCall } from "../aws-call.ts";
import { jsonAnswer } from "../aws-error.ts";
import { requiredPermissions } from "./required-permissions.ts";

/** Authorizes a call as IAM does. Returns the error response; undefined when the call is allowed. */
export type Authorize = (call: AwsCall) => AwsAnswer | undefined;

export type FunctionRole = Pick<TemplateFunction, "name" | "role">;

/**
 * Enforces the roles that the template gives the functions. A function is identified by the access key id of its
 * environment. A queue's poller acts under the role of its function. All other callers, such as the operator, are
 * allowed everything.
 */
export function toAuthorize(functions: readonly FunctionRole[]): Authorize {
	const roles = new Map(functions.map(({ name, role }) => [name, role]));
	return (call) => {
		const functionName = toFunctionName(call.accessKeyId);
		const role = roles.get(functionName);
		if (!role) return undefined;
		const denied = requiredPermissions(call).find(
			({ action, resource, partitions = [] }) => {
				const statements = role.filter(
					({ actions, resources }) =>
						actions.includes(action) && resources.includes(resource),
				);
				const isDenied = statements.some(
					({ deniedKeys }) =>
						deniedKeys && partitions.some((one) => denies(deniedKeys, one)),
				);
				return isDenied || !statements.some((one) => !one.deniedKeys);
			},
		);
		if (!denied) return undefined;
		return jsonAnswer(400, {
			__type: "com.amazon.coral.service#AccessDeniedException",
			Message: `${functionName} is not authorized to perform: ${denied.action} on resource: ${denied.resource}`,
		});
	};
}

const denies = ({ beginnings, areOthers }: DeniedKeys, partition: string) =>
	beginnings.some((one) => partition.startsWith(one)) !== areOthers;

/**
 * The access key id of an environment (`function-host.ts`) is the function's name and a number. The id of a poller
 * (`queue-poller.ts`) begins with `poller-`.
 */
const toFunctionName = (accessKeyId: string) =>
	accessKeyId.replace(/^poller-/, "").replace(/-\d+$/, "");
