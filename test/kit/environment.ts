/**
 * The environment of the functions in a test with mocked AWS clients. Each handler reads it once, when its module is
 * loaded. `docs/guides/testing-handlers.md` says what each variable is.
 */
export const environment = {
	TABLE_NAME: "table",
	CHUNK_QUEUE_URL: "https://sqs.ap-south-1.amazonaws.com/123456789012/chunks",
	METRICS_NAMESPACE: "test",
	SERVICE_VERSION: "test",
	AWS_REGION: "ap-south-1",
	POWERTOOLS_LOG_LEVEL: "ERROR",
};

/**
 * Loads a handler with the variables of `environment`, and removes them again: the tests that follow in the same process
 * find the environment as it was.
 *
 * @param load Such as `() => import("procurement-payments/functions/mark-as-paid/handler.ts")`.
 */
export async function withEnvironment<Module>(
	load: () => Promise<Module>,
): Promise<Module> {
	const former = { ...process.env };
	Object.assign(process.env, environment);
	try {
		return await load();
	} finally {
		for (const name of Object.keys(environment)) {
			if (former[name] === undefined) delete process.env[name];
			else process.env[name] = former[name];
		}
	}
}
