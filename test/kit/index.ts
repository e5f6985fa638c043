/**
 * With this, any project calls the handlers with mocked AWS clients (`docs/guides/testing-handlers.md`). The commands
 * are those of this project's own SDK, which the handlers use: the mock of another copy would not see their calls.
 */
export {
	BatchExecuteStatementCommand,
	ConditionalCheckFailedException,
	TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
export { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
export {
	BatchGetCommand,
	BatchWriteCommand,
	DynamoDBDocumentClient,
	GetCommand,
	NumberValue,
	PutCommand,
	TransactWriteCommand,
	UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
export { marshall } from "@aws-sdk/util-dynamodb";
export { mockClient } from "aws-sdk-client-mock";
export { apiEvent, callHandler } from "./call-handler.ts";
export { environment, withEnvironment } from "./environment.ts";
export { mockAws } from "./mock-aws.ts";
export { organizationItems } from "./organization-items.ts";
