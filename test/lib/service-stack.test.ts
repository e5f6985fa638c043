import { Match, Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, it } from "vitest";
import { apiFunctions, routesOf } from "../../lib/api-functions.ts";
import { serviceApp } from "../../lib/service-app.ts";
import { deployedVersion, version } from "../../lib/version.ts";
import { listIndexName } from "../../shared/lists/list-index.store.ts";
import { readDocument } from "../docs/markdown.ts";
import {
	everySetting,
	unbundledStack,
	withoutBundles,
} from "./unbundled-stack.ts";

let template: Template;
beforeAll(() => {
	template = Template.fromStack(unbundledStack());
});

it.each<[string, string, Record<string, unknown>]>([
	["prod", "no setting", {}],
	[
		"prod",
		"a restored table",
		{ "table:prod": "ProcurementPayments-prod-Table-2" },
	],
	["prod", "all settings that add resources", everySetting("prod")],
	["dev", "all settings that add resources", everySetting("dev")],
	["prod", "a user pool", { "signIn:prod": "cognito" }],
	["dev", "a user pool", { "signIn:dev": "cognito" }],
])("%s with %s follows the rules of cdk-nag", (stage, _, settings) => {
	const app = serviceApp(withoutBundles(settings), stage);
	expect(() => app.synth()).not.toThrow();
});

describe("table", () => {
	it("has string keys pk and sk, on-demand capacity, and one keys-only index for the lists", () => {
		template.resourceCountIs("AWS::DynamoDB::Table", 1);
		template.hasResourceProperties("AWS::DynamoDB::Table", {
			KeySchema: [
				{ AttributeName: "pk", KeyType: "HASH" },
				{ AttributeName: "sk", KeyType: "RANGE" },
			],
			AttributeDefinitions: [
				{ AttributeName: "pk", AttributeType: "S" },
				{ AttributeName: "sk", AttributeType: "S" },
				{ AttributeName: "listPk", AttributeType: "S" },
				{ AttributeName: "listSk", AttributeType: "S" },
			],
			BillingMode: "PAY_PER_REQUEST",
			GlobalSecondaryIndexes: [
				{
					IndexName: listIndexName,
					KeySchema: [
						{ AttributeName: "listPk", KeyType: "HASH" },
						{ AttributeName: "listSk", KeyType: "RANGE" },
					],
					Projection: { ProjectionType: "KEYS_ONLY" },
				},
			],
			LocalSecondaryIndexes: Match.absent(),
		});
	});

	it("expires items by expiresAt, can be restored to any second, and streams what is written", () => {
		template.hasResourceProperties("AWS::DynamoDB::Table", {
			TimeToLiveSpecification: { AttributeName: "expiresAt", Enabled: true },
			PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
			StreamSpecification: { StreamViewType: "NEW_IMAGE" },
		});
	});
});

describe("API", () => {
	it("spec 4: has the routes of the endpoints and no other", () => {
		const routes = propertiesOf("AWS::ApiGatewayV2::Route").map(
			({ RouteKey }) => RouteKey,
		);
		expect(routes.sort()).toEqual(
			apiFunctions
				.flatMap(routesOf)
				.map(({ method, path }) => `${method} ${path}`)
				.sort(),
		);
		expect(routes).toContain("POST /v1.0/payment/mark-as-paid");
	});

	it("invokes functions with payload 2.0, on the stage $default, throttled", () => {
		template.allResourcesProperties("AWS::ApiGatewayV2::Integration", {
			IntegrationType: "AWS_PROXY",
			PayloadFormatVersion: "2.0",
		});
		template.hasResourceProperties("AWS::ApiGatewayV2::Stage", {
			StageName: "$default",
			DefaultRouteSettings: {
				ThrottlingRateLimit: Match.anyValue(),
				ThrottlingBurstLimit: Match.anyValue(),
			},
		});
	});

	it("the reference page: answers no CORS headers", () => {
		template.hasResourceProperties("AWS::ApiGatewayV2::Api", {
			CorsConfiguration: Match.absent(),
		});
	});

	it("records: each GET has a throttle of its own, set when the routes are there; a POST has that of the stage", () => {
		const [stage] = Object.values(
			template.findResources("AWS::ApiGatewayV2::Stage"),
		);
		const reads = apiFunctions
			.flatMap(routesOf)
			.filter(({ method }) => method === "GET")
			.map(({ path }) => [`GET ${path}`, readThrottle] as const);
		expect(stage?.Properties.RouteSettings).toEqual(Object.fromEntries(reads));
		expect(stage?.DependsOn).toEqual(
			expect.arrayContaining(
				Object.keys(template.findResources("AWS::ApiGatewayV2::Route")),
			),
		);
	});

	it("writes its access log to a group of a name that needs no entry in the account's policy, and that is another for each stack", () => {
		const [name] = propertiesOf("AWS::Logs::LogGroup").flatMap(
			({ LogGroupName }) => LogGroupName ?? [],
		);
		const [, [beginning, unique]] = name["Fn::Join"];
		expect(beginning).toBe(
			"/aws/vendedlogs/ProcurementPayments-dev-AccessLogs-",
		);
		expect(JSON.stringify(unique)).toContain('{"Ref":"AWS::StackId"}');
		// The operator on call reads it.
		expect(readDocument("docs/on-call-policy.json")).toContain(
			`log-group:${beginning.replace("dev-AccessLogs-", "*")}"`,
		);
	});

	it("guarantee 8: logs nothing that the caller wrote", () => {
		const [stage] = propertiesOf("AWS::ApiGatewayV2::Stage");
		const entry = JSON.parse(stage?.AccessLogSettings.Format);
		expect(Object.values(entry).sort()).toEqual([
			"$context.identity.sourceIp",
			"$context.integration.requestId",
			"$context.integrationErrorMessage",
			"$context.requestId",
			"$context.requestTime",
			"$context.responseLatency",
			"$context.responseLength",
			"$context.routeKey",
			"$context.status",
		]);
	});
});

describe("functions", () => {
	it("run on Node.js 24 on ARM with 1,024 MB, give up before the gateway does, and know their table and metrics", () => {
		template.allResourcesProperties("AWS::Lambda::Function", {
			Runtime: "nodejs24.x",
			Architectures: ["arm64"],
			Timeout: 29,
			// Lambda measures out the processor by it.
			MemorySize: 1_024,
			Environment: {
				Variables: {
					TABLE_NAME: { Ref: tableId() },
					METRICS_NAMESPACE: "ProcurementPayments-dev",
					SERVICE_VERSION: deployedVersion(),
				},
			},
		});
	});

	it.each(apiFunctions.filter(({ sendsChunks }) => !sendsChunks))(
		"$name may do exactly what is listed, on the table, and query its index if that is listed",
		({ name, tableActions, queriesListIndex }) => {
			const { Role, LoggingConfig } = functionNamed(name);
			expect(statementsOf(Role["Fn::GetAtt"][0])).toEqual([
				{
					Effect: "Allow",
					Action: ["logs:CreateLogStream", "logs:PutLogEvents"],
					Resource: { "Fn::GetAtt": [LoggingConfig.LogGroup.Ref, "Arn"] },
				},
				{
					Effect: "Allow",
					Action: tableActions.map((action) => `dynamodb:${action}`).sort(),
					Resource: { "Fn::GetAtt": [tableId(), "Arn"] },
				},
				...sessionsDenied(tableActions),
				...(queriesListIndex ? [indexStatement()] : []),
			]);
		},
	);

	it("W1: no function may write a session or bind an account to a person, but that of signing in", () => {
		const others = Object.keys(template.findResources("AWS::IAM::Role"));
		for (const role of others)
			for (const { Effect, Action } of statementsOf(role)) {
				if (Effect !== "Allow") continue;
				const writes = [Action].flat().filter(isWrite).sort();
				expect(statementsOf(role)).toEqual(
					expect.arrayContaining(sessionsDenied(writes)),
				);
			}
	});

	it("payment-worker may take chunks from the queue and send them, mark-as-paid and batch-sweeper send them", () => {
		const [queue] = Object.entries(template.findResources("AWS::SQS::Queue"))
			.filter(([, { Properties }]) => Properties.RedrivePolicy)
			.map(([id]) => id);
		const onQueue = (name: string) =>
			statementsOf(functionNamed(name).Role["Fn::GetAtt"][0])
				.filter(({ Action }) => `${Action}`.startsWith("sqs:"))
				.map(({ Action, Resource }) => [Action, Resource["Fn::GetAtt"][0]]);
		expect(onQueue("mark-as-paid")).toEqual([["sqs:SendMessage", queue]]);
		expect(onQueue("batch-sweeper")).toEqual([["sqs:SendMessage", queue]]);
		expect(onQueue("payment-worker")).toEqual([
			[expect.arrayContaining(["sqs:DeleteMessage", "sqs:SendMessage"]), queue],
		]);
	});

	it("may not have permissions other than those of their own policy", () => {
		for (const role of propertiesOf("AWS::IAM::Role")) {
			expect(Object.keys(role)).toEqual(["AssumeRolePolicyDocument"]);
		}
	});

	it("keep their logs, as the API does, for 90 days", () => {
		template.resourceCountIs("AWS::Logs::LogGroup", apiFunctions.length + 3);
		template.allResourcesProperties("AWS::Logs::LogGroup", {
			RetentionInDays: 90,
		});
	});
});

describe("batches", () => {
	it("the chunk queue is encrypted, hides chunks for 6 worker timeouts, and has a dead-letter queue", () => {
		template.hasResourceProperties("AWS::SQS::Queue", {
			VisibilityTimeout: 180,
			MessageRetentionPeriod: 4 * 86_400,
			SqsManagedSseEnabled: true,
			RedrivePolicy: Match.objectLike({ maxReceiveCount: 5 }),
		});
		template.hasResourceProperties("AWS::SQS::Queue", {
			MessageRetentionPeriod: 14 * 86_400,
			SqsManagedSseEnabled: true,
			RedrivePolicy: Match.absent(),
		});
	});

	it("a chunk that failed does not hold up those delivered with it; workers are bounded", () => {
		template.hasResourceProperties("AWS::Lambda::EventSourceMapping", {
			BatchSize: 5,
			FunctionResponseTypes: ["ReportBatchItemFailures"],
			ScalingConfig: { MaximumConcurrency: 10 },
		});
	});

	it("a worker may send a busy chunk to its own queue as often as it takes: Lambda would stop it at the 16th time", () => {
		expect(functionNamed("payment-worker").RecursiveLoop).toBe("Allow");
		expect(functionNamed("batch-sweeper").RecursiveLoop).toBeUndefined();
	});

	it("the sweeper runs every minute, and waits at least the visibility timeout before it sends again", () => {
		template.hasResourceProperties("AWS::Events::Rule", {
			ScheduleExpression: "rate(1 minute)",
			State: "ENABLED",
		});
		expect(functionNamed("batch-sweeper").Environment.Variables).toMatchObject({
			ABORT_AFTER_SECONDS: "120",
			RESEND_AFTER_SECONDS: "180",
			ABANDON_AFTER_SECONDS: "1800",
		});
	});
});

describe("alarms", () => {
	it("all are published to one topic, which accepts them, when they begin and when they end", () => {
		const [topic] = Object.keys(template.findResources("AWS::SNS::Topic"));
		template.allResourcesProperties("AWS::CloudWatch::Alarm", {
			AlarmActions: [{ Ref: topic }],
			OKActions: [{ Ref: topic }],
		});
		template.hasResourceProperties("AWS::SNS::TopicPolicy", {
			PolicyDocument: Match.objectLike({
				Statement: Match.arrayWith([
					Match.objectLike({
						Effect: "Allow",
						Principal: { Service: "cloudwatch.amazonaws.com" },
					}),
				]),
			}),
		});
	});
});

describe("outputs", () => {
	it("contract 5: name the table for the operator's --stack, and the API", () => {
		template.hasOutput("TableName", { Value: { Ref: tableId() } });
		template.hasOutput("ApiUrl", Match.anyValue());
	});

	it("have a description each", () => {
		for (const { Description } of Object.values(template.findOutputs("*")))
			expect(Description).toMatch(/^[A-Z].{10,}/);
	});

	it("say which version and commit is deployed", () => {
		template.hasOutput("Version", { Value: deployedVersion() });
	});
});

it("contract 5: another version changes functions and the output Version, and no other resource or tag: a deployment does not lift what an operator holds", () => {
	const stack = unbundledStack("prod", everySetting("prod"));
	const { Resources } = Template.fromStack(stack).toJSON();
	const named = Object.entries<{ Type: string }>(Resources).filter(([, one]) =>
		JSON.stringify(one).includes(version),
	);
	expect(new Set(named.map(([, { Type }]) => Type))).toEqual(
		new Set(["AWS::Lambda::Function"]),
	);
	expect(Object.values(stack.tags.tagValues())).not.toContain(version);
});

it("a sweep that Lambda could not run within its minute is given up, so that those of an hour do not come at once", () => {
	template.hasResourceProperties("AWS::Lambda::EventInvokeConfig", {
		FunctionName: { Ref: Match.stringLikeRegexp("^BatchSweeper") },
		MaximumEventAgeInSeconds: 60,
		MaximumRetryAttempts: 0,
	});
});

function propertiesOf(type: string) {
	return Object.values(template.findResources(type)).map(
		({ Properties }) => Properties,
	);
}

function tableId(): string | undefined {
	return Object.keys(template.findResources("AWS::DynamoDB::Table"))[0];
}

/** `mark-as-paid` is `MarkAsPaidFunction`, with a suffix. */
function functionNamed(name: string) {
	const functions = template.findResources("AWS::Lambda::Function");
	const id = Object.keys(functions).find((one) =>
		one.toLowerCase().startsWith(`${name.replaceAll("-", "")}function`),
	);
	return functions[id ?? ""]?.Properties;
}

const readThrottle = { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 };

const indexStatement = () => ({
	Effect: "Allow",
	Action: "dynamodb:Query",
	Resource: {
		"Fn::Join": [
			"",
			[{ "Fn::GetAtt": [tableId(), "Arn"] }, `/index/${listIndexName}`],
		],
	},
});

const isWrite = (action: string) =>
	/(BatchWrite|Delete|Put|Update)Item$|PartiQL(Insert|Update)$/.test(action);

/** What keeps a role with these actions from the sessions. */
function sessionsDenied(actions: readonly string[]) {
	const writes = actions
		.filter(isWrite)
		.map((action) => `dynamodb:${action.replace("dynamodb:", "")}`)
		.sort();
	if (writes.length === 0) return [];
	return [
		{
			Effect: "Deny",
			Action: writes.length > 1 ? writes : writes[0],
			Resource: { "Fn::GetAtt": [tableId(), "Arn"] },
			Condition: {
				"ForAnyValue:StringLike": {
					"dynamodb:LeadingKeys": ["PERSON#*", "SESSION#*"],
				},
			},
		},
	];
}

interface Statement {
	Effect: "Allow" | "Deny";
	Action: string | string[];
	Resource: { "Fn::GetAtt": string[] };
}

function statementsOf(roleId: string): Statement[] {
	return propertiesOf("AWS::IAM::Policy")
		.filter(({ Roles }) =>
			Roles.some(({ Ref }: { Ref: string }) => Ref === roleId),
		)
		.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
}
