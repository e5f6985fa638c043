import type { RoleStatement } from "./template-role.ts";

export interface TemplateFunction {
	name: string;
	arn: string;
	/** The folder of the bundle. */
	codePath: string;
	/** The handler, such as `index.handler`. */
	handler: string;
	environment: Record<string, string>;
	timeoutSeconds: number;
	memoryMegabytes: number;
	/** The statements of its role. */
	role: RoleStatement[];
}

export interface FunctionProperties {
	Handler: string;
	/** The ARN of the role. */
	Role: string;
	Environment?: { Variables: Record<string, string> };
	Timeout?: number;
	MemorySize?: number;
}

/** Reads a function. Absent properties have Lambda's defaults. */
export const toFunction = (
	identity: Pick<TemplateFunction, "name" | "arn" | "codePath" | "role">,
	{ Handler, Environment, Timeout, MemorySize }: FunctionProperties,
): TemplateFunction => ({
	...identity,
	handler: Handler,
	environment: Environment?.Variables ?? {},
	timeoutSeconds: Timeout ?? 3,
	memoryMegabytes: MemorySize ?? 128,
});
