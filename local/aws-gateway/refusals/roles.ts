import type { TemplateFunction } from "../../template/template-function.ts";
import type { AwsAnswer, AwsCall } from "../aws-call.ts";
import { jsonAnswer } from "../aws-error.ts";
import { requiredPermissions } from "./required-permissions.ts";

/** Decides on a call as IAM would: an answer refuses it; undefined lets it pass. */
export type Authorize = (call: AwsCall) => AwsAnswer | undefined;

export type FunctionRole = Pick<TemplateFunction, "name" | "role">;

/**
 * Holds each function to the role that the template gives it. Functions are told apart by the access key ids of their
 * environments; any other caller stands for AWS itself or the operator, and may do everything.
 */
export function toAuthorize(functions: readonly FunctionRole[]): Authorize {
	const roles = new Map(functions.map(({ name, role }) => [name, role]));
	return (call) => {
		const functionName = toFunctionName(call.accessKeyId);
		const role = roles.get(functionName);
		if (!role) return undefined;
		const denied = requiredPermissions(call).find(
			({ action, resource }) =>
				!role.some(
					({ actions, resources }) =>
						actions.includes(action) && resources.includes(resource),
				),
		);
		if (!denied) return undefined;
		return jsonAnswer(400, {
			__type: "com.amazon.coral.service#AccessDeniedException",
			Message: `${functionName} is not authorized to perform: ${denied.action} on resource: ${denied.resource}`,
		});
	};
}

/** The access key id of an environment (`function-host.ts`): the function's name and a number. */
const toFunctionName = (accessKeyId: string) =>
	accessKeyId.replace(/-\d+$/, "");
