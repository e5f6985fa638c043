import { once } from "node:events";
import {
	createServer,
	type IncomingMessage,
	type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import {
	type AwsCall,
	disconnected,
	type Outcome,
	readCall,
} from "./aws-call.ts";
import {
	askForCapacity,
	consumedUnits,
	withoutCapacity,
} from "./consumed-capacity.ts";
import { createFaults, type Faults } from "./faults.ts";
import { forwardTo } from "./forward.ts";
import { createMeter, type Meter, type MeteredCall, noMeter } from "./meter.ts";
import { refuseEventualReads } from "./refuse-eventual-reads.ts";
import { refuseInvalidExpressions } from "./refuse-invalid-expressions.ts";
import { refuseLongIndexKeys } from "./refuse-long-index-keys.ts";
import { type Authorize, type FunctionRole, toAuthorize } from "./roles.ts";

export interface AwsGateway {
	url: string;
	meter: Meter;
	faults: Faults;
	/** From now on these functions may do what their roles in the template allow, and nothing else. */
	enforceRoles(functions: readonly FunctionRole[]): void;
	stop(): Promise<void>;
}

export interface AwsGatewayOptions {
	dynamodbUrl: string;
	/** Absent: there are no queues. */
	sqsUrl?: string;
	/** Metering remembers every call: not for a gateway that runs for days. On when absent. */
	isMetered?: boolean;
	/** Refuses reads that are not consistent, of which the service has none. Off when absent. */
	requiresConsistentReads?: boolean;
}

/**
 * An HTTP proxy on loopback between AWS SDK clients and the local engines. It holds functions to their roles, refuses
 * what AWS refuses and the engines do not, and is the one place where calls are metered and made to fail. Callers are
 * told apart by their access key id.
 */
export async function startAwsGateway({
	dynamodbUrl,
	sqsUrl,
	isMetered = true,
	requiresConsistentReads = false,
}: AwsGatewayOptions): Promise<AwsGateway> {
	let authorize: Authorize = () => undefined;
	const meter = isMetered ? createMeter() : noMeter;
	const faults = createFaults();
	const dynamodb = forwardTo(dynamodbUrl);
	const sqs = sqsUrl === undefined ? undefined : forwardTo(sqsUrl);

	async function carryOut(call: AwsCall, metered: MeteredCall) {
		const engine = call.service === "sqs" ? sqs : dynamodb;
		if (!engine) throw new Error(`No engine for ${call.operation}`);
		const refusal =
			refuseLongIndexKeys(call) ??
			refuseInvalidExpressions(call) ??
			(requiresConsistentReads ? refuseEventualReads(call) : undefined);
		if (refusal) return refusal;
		if (!isMetered) return engine.forward(call);
		const answer = await engine.forward(askForCapacity(call));
		// The engine is gone: to its caller that looks like a broken network.
		if (answer === disconnected) return disconnected;
		metered.consume(consumedUnits(call, answer));
		return withoutCapacity(call, answer);
	}

	async function serve(request: IncomingMessage, response: ServerResponse) {
		const call = await readCall(request);
		const metered = meter.start(call);
		const outcome =
			authorize(call) ??
			(await faults.around(call, (passed) => carryOut(passed, metered)));
		metered.end();
		send(response, outcome);
	}

	const server = createServer((request, response) => {
		serve(request, response).catch((error) => {
			response.destroy();
			// A caller that went away while it sent its call is its own affair; a fault that throws is a bug.
			if (request.complete) throw error;
		});
	});
	// Clients keep their connections; one closed for idleness would look like a lost answer.
	server.keepAliveTimeout = 0;
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;

	return {
		url: `http://127.0.0.1:${port}`,
		meter,
		faults,
		enforceRoles(functions) {
			authorize = toAuthorize(functions);
		},
		async stop() {
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
