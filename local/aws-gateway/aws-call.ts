import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

/** One call of an AWS SDK client. */
export interface AwsCall {
	/** Identifies the caller: each test client and each function environment has its own. */
	accessKeyId: string;
	service: "dynamodb" | "events" | "ses" | "sqs";
	/** As AWS names it: `BatchGetItem`. */
	operation: string;
	headers: IncomingHttpHeaders;
	/** JSON */
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

export async function readCall(request: IncomingMessage): Promise<AwsCall> {
	const { headers } = request;
	const [, credential] =
		/Credential=([^/,]+)/.exec(headers.authorization ?? "") ?? [];
	return {
		accessKeyId: credential ?? "",
		...toOperation(request),
		headers,
		body: await readAll(request),
	};
}

/** SES has paths; the other services name the operation in a header. */
function toOperation({
	headers,
	url,
}: IncomingMessage): Pick<AwsCall, "service" | "operation"> {
	if (url === "/v2/email/outbound-emails")
		return { service: "ses", operation: "SendEmail" };
	const [target = "", operation = ""] =
		`${headers["x-amz-target"] ?? ""}`.split(".");
	return { service: services[target] ?? "dynamodb", operation };
}

const services: Record<string, AwsCall["service"]> = {
	AmazonSQS: "sqs",
	AWSEvents: "events",
};

export async function readAll(message: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of message) chunks.push(chunk);
	return Buffer.concat(chunks);
}

/** Unchecked cast: AWS defines the shape of an operation's body, which the caller names. */
export const parse = <Body>({ body }: { body: Buffer }): Body =>
	JSON.parse(body.toString());

export const withBody = (call: AwsCall, body: object): AwsCall => ({
	...call,
	body: Buffer.from(JSON.stringify(body)),
});

export const isTransaction = ({ operation }: AwsCall) =>
	operation.includes("Transact");
