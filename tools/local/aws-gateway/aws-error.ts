import type { AwsAnswer, AwsCall } from "./aws-call.ts";

const namespaces = {
	dynamodb: "com.amazonaws.dynamodb.v20120810",
	events: "com.amazonaws.eventbridge",
	kms: "com.amazonaws.kms",
	ses: "com.amazonaws.sesv2",
	sqs: "com.amazonaws.sqs",
};

/** An error response in the format of the AWS service. */
export function awsError(
	{ service }: AwsCall,
	status: number,
	name: string,
	details: object = {},
): AwsAnswer {
	return jsonAnswer(status, {
		__type: `${namespaces[service]}#${name}`,
		message: `${name}, injected`,
		...details,
	});
}

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

export function jsonAnswer(status: number, body: object): AwsAnswer {
	return {
		status,
		headers: { "content-type": "application/x-amz-json-1.0" },
		body: Buffer.from(JSON.stringify(body)),
	};
}
