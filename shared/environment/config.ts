// No other module of the functions reads environment variables. Each reader is called when its handler is wired.

/** Name of the service's table. */
export function tableName(): string {
	return requireVariable("TABLE_NAME");
}

/** URL of the queue for chunk messages. */
export function chunkQueueUrl(): string {
	return requireVariable("CHUNK_QUEUE_URL");
}

/** The address that mails to approvers come from. */
export function mailSender(): string {
	return requireVariable("MAIL_SENDER");
}

/** The key of the links in mails to approvers: an ARN. */
export function linkKeyId(): string {
	return requireVariable("LINK_KEY_ID");
}

/** What the links in mails begin with: the address of the API, or of a custom domain. */
export function approvalUrl(): string {
	return requireVariable("APPROVAL_URL");
}

/** How people sign in to the console (console W1). */
export interface SignInSettings {
	/** The issuer of OpenID Connect, as its tokens name it. */
	issuer: string;
	clientId: string;
	/** Email domains that may sign in; absent: all that the issuer verifies. */
	domains?: string[];
	/** Where the issuer sends people back to: `<address of the console>/console/signed-in`. */
	redirectUri: string;
}

export function signInSettings(): SignInSettings {
	// Unchecked cast: the stack writes it (`lib/console`).
	return JSON.parse(requireVariable("SIGN_IN")) as SignInSettings;
}

/** The secret of the client at the issuer: an ARN; undefined: the client has none. */
export const signInSecretArn = () => process.env.SIGN_IN_SECRET_ARN;

/** The folder that the function was deployed to. */
export function taskRoot(): string {
	return requireVariable("LAMBDA_TASK_ROOT");
}

/** Name of the bus for events to other systems; undefined: this stage has none. */
export const eventBusName = () => process.env.EVENT_BUS_NAME;

/** Does this stage have an event feed (R11)? */
export const hasEventFeed = () => process.env.EVENT_FEED === "ON";

/** Detail types of events that this stage does not publish. */
export function detailTypesLeftOut(): string[] {
	const names = process.env.DETAIL_TYPES_LEFT_OUT ?? "";
	return names.split(",").filter((name) => name !== "");
}

/** How many requests a second an API key may send; undefined: as many as it likes. */
export function keyRequestsPerSecond(): number | undefined {
	const name = "KEY_REQUESTS_PER_SECOND";
	if (process.env[name] === undefined) return undefined;
	const requests = Number(process.env[name]);
	if (requests >= 1) return requests;
	throw new Error(`The environment variable ${name} is not a number above 0`);
}

/** Namespace of this stack's metrics. */
export function metricsNamespace(): string {
	return requireVariable("METRICS_NAMESPACE");
}

/** What is deployed, for log lines: version and commit. */
export const deployedVersion = () => process.env.SERVICE_VERSION;

/** How long a batch may make no progress before the sweeper acts. */
export interface SweepTimes {
	/** When a batch that is still `ACCEPTING` is aborted. Longer than any function runs. */
	abortAfterSeconds: number;
	/** When the messages of a batch without progress are sent again. Longer than their visibility timeout. */
	resendAfterSeconds: number;
	/** When a batch without progress is abandoned, however often its messages were sent. */
	abandonAfterSeconds: number;
}

export function sweepTimes(): SweepTimes {
	return {
		abortAfterSeconds: requireSeconds("ABORT_AFTER_SECONDS"),
		resendAfterSeconds: requireSeconds("RESEND_AFTER_SECONDS"),
		abandonAfterSeconds: requireSeconds("ABANDON_AFTER_SECONDS"),
	};
}

/** The credentials of the function's role. */
export function roleCredentials() {
	const sessionToken = process.env.AWS_SESSION_TOKEN;
	return {
		accessKeyId: requireVariable("AWS_ACCESS_KEY_ID"),
		secretAccessKey: requireVariable("AWS_SECRET_ACCESS_KEY"),
		...(sessionToken && { sessionToken }),
	};
}

/** With this variable, Powertools would skip every claim, and a retry would pay twice. */
export function requireEnabledIdempotency() {
	if (process.env.POWERTOOLS_IDEMPOTENCY_DISABLED !== undefined) {
		throw new Error("POWERTOOLS_IDEMPOTENCY_DISABLED must not be set");
	}
}

function requireVariable(name: string): string {
	const value = process.env[name];
	if (!value) throw new Error(`The environment variable ${name} is not set`);
	return value;
}

function requireSeconds(name: string): number {
	const seconds = Number(requireVariable(name));
	if (seconds > 0) return seconds;
	throw new Error(
		`The environment variable ${name} is not a positive number of seconds`,
	);
}
