import type { CreateTableCommandInput } from "@aws-sdk/client-dynamodb";

export interface TemplateTable {
	input: CreateTableCommandInput & { TableName: string };
	timeToLiveAttribute: string | undefined;
}

export interface TimeToLive {
	TimeToLiveSpecification?: { AttributeName: string };
}

/** The call that creates a table as its properties in the template describe it. */
export function toTable(
	TableName: string,
	properties: CreateTableCommandInput & TimeToLive,
): TemplateTable {
	const { AttributeDefinitions, BillingMode, KeySchema } = properties;
	const { StreamSpecification, TimeToLiveSpecification } = properties;
	return {
		input: {
			TableName,
			AttributeDefinitions,
			BillingMode,
			KeySchema,
			...(StreamSpecification && {
				// CloudFormation leaves out what the API insists on.
				StreamSpecification: { ...StreamSpecification, StreamEnabled: true },
			}),
		},
		timeToLiveAttribute: TimeToLiveSpecification?.AttributeName,
	};
}
