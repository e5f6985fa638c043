import { forEachConcurrently } from "../../../../shared/timing/concurrently.ts";
import { exhibits } from "../../../../tools/exhibits/exhibits.ts";
import { startEngine } from "../../../../tools/local/engine.ts";
import type { Exchange } from "../../../../tools/openapi/exchanges.ts";
import { demoOfTests } from "../../../support/demo.ts";
import { approvalExamples } from "./approvals.ts";
import { demoExample } from "./demo-example.ts";
import { recordErrorMessages } from "./error-messages.ts";
import { invoiceExamples } from "./invoices.ts";
import { exampleOrganization } from "./organization.ts";
import { paymentRequestExamples } from "./payment-requests.ts";
import { paymentRunExamples } from "./payment-runs.ts";
import { paymentExamples } from "./payments.ts";
import { purchaseOrderExamples } from "./purchase-orders.ts";
import { type RecordExamples, recordOperation } from "./recording.ts";
import { referenceExamples } from "./references.ts";

/** Of the endpoints of which one example does not tell enough, or the demo organization has no good one. */
const examples: { [operationId: string]: RecordExamples } = {
	...referenceExamples,
	...purchaseOrderExamples,
	...paymentRequestExamples,
	...approvalExamples,
	...invoiceExamples,
	...paymentExamples,
	...paymentRunExamples,
};

const worldsAtOnce = 4;

interface Recorded {
	/** By operation id, what the service answers today to the requests of the examples. */
	exchanges: Map<string, Exchange[]>;
	errorMessages: Record<string, string>;
}

export async function recordExamples(): Promise<Recorded> {
	const engine = await startEngine();
	// Without the roles, since their template takes a second to make: the tests of each endpoint enforce them.
	const shared = { dynamodbUrl: engine.url };
	const exchanges = new Map<string, Exchange[]>();
	try {
		await forEachConcurrently(exhibits, worldsAtOnce, async (exhibit) => {
			const { id } = exhibit;
			const own = examples[id];
			const file = own ? exampleOrganization() : demoOfTests();
			const record = own ?? demoExample(exhibit);
			exchanges.set(id, await recordOperation(id, record, file, shared));
		});
		return { exchanges, errorMessages: await recordErrorMessages(shared) };
	} finally {
		await engine.stop();
	}
}
