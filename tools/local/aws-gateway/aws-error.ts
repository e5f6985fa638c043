import type { AwsAnswer, AwsCall } from "./aws-call.ts";

const namespaces = {
	dynamodb: "com.amazonaws.dynamodb.v20120810",
	events: "com.amazonaws.eventbridge",
	kms: "com.amazonaws.kms",
	secretsmanager: "com.amazonaws.secretsmanager",
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

export function jsonAnswer(status: number, body: object): AwsAnswer {
	return {
		status,
		headers: { "content-type": "application/x-amz-json-1.0" },
		body: Buffer.from(JSON.stringify(body)),
	};
}
