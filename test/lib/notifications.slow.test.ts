import { Match, Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { allNotifications, unbundledStack } from "./unbundled-stack.ts";

const sender = "approvals@acme.example";
const withMails = { "mailSender:prod": sender };
const withEvents = { "events:prod": true };
const withBoth = allNotifications("prod");

const templates = new Map<string, Template>();
/** Synthesizes the stack once for each context. */
function templateOf(context: Record<string, unknown> = {}): Template {
	const name = JSON.stringify(context);
	const template =
		templates.get(name) ?? Template.fromStack(unbundledStack("prod", context));
	templates.set(name, template);
	return template;
}

const readers = (context?: Record<string, unknown>) =>
	Object.keys(templateOf(context).findResources("AWS::Lambda::Function"))
		.map((id) => id.replace(/Function[0-9A-F]{8}$/, ""))
		.filter((name) => ["ApprovalMailer", "EventPublisher"].includes(name));

const outputOf = (context?: Record<string, unknown>) =>
	templateOf(context).findOutputs("Notifications").Notifications?.Value;

describe("events: nothing is sent unless the stage asks for it", () => {
	it("without either setting no function reads the stream, and the output says so", () => {
		expect(readers()).toEqual([]);
		const template = templateOf();
		template.resourceCountIs("AWS::Events::EventBus", 0);
		template.resourceCountIs("AWS::SQS::Queue", 2);
		template.resourceCountIs("AWS::Lambda::EventSourceMapping", 1);
		template.hasResourceProperties("AWS::DynamoDB::Table", {
			StreamSpecification: { StreamViewType: "NEW_IMAGE" },
		});
		expect(outputOf()).toBe("no mails, no events");
	});

	it("R11: a stage with the event feed alone has a publisher without a bus, which may write the table", () => {
		const withFeed = { "eventFeed:prod": true };
		expect(readers(withFeed)).toEqual(["EventPublisher"]);
		expect(outputOf(withFeed)).toBe("no mails, no events, an event feed");
		const template = templateOf(withFeed);
		template.resourceCountIs("AWS::Events::EventBus", 0);
		const knowing = template.findResources("AWS::Lambda::Function", {
			Properties: { Environment: { Variables: { EVENT_FEED: "ON" } } },
		});
		expect(
			Object.keys(knowing).map((id) => id.replace(/Function[0-9A-F]{8}$/, "")),
		).toEqual(["ReadRecords", "EventPublisher"]);
		expect(JSON.stringify(template.toJSON())).not.toContain("events:PutEvents");
		expect(JSON.stringify(templateOf(withEvents).toJSON())).not.toContain(
			"EVENT_FEED",
		);
	});

	it("without a sender there is no mailer, without events no bus", () => {
		expect(readers(withEvents)).toEqual(["EventPublisher"]);
		expect(outputOf(withEvents)).toBe("no mails, events");
		expect(readers(withMails)).toEqual(["ApprovalMailer"]);
		templateOf(withMails).resourceCountIs("AWS::Events::EventBus", 0);
		expect(outputOf(withMails)).toBe(
			`mails to approvers from ${sender}, no events`,
		);
		expect(readers({ "events:prod": false })).toEqual([]);
	});

	it("adds to the stack; it changes nothing in it but the type of the stream, the dashboard, the logs that saved queries search, and what tells the route of the feed that it is on", () => {
		const resources: Record<string, { Type: string }> =
			templateOf().toJSON().Resources;
		const more = templateOf(withBoth).toJSON().Resources;
		const changed = Object.entries(resources).filter(
			([id, resource]) => JSON.stringify(more[id]) !== JSON.stringify(resource),
		);
		expect(new Set(changed.map(([, { Type }]) => Type))).toEqual(
			new Set([
				"AWS::DynamoDB::Table",
				// The limits of the page's routes.
				"AWS::ApiGatewayV2::Stage",
				"AWS::CloudWatch::Dashboard",
				"AWS::Logs::QueryDefinition",
				"AWS::Lambda::Function",
			]),
		);
		const functions = changed.filter(
			([, { Type }]) => Type === "AWS::Lambda::Function",
		);
		expect(functions.map(([id]) => id)).toEqual([
			expect.stringMatching(/^ReadRecords/),
		]);
		const table = JSON.stringify(resources.TableCD117FA1);
		expect(JSON.stringify(more.TableCD117FA1)).toBe(
			table.replace('"NEW_IMAGE"', '"NEW_AND_OLD_IMAGES"'),
		);
	});

	it("a restored table streams both images, and is the one that is read", () => {
		const table = "ProcurementPayments-prod-Table-2026-11-21";
		const template = templateOf({ ...withBoth, "table:prod": table });
		template.hasResourceProperties("AWS::DynamoDB::Table", {
			TableName: table,
			StreamSpecification: { StreamViewType: "NEW_AND_OLD_IMAGES" },
		});
		for (const mapping of mappings(template))
			expect(mapping.EventSourceArn["Fn::GetAtt"][0]).toMatch(/^RestoredTable/);
	});
});

describe("settings", () => {
	it.each([
		"http://pay.acme.example",
		"https://pay.acme.example/",
		"https://pay.acme.example?x",
		`https://${"x".repeat(140)}.example`,
		7,
	])("approvalUrl:<stage>: refuses %j", (value) => {
		expect(() => unbundledStack("prod", { "approvalUrl:prod": value })).toThrow(
			'The setting "approvalUrl:prod" must be an https address',
		);
	});

	it.each([0, 1.5, "2", null])("approvalKey:<stage>: refuses %j", (value) => {
		expect(() => unbundledStack("prod", { "approvalKey:prod": value })).toThrow(
			'The setting "approvalKey:prod" must be a whole number from 1',
		);
	});

	it.each([
		"",
		"approvals",
		"Approvals <a@acme.example>",
		"a@acme.example,b@acme.example",
		"a@acme.example\r\nBcc: b@acme.example",
		"a@localhost",
		7,
		null,
	])("mailSender:<stage>: refuses %j", (value) => {
		expect(() => unbundledStack("prod", { "mailSender:prod": value })).toThrow(
			'The setting "mailSender:prod" must be an address alone',
		);
	});

	it.each(["yes", "", 1, null])("events:<stage>: refuses %j", (value) => {
		expect(() => unbundledStack("prod", { "events:prod": value })).toThrow(
			'The setting "events:prod" must be true, false or "without-invoice-paid"',
		);
	});

	it.each([true, false])(
		"events:<stage>: %s may be a text, as `-c` passes it",
		(value) => {
			const templates = [value, `${value}`].map((one) =>
				Template.fromStack(
					unbundledStack("prod", { "events:prod": one }),
				).toJSON(),
			);
			expect(templates[1]).toEqual(templates[0]);
		},
	);

	it("do not concern another stage", () => {
		expect(readers(allNotifications("staging"))).toEqual([]);
	});
});

describe("with both", () => {
	const template = templateOf(withBoth);

	it("each reader gets the records that concern it, in order, until its time is over", () => {
		// The mailer gives up after six hours, the publisher when the stream does: the event feed misses nothing.
		const ages = mappings(template).map(
			({ MaximumRecordAgeInSeconds }) => MaximumRecordAgeInSeconds / 3600,
		);
		expect(ages.toSorted((one, other) => one - other)).toEqual([6, 23]);
		for (const mapping of mappings(template))
			expect(mapping).toMatchObject({
				BatchSize: 100,
				BisectBatchOnFunctionError: true,
				FunctionResponseTypes: ["ReportBatchItemFailures"],
				StartingPosition: "TRIM_HORIZON",
				EventSourceArn: { "Fn::GetAtt": ["TableCD117FA1", "StreamArn"] },
				DestinationConfig: {
					OnFailure: {
						Destination: { "Fn::GetAtt": [deadLetters(), "Arn"] },
					},
				},
			});
		const patterns = mappings(template).map(({ FilterCriteria }) =>
			FilterCriteria.Filters.map(({ Pattern }) => JSON.parse(Pattern)),
		);
		const sk = (...S: unknown[]) => ({ Keys: { sk: { S } } });
		expect(patterns).toEqual([
			[
				{
					eventName: ["INSERT", "MODIFY"],
					dynamodb: sk({ prefix: "APPROVAL#" }),
				},
				{ eventName: ["INSERT"], dynamodb: sk({ prefix: "HISTORY#" }) },
			],
			[
				{
					eventName: ["INSERT"],
					dynamodb: sk("PR", { prefix: "HISTORY#" }, { prefix: "REVERSAL#" }),
				},
				{
					eventName: ["INSERT", "MODIFY"],
					dynamodb: sk("PO", "INVOICE", "RUN", { prefix: "APPROVAL#" }),
				},
				{
					eventName: ["MODIFY"],
					dynamodb: { ...sk("BATCH"), NewImage: { status: { S: ["DONE"] } } },
				},
			],
		]);
	});

	it.each([
		[
			"ApprovalMailer",
			[
				"dynamodb:BatchGetItem",
				"dynamodb:Query",
				"dynamodb:PutItem",
				"kms:GenerateMac",
			],
			"ses:SendEmail",
		],
		[
			"EventPublisher",
			["dynamodb:BatchGetItem", "dynamodb:PutItem"],
			"events:PutEvents",
		],
	])("%s may do what it needs and no more", (name, onTable, sending) => {
		const actions = statementsOf(name)
			.filter(({ Effect }) => Effect === "Allow")
			.flatMap(({ Action }) => Action);
		expect(actions.toSorted()).toEqual(
			[
				"logs:CreateLogStream",
				"logs:PutLogEvents",
				...onTable,
				sending,
				"dynamodb:DescribeStream",
				"dynamodb:GetRecords",
				"dynamodb:GetShardIterator",
				"dynamodb:ListStreams",
				"sqs:GetQueueAttributes",
				"sqs:GetQueueUrl",
				"sqs:SendMessage",
			].toSorted(),
		);
		expect(JSON.stringify(statementsOf(name))).not.toContain('"*"');
	});

	it("the key of the links: the mailer may only make MACs, the page's function only verify them", () => {
		const usersOf = (action: string) =>
			Object.entries(template.findResources("AWS::IAM::Policy"))
				.filter(([, policy]) => JSON.stringify(policy).includes(action))
				.map(([id]) => id.replace(/Role.*/, ""));
		expect(usersOf("kms:GenerateMac")).toEqual(["ApprovalMailer"]);
		expect(usersOf("kms:VerifyMac")).toEqual(["ApprovalPage"]);
		expect(usersOf("kms:")).toHaveLength(2);
		template.hasResourceProperties("AWS::KMS::Key", {
			KeySpec: "HMAC_256",
			KeyUsage: "GENERATE_VERIFY_MAC",
		});
	});

	it("A9: the page's routes have a throttle of their own, which a stage may set", () => {
		const stage = (context: Record<string, unknown> = {}) =>
			Object.values(
				templateOf({ ...withBoth, ...context }).findResources(
					"AWS::ApiGatewayV2::Stage",
				),
			)[0]?.Properties.RouteSettings;
		for (const route of ["POST /approval/read", "POST /approval/decision"]) {
			expect(stage()[route]).toEqual({
				ThrottlingRateLimit: 20,
				ThrottlingBurstLimit: 40,
			});
			const throttle = { [route]: { rate: 5, burst: 6 } };
			expect(stage({ "throttle:prod": throttle })[route]).toEqual({
				ThrottlingRateLimit: 5,
				ThrottlingBurstLimit: 6,
			});
		}
	});

	it("A9: a stage without mails has neither routes nor page nor key", () => {
		for (const context of [{}, withEvents]) {
			const text = JSON.stringify(templateOf(context).toJSON());
			expect(text).not.toMatch(/approval\/|KMS|ApprovalPage/);
		}
	});

	it("another approvalKey:<stage> is another key; approvalUrl:<stage> is where links lead", () => {
		const keysOf = (context: Record<string, unknown>) =>
			Object.keys(
				templateOf({ ...withBoth, ...context }).findResources("AWS::KMS::Key"),
			);
		expect(keysOf({})).toEqual(keysOf({ "approvalKey:prod": 1 }));
		expect(keysOf({})).not.toEqual(keysOf({ "approvalKey:prod": 2 }));
		const url = "https://pay.acme.example";
		templateOf({ ...withBoth, "approvalUrl:prod": url }).hasResourceProperties(
			"AWS::Lambda::Function",
			{ Environment: { Variables: Match.objectLike({ APPROVAL_URL: url }) } },
		);
	});

	it("mails come from the sender only", () => {
		const [statement] = statementsOf("ApprovalMailer").filter(
			({ Action }) => Action === "ses:SendEmail",
		);
		expect(statement?.Condition).toEqual({
			StringEquals: { "ses:FromAddress": sender },
		});
		expect(JSON.stringify(statement?.Resource)).toContain(
			`:identity/${sender}`,
		);
		expect(JSON.stringify(statement?.Resource)).toContain(
			":identity/acme.example",
		);
		expect(JSON.stringify(statement?.Resource)).not.toContain(
			":identity/example",
		);
	});

	it("a sender may be of a domain whose parent is verified", () => {
		const settings = { "mailSender:prod": "approvals@pay.acme.example" };
		const policies = templateOf(settings).findResources("AWS::IAM::Policy");
		const text = JSON.stringify(policies);
		for (const identity of [
			"approvals@pay.acme.example",
			"pay.acme.example",
			"acme.example",
		])
			expect(text).toContain(`:identity/${identity}"`);
	});

	it("contract 5: --stack still finds one queue by each beginning", () => {
		for (const beginning of ["ChunkQueue", "DeadLetterQueue"])
			expect(
				Object.keys(template.findResources("AWS::SQS::Queue")).filter((id) =>
					id.startsWith(beginning),
				),
			).toHaveLength(1);
	});

	it("the frequent type can be left out", () => {
		const variables = (context: Record<string, unknown>) =>
			Object.entries(
				templateOf(context).findResources("AWS::Lambda::Function"),
			).find(([id]) => id.startsWith("EventPublisher"))?.[1].Properties
				.Environment.Variables;
		expect(variables(withEvents)).not.toHaveProperty("DETAIL_TYPES_LEFT_OUT");
		expect(variables({ "events:prod": "without-invoice-paid" })).toMatchObject({
			DETAIL_TYPES_LEFT_OUT: "Invoice Paid",
		});
	});

	interface Statement {
		Effect: string;
		Action: string | string[];
		Resource: unknown;
		Condition?: unknown;
	}

	const deadLetters = () =>
		Object.keys(template.findResources("AWS::SQS::Queue")).find((id) =>
			id.startsWith("Notification"),
		);

	const statementsOf = (name: string): Statement[] =>
		Object.entries(template.findResources("AWS::IAM::Policy"))
			.filter(([id]) => id.startsWith(`${name}Role`))
			.flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement);
});

interface Mapping {
	MaximumRecordAgeInSeconds: number;
	EventSourceArn: { "Fn::GetAtt": [string, string] };
	FilterCriteria: { Filters: { Pattern: string }[] };
}

/** The mailer's, then the publisher's. */
const mappings = (template: Template): Mapping[] =>
	Object.entries(template.findResources("AWS::Lambda::EventSourceMapping"))
		.filter(([id]) => /^(ApprovalMailer|EventPublisher)/.test(id))
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.map(([, { Properties }]) => Properties);
