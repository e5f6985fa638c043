import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

/** One call of an AWS SDK client. */
export interface AwsCall {
	/** Identifies the caller: each test client and each function environment has its own. */
	accessKeyId: string;
	service: "dynamodb" | "events" | "kms" | "secretsmanager" | "ses" | "sqs";
	/** The operation as AWS names it, such as `BatchGetItem`. */
	operation: string;
	headers: IncomingHttpHeaders;
	/** The body as JSON. */
	body: Buffer;
}

export interface AwsAnswer {
	status: number;
	headers: IncomingHttpHeaders;
	body: Buffer;
}

/** The outcome of a call whose connection breaks before a response. */
export const disconnected = "disconnected";
export type Outcome = AwsAnswer | typeof disconnected;

/** Handles a call, and may forward it, changed or unchanged. */
export type Around = (
	call: AwsCall,
	forward: (call: AwsCall) => Promise<Outcome>,
) => Promise<Outcome>;

export const readCall = async (request: IncomingMessage): Promise<AwsCall> =>
	toCall(request.url, request.headers, await readAll(request));

export function toCall(
	path: string | undefined,
	headers: IncomingHttpHeaders,
	body: Buffer,
): AwsCall {
	const [, credential] =
		/Credential=([^/,]+)/.exec(headers.authorization ?? "") ?? [];
	return {
		accessKeyId: credential ?? "",
		...toOperation(path, headers),
		headers,
		body,
	};
}

/** SES has paths, while the other services name the operation in a header. */
function toOperation(
	path: string | undefined,
	headers: IncomingHttpHeaders,
): Pick<AwsCall, "service" | "operation"> {
	if (path === "/v2/email/outbound-emails")
		return { service: "ses", operation: "SendEmail" };
	const [target = "", operation = ""] =
		`${headers["x-amz-target"] ?? ""}`.split(".");
	return { service: services[target] ?? "dynamodb", operation };
}

const services: Record<string, AwsCall["service"]> = {
	AmazonSQS: "sqs",
	AWSEvents: "events",
	TrentService: "kms",
	secretsmanager: "secretsmanager",
};

/**
 * Reads a whole message. It uses events and not `for await`, because every call of a function is read twice and an
 * iterator costs as much as the parser.
 *
 * @throws When the connection breaks before the end.
 */
export function readAll(message: IncomingMessage): Promise<Buffer> {
	return new Promise((resolve, reject) => {
		const chunks: Buffer[] = [];
		message.on("data", (chunk: Buffer) => chunks.push(chunk));
		message.on("end", () => resolve(Buffer.concat(chunks)));
		message.on("error", reject);
	});
}

const parsedBodies = new WeakMap<Buffer, unknown>();

/**
 * Parses a body once, however many checks read it, so that the result must not be changed. Unchecked cast: AWS defines
 * the shape of an operation's body, which the caller names.
 */
export function parse<Body>({ body }: { body: Buffer }): Body {
	const known = parsedBodies.get(body);
	const parsed = known ?? JSON.parse(body.toString());
	if (known === undefined) parsedBodies.set(body, parsed);
	return parsed as Body;
}
