import { AsyncLocalStorage } from "node:async_hooks";
import type { Table } from "../../shared/dynamodb/table.ts";
import type { AwsCall } from "../../tools/local/aws-gateway/aws-call.ts";
import { awsError } from "../../tools/local/aws-gateway/aws-error.ts";
import { requiredPermissions } from "../../tools/local/aws-gateway/refusals/required-permissions.ts";
import type { Authorize } from "../../tools/local/aws-gateway/refusals/roles.ts";

/** Holds code that runs as a function to the actions that the function's role allows. */
export interface EnforcedRoles {
	authorize: Authorize;
	/** The table, whose calls from now on tell the gateway which function makes them. */
	marked(table: Table): Table;
	/** @param name Folder in `functions/`. */
	runAs<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
	/** @throws When a call was refused, also when its caller handled that. */
	expectNoRefusal(): void;
}

const header = "x-test-function";

/** @param grantedActions As `ProvidedContext` has them (`engine.ts`). Absent: every action is allowed. */
export function enforceRoles(
	grantedActions?: readonly string[],
): EnforcedRoles {
	const granted = grantedActions && new Set(grantedActions);
	const running = new AsyncLocalStorage<string>();
	const refused = new Set<string>();

	function mark({ middlewareStack }: Table["documents"]) {
		middlewareStack.add(
			(next) => (args) => {
				const name = running.getStore();
				const { request } = args;
				if (name !== undefined && isRequest(request))
					request.headers[header] = name;
				return next(args);
			},
			{ step: "build", name: "runningFunction" },
		);
	}

	return {
		authorize(call: AwsCall) {
			const name = call.headers[header];
			if (name === undefined || !granted) return undefined;
			const denied = requiredPermissions(call)
				.map(({ action }) => `${name} ${action}`)
				.find((use) => !granted.has(use));
			if (denied === undefined) return undefined;
			refused.add(denied);
			return awsError(call, 400, "AccessDeniedException");
		},
		marked(table) {
			mark(table.documents);
			mark(table.documentsNoRetry);
			return table;
		},
		runAs: (name, work) => running.run(name, work),
		expectNoRefusal() {
			if (refused.size > 0)
				throw new Error(
					`The template's roles do not allow: ${[...refused].join(", ")}`,
				);
		},
	};
}

const isRequest = (
	request: unknown,
): request is { headers: Record<string, string> } =>
	typeof request === "object" && request !== null && "headers" in request;
