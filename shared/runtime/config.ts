/** The environment, read here and nowhere else, when a handler is wired. */
export function tableName(): string {
	return requireVariable("TABLE_NAME");
}

/** What the function's role may sign its calls with. */
export function roleCredentials() {
	const sessionToken = process.env.AWS_SESSION_TOKEN;
	return {
		accessKeyId: requireVariable("AWS_ACCESS_KEY_ID"),
		secretAccessKey: requireVariable("AWS_SECRET_ACCESS_KEY"),
		...(sessionToken && { sessionToken }),
	};
}

/** This variable would make Powertools skip every claim, and retries would pay twice. */
export function refuseDisabledIdempotency() {
	if (process.env.POWERTOOLS_IDEMPOTENCY_DISABLED !== undefined) {
		throw new Error("POWERTOOLS_IDEMPOTENCY_DISABLED must not be set");
	}
}

function requireVariable(name: string): string {
	const value = process.env[name];
	if (!value) throw new Error(`The environment variable ${name} is not set`);
	return value;
}
