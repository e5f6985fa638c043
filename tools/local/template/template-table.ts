import type {
	CreateTableCommandInput,
	StreamViewType,
} from "@aws-sdk/client-dynamodb";

export interface TemplateTable {
	input: CreateTableCommandInput & { TableName: string };
	streamViewType: StreamViewType | undefined;
	timeToLiveAttribute: string | undefined;
}

export interface TableProperties
	extends Omit<CreateTableCommandInput, "StreamSpecification"> {
	TimeToLiveSpecification?: { AttributeName: string };
	StreamSpecification?: { StreamViewType: StreamViewType };
}

/**
 * The call that creates the template's table, without its stream, which is turned on later (`stream/engine-stream.ts`).
 */
export function toTable(
	TableName: string,
	properties: TableProperties,
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
		streamViewType: properties.StreamSpecification?.StreamViewType,
		timeToLiveAttribute: properties.TimeToLiveSpecification?.AttributeName,
	};
}
