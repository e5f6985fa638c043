import { once } from "node:events";
import {
	createServer,
	type IncomingMessage,
	type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { hiddenLoopbackAddress } from "../loopback-address.ts";
import { answerNotification } from "../notifications/answer-notification.ts";
import { answerMac } from "../notifications/kms.ts";
import type { Outbox } from "../notifications/outbox.ts";
import {
	type Around,
	type AwsCall,
	disconnected,
	type Outcome,
	readCall,
} from "./aws-call.ts";
import { awsError } from "./aws-error.ts";
import { forwardTo } from "./forward.ts";
import { refuseEventualReads } from "./refusals/eventual-reads.ts";
import { refuseInvalidExpressions } from "./refusals/invalid-expressions.ts";
import { refuseLongIndexKeys } from "./refusals/long-index-keys.ts";
import {
	type Authorize,
	type FunctionRole,
	toAuthorize,
} from "./refusals/roles.ts";
import { refuseUnknownCallers } from "./refusals/unknown-callers.ts";
import { refuseUnreadableBody } from "./refusals/unreadable-body.ts";

export interface AwsGateway {
	url: string;
	/** Handles a call, even one that does not come over HTTP. */
	handle(call: AwsCall): Promise<Outcome>;
	/** From now on, these functions may only do what their roles in the template allow. */
	enforceRoles(functions: readonly FunctionRole[]): void;
	stop(): Promise<void>;
}

export interface AwsGatewayOptions {
	dynamodbUrl: string;
	/** The URL of the queues. When absent, calls to SQS fail. */
	sqsUrl?: string;
	/** Receives mails sent with SES and events put on EventBridge. When absent, such calls fail. */
	outbox?: Outbox;
	/** The secret from which the keys of KMS are derived. When absent, calls to KMS fail. */
	macSecret?: Uint8Array;
	/** The session token of allowed callers over HTTP; all others are refused. When absent, any program may call. */
	sessionToken?: string;
	/** By default, everything is allowed until `enforceRoles` is called. */
	authorize?: Authorize;
	/** Refuses reads that are not consistent, of which the service has none. Off when absent. */
	requiresConsistentReads?: boolean;
	/** Handles each call that is allowed. Tests use it to inject faults, limit the capacity and meter calls. */
	around?: Around;
}

/**
 * An HTTP proxy on loopback between AWS SDK clients and the local engines. Callers are identified by their access key
 * id.
 *
 * Under `npm start` it enforces what AWS enforces and the engines do not (`refusals/`): the functions' roles, valid
 * expressions and the maximum length of index keys.
 */
export async function startAwsGateway({
	dynamodbUrl,
	sqsUrl,
	outbox,
	macSecret,
	sessionToken,
	authorize = () => undefined,
	requiresConsistentReads = false,
	around = (call, forward) => forward(call),
}: AwsGatewayOptions): Promise<AwsGateway> {
	let authorized = authorize;
	const dynamodb = forwardTo(dynamodbUrl);
	const sqs = sqsUrl === undefined ? undefined : forwardTo(sqsUrl);

	async function execute(call: AwsCall) {
		if (call.service === "ses" || call.service === "events")
			return answerNotification(call, outbox);
		if (call.service === "kms") return answerMac(call, macSecret);
		// The local issuer's client has no secret (`template/placeholders.ts`).
		if (call.service === "secretsmanager")
			return awsError(call, 400, "ResourceNotFoundException", {
				message: "The secret has no value",
			});
		const engine = call.service === "sqs" ? sqs : dynamodb;
		if (!engine) throw new Error(`No engine for ${call.operation}`);
		const refusal =
			refuseLongIndexKeys(call) ??
			refuseInvalidExpressions(call) ??
			(requiresConsistentReads ? refuseEventualReads(call) : undefined);
		return refusal ?? engine.forward(call);
	}

	let isStopped = false;

	async function handle(call: AwsCall): Promise<Outcome> {
		if (isStopped) return disconnected;
		return (
			refuseUnreadableBody(call) ?? authorized(call) ?? around(call, execute)
		);
	}

	async function serve(request: IncomingMessage, response: ServerResponse) {
		const call = await readCall(request);
		send(
			response,
			refuseUnknownCallers(call, sessionToken) ?? (await handle(call)),
		);
	}

	const server = createServer((request, response) => {
		serve(request, response).catch((error) => {
			response.destroy();
			// An aborted call is not an error of the gateway. Any other error is a bug, for example in an injected fault.
			if (request.complete) throw error;
		});
	});
	// There is no idle timeout, since a closed keep-alive connection would look like a lost response to a client.
	server.keepAliveTimeout = 0;
	const address = await hiddenLoopbackAddress();
	server.listen(0, address);
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;

	return {
		url: `http://${address}:${port}`,
		handle,
		enforceRoles(functions) {
			authorized = toAuthorize(functions);
		},
		async stop() {
			isStopped = true;
			server.close();
			server.closeAllConnections();
			await once(server, "close");
			dynamodb.close();
			sqs?.close();
		},
	};
}

function send(response: ServerResponse, outcome: Outcome) {
	if (outcome === disconnected) {
		response.destroy();
		return;
	}
	const {
		connection,
		"transfer-encoding": encoding,
		...headers
	} = outcome.headers;
	response.writeHead(outcome.status, {
		...headers,
		"content-length": outcome.body.length,
	});
	response.end(outcome.body);
}
