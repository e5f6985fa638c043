import { latency } from "../../test/support/aws-gateway/faults/effects.ts";
import { startTestGateway } from "../../test/support/aws-gateway/test-gateway.ts";
import { answerQuestions } from "./remote.ts";
import type { GatewayState } from "./slow-gateway.ts";

const [dynamodbUrl = ""] = process.argv.slice(2);
const { url, meter, faults } = await startTestGateway({ dynamodbUrl });
faults.add({
	effect: latency({ milliseconds: 5, transactionMilliseconds: 15 }),
});

answerQuestions<object, GatewayState>(async () => {
	const reading = meter.read();
	meter.reset();
	return { url, reading };
});
