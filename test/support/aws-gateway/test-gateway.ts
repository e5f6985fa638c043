import {
	type Around,
	disconnected,
} from "../../../tools/local/aws-gateway/aws-call.ts";
import {
	type AwsGateway,
	type AwsGatewayOptions,
	startAwsGateway,
} from "../../../tools/local/aws-gateway/gateway.ts";
import {
	type LocalStack,
	type LocalStackOptions,
	startLocalStack,
} from "../../../tools/local/local-stack.ts";
import { answerMessages, type ReceiveMessages } from "./answer-messages.ts";
import { createFaults, type Faults } from "./faults/faults.ts";
import {
	askForCapacity,
	consumedUnits,
	withoutCapacity,
} from "./metering/consumed-capacity.ts";
import { createMeter, type Meter } from "./metering/meter.ts";

export interface TestGateway extends AwsGateway {
	/** Counts the service's calls as it makes them, and what the engine says that they consume. */
	meter: Meter;
	/** `limits/` has effects for them too. */
	faults: Faults;
}

/**
 * The gateway of `npm start`, with faults and a meter.
 *
 * @param receive Gets the messages that are sent to SQS, in place of an engine at `sqsUrl`.
 */
export async function startTestGateway({
	receive,
	...options
}: Omit<AwsGatewayOptions, "around"> & {
	receive?: ReceiveMessages;
}): Promise<TestGateway> {
	const meter = createMeter();
	const faults = createFaults();
	const around: Around = async (call, forward) => {
		const metered = meter.start(call);
		const outcome = await faults.around(call, async (passed) => {
			if (receive && passed.service === "sqs")
				return answerMessages(passed, receive);
			const answer = await forward(askForCapacity(passed));
			// The engine is down.
			if (answer === disconnected) return disconnected;
			metered.consume(consumedUnits(passed, answer));
			return withoutCapacity(passed, answer);
		});
		metered.end();
		return outcome;
	};
	const gateway = await startAwsGateway({ ...options, around });
	return { ...gateway, meter, faults };
}

export interface TestStack extends LocalStack {
	faults: Faults;
}

/** The stack of `npm start`, with faults. */
export async function startTestStack(
	options: Omit<LocalStackOptions, "around">,
): Promise<TestStack> {
	const faults = createFaults();
	const stack = await startLocalStack({ ...options, around: faults.around });
	return { ...stack, faults };
}
