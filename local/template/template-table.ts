import type { CreateTableCommandInput } from "@aws-sdk/client-dynamodb";

export interface TemplateTable {
	input: CreateTableCommandInput & { TableName: string };
	timeToLiveAttribute: string | undefined;
}

export interface TimeToLive {
	TimeToLiveSpecification?: { AttributeName: string };
}

/**
 * The call that creates a table as its properties in the template describe it, without its stream: nothing here
 * reads that, and in the engine each write takes longer the more the stream holds (25 writes: 4 ms without, 73 ms
 * after 40,000), where on AWS a stream costs its writers nothing.
 */
export function toTable(
	TableName: string,
	properties: CreateTableCommandInput & TimeToLive,
): TemplateTable {
	const { AttributeDefinitions, BillingMode, KeySchema } = properties;
	const { GlobalSecondaryIndexes } = properties;
	return {
		input: {
			TableName,
			AttributeDefinitions,
			BillingMode,
			KeySchema,
			...(GlobalSecondaryIndexes && { GlobalSecondaryIndexes }),
		},
		timeToLiveAttribute: properties.TimeToLiveSpecification?.AttributeName,
	};
}
