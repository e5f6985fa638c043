import type { FunctionBundle } from "./bundles.ts";

export const region = "ap-south-1";

/** The environment variables of a function on Lambda, its own included. */
export const lambdaEnvironment = ({
	name,
	environment,
}: Pick<FunctionBundle, "name" | "environment">): Record<string, string> => ({
	AWS_REGION: region,
	AWS_ACCESS_KEY_ID: name,
	AWS_SECRET_ACCESS_KEY: "local",
	AWS_SESSION_TOKEN: "local",
	AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x",
	AWS_LAMBDA_FUNCTION_NAME: name,
	...environment,
});
