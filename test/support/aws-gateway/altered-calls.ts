import type {
	AwsAnswer,
	AwsCall,
} from "../../../tools/local/aws-gateway/aws-call.ts";
import { awsError } from "../../../tools/local/aws-gateway/aws-error.ts";

export const withBody = (call: AwsCall, body: object): AwsCall => ({
	...call,
	body: Buffer.from(JSON.stringify(body)),
});

export const isTransaction = ({ operation }: AwsCall) =>
	operation.includes("Transact");

/** The response to a transaction whose first item conflicts with another transaction. */
export function transactionCanceled(call: AwsCall): AwsAnswer {
	const { TransactItems = [], TransactStatements = TransactItems } = JSON.parse(
		call.body.toString(),
	);
	const [, ...others]: unknown[] = TransactStatements;
	return awsError(call, 400, "TransactionCanceledException", {
		Message: "Transaction cancelled, injected",
		CancellationReasons: [
			{ Code: "TransactionConflict", Message: "Transaction is ongoing" },
			...others.map(() => ({ Code: "None" })),
		],
	});
}
