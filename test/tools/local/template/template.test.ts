import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { readTemplate } from "../../../../tools/local/template/template.ts";

const folders: string[] = [];
afterEach(() => {
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A cloud assembly of one stack with these resources and a table. */
function assemblyOf(resources: object): string {
	const folder = mkdtempSync(join(tmpdir(), "assembly-"));
	folders.push(folder);
	const write = (name: string, content: object) =>
		writeFileSync(join(folder, name), JSON.stringify(content));
	write("manifest.json", {
		artifacts: {
			Service: {
				type: "aws:cloudformation:stack",
				properties: { templateFile: "service.template.json" },
			},
			Tree: { type: "cdk:tree" },
		},
	});
	const Resources = { Table: table, ...roleResources, ...resources };
	write("service.template.json", { Resources });
	return folder;
}

const table = {
	Type: "AWS::DynamoDB::Table",
	Properties: {
		AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
		KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
		BillingMode: "PAY_PER_REQUEST",
		TimeToLiveSpecification: { AttributeName: "expiresAt", Enabled: true },
	},
};

const roleResources = {
	Role: { Type: "AWS::IAM::Role", Properties: {} },
	Policy: {
		Type: "AWS::IAM::Policy",
		Properties: {
			PolicyDocument: {
				Statement: [
					{
						Effect: "Allow",
						Action: ["dynamodb:GetItem", "dynamodb:Query"],
						Resource: { "Fn::GetAtt": ["Table", "Arn"] },
					},
				],
			},
			Roles: [{ Ref: "Role" }],
		},
	},
};

const fn = {
	Type: "AWS::Lambda::Function",
	Properties: {
		Handler: "index.handler",
		Role: { "Fn::GetAtt": ["Role", "Arn"] },
		Timeout: 29,
		MemorySize: 512,
		Environment: { Variables: { TABLE_NAME: { Ref: "Table" } } },
	},
	Metadata: { "aws:asset:path": "asset.1" },
};

const queueResources = {
	Queue: {
		Type: "AWS::SQS::Queue",
		Properties: {
			VisibilityTimeout: 180,
			SqsManagedSseEnabled: true,
			RedrivePolicy: {
				deadLetterTargetArn: { "Fn::GetAtt": ["DeadLetters", "Arn"] },
				maxReceiveCount: 5,
			},
		},
	},
	DeadLetters: {
		Type: "AWS::SQS::Queue",
		Properties: {
			QueueName: "dead-letters",
			MessageRetentionPeriod: 1209600,
			Tags: [{ Key: "a", Value: "b" }],
		},
	},
};

const ruleOf = (ScheduleExpression: string) => ({
	Type: "AWS::Events::Rule",
	Properties: {
		ScheduleExpression,
		Targets: [{ Id: "Target0", Arn: { "Fn::GetAtt": ["Fn", "Arn"] } }],
	},
});

describe("a template", () => {
	it("gives each function that reads the table's stream, with its filters", () => {
		const streamArn =
			"arn:aws:dynamodb:ap-south-1:000000000000:table/Service-Table/stream/local";
		const mapping = (more: object) => ({
			Type: "AWS::Lambda::EventSourceMapping",
			Properties: {
				EventSourceArn: { "Fn::GetAtt": ["Table", "StreamArn"] },
				FunctionName: { Ref: "Fn" },
				FunctionResponseTypes: ["ReportBatchItemFailures"],
				...more,
			},
		});
		const pattern = { eventName: ["INSERT"] };
		const { streamSources, eventSources, functions } = readTemplate(
			assemblyOf({
				Fn: fn,
				Bus: { Type: "AWS::Events::EventBus", Properties: { Name: "bus" } },
				Plain: mapping({}),
				Filtered: mapping({
					BatchSize: 5,
					MaximumRecordAgeInSeconds: 60,
					FilterCriteria: { Filters: [{ Pattern: JSON.stringify(pattern) }] },
				}),
			}),
		);
		const functionArn = functions[0]?.arn;
		expect(streamSources).toEqual([
			{
				streamArn,
				functionArn,
				batchSize: 100,
				patterns: [],
				recordAgeSecondsMax: 86_400,
			},
			{
				streamArn,
				functionArn,
				batchSize: 5,
				patterns: [pattern],
				recordAgeSecondsMax: 60,
			},
		]);
		expect(eventSources).toEqual([]);
		expect(() =>
			readTemplate(
				assemblyOf({ Fn: fn, Plain: mapping({ FunctionResponseTypes: [] }) }),
			),
		).toThrow("does not support the event source");
	});

	it("reads each event source with the settings of its mapping, or Lambda's defaults", () => {
		const mapping = {
			EventSourceArn: { "Fn::GetAtt": ["Queue", "Arn"] },
			FunctionName: { Ref: "Fn" },
		};
		const { eventSources, queues, functions } = readTemplate(
			assemblyOf({
				...queueResources,
				Fn: fn,
				Silent: {
					Type: "AWS::Lambda::EventSourceMapping",
					Properties: mapping,
				},
				Mapping: {
					Type: "AWS::Lambda::EventSourceMapping",
					Properties: {
						...mapping,
						BatchSize: 5,
						MaximumBatchingWindowInSeconds: 3,
						ScalingConfig: { MaximumConcurrency: 20 },
						FunctionResponseTypes: ["ReportBatchItemFailures"],
					},
				},
			}),
		);
		const ends = {
			queueArn: queues[0]?.arn,
			queueUrl: queues[0]?.url,
			functionArn: functions[0]?.arn,
		};
		expect(eventSources).toEqual([
			{
				...ends,
				batchSize: 10,
				batchingWindowSeconds: 0,
				concurrencyMax: 1_000,
				reportsItemFailures: false,
			},
			{
				...ends,
				batchSize: 5,
				batchingWindowSeconds: 3,
				concurrencyMax: 20,
				reportsItemFailures: true,
			},
		]);
	});

	it.each([
		["rate(1 minute)", 60],
		["rate(5 minutes)", 300],
		["rate(2 hours)", 7_200],
		["rate(1 day)", 86_400],
	])("gives each schedule: %s", (ScheduleExpression, everySeconds) => {
		const { schedules, functions } = readTemplate(
			assemblyOf({ Fn: fn, Rule: ruleOf(ScheduleExpression) }),
		);
		expect(schedules).toEqual([
			{
				ruleArn: "arn:aws:events:ap-south-1:000000000000:rule/Service-Rule",
				everySeconds,
				functionArns: [functions[0]?.arn],
			},
		]);
	});

	it.each([
		[
			"a schedule that is no rate",
			{ Fn: fn, Rule: ruleOf("cron(0 12 * * ? *)") },
			"rules at a fixed rate",
		],
		[
			"an event source that is no queue of its own",
			{
				Fn: fn,
				Mapping: {
					Type: "AWS::Lambda::EventSourceMapping",
					Properties: {
						EventSourceArn: "arn:aws:sqs:ap-south-1:000000000000:other",
						FunctionName: { Ref: "Fn" },
					},
				},
			},
			"does not support the event source arn:aws:sqs:ap-south-1:000000000000:other",
		],
		[
			"a resource that would have to run",
			{ Cache: { Type: "AWS::ElastiCache::CacheCluster" } },
			"does not know AWS::ElastiCache::CacheCluster (Cache",
		],
		["a second table", { Other: table }, "one table"],
		[
			"a reference into the void",
			{ Fn: { ...fn, Properties: { Handler: { Ref: "Nothing" } } } },
			"refers to Nothing",
		],
		[
			"an unknown attribute",
			{
				Fn: {
					...fn,
					Properties: { Handler: { "Fn::GetAtt": ["Table", "StreamLabel"] } },
				},
			},
			"does not know StreamLabel of Table",
		],
	])("is refused for %s", (_, resources, message) => {
		expect(() => readTemplate(assemblyOf(resources))).toThrow(message);
	});
});
