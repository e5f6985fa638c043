import { Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { readDocument } from "../docs/markdown.ts";
import { allNotifications, unbundledStack } from "./unbundled-stack.ts";

/**
 * What holds state, by logical id. CloudFormation knows a resource by its logical id, which the CDK derives from the
 * construct's path. A construct that is renamed or moved becomes a new resource: an empty table, queues without their
 * messages, another URL for callers, an alarm topic without subscribers. Change an id only with a plan for the data
 * (`docs/operations/restore.md`).
 */
const stateful = {
	TableCD117FA1: "AWS::DynamoDB::Table",
	ChunkQueueFE7CD5D3: "AWS::SQS::Queue",
	DeadLetterQueue9F481546: "AWS::SQS::Queue",
	ApiF70053CD: "AWS::ApiGatewayV2::Api",
	Alarms04B5A0BF: "AWS::SNS::Topic",
};
const restoredTableId = "RestoredTable9D7C42A6";

/** A function that is removed keeps its logs, so an id may leave this list only with its function. */
const logGroups = [
	"AccessLogs8B620ECA",
	"BatchStatusLogs4CEC3187",
	"BatchSweeperLogsF06D9590",
	"BulkSkusLogsE9BC10F5",
	"CreateInvoicesLogsAC9CC314",
	"CreateVendorLogs4AB8C81B",
	"MarkAsPaidLogsED7D0399",
	"PaymentWorkerLogs6770FCCA",
	"PurchaseOrderLogsF63B5922",
	"ReadAttemptsLogsDAD861D6",
	"ReadRecordsLogs9E3C6304",
	"UpdateInvoiceLogs819AA5E2",
	"UpdatePurchaseOrderLogs02DC2E1E",
	"VendorAdvanceLogsACDC23E8",
];

/** Resources of a stage that sends mails and events. Other systems have rules on the bus. */
const notifying = {
	EventBus7B8748AA: "AWS::Events::EventBus",
	NotificationDeadLetterQueueAEEB98A9: "AWS::SQS::Queue",
	ApprovalMailerLogsB408FBB0: "AWS::Logs::LogGroup",
	EventPublisherLogsD8E279F0: "AWS::Logs::LogGroup",
};

const statefulTypes = [...new Set(Object.values(stateful))];
const tableName = "ProcurementPayments-prod-Table-2026-11-21";
const context = { "table:prod": tableName };

interface Resource {
	Type: string;
	DeletionPolicy?: string;
	Properties: Record<string, unknown>;
}

function resourcesOf(stage: string, more?: Record<string, unknown>) {
	const stack = unbundledStack(stage, more);
	const { Resources } = Template.fromStack(stack).toJSON();
	const resources: Record<string, Resource> = Resources;
	return { stack, resources };
}

const typesIn = (resources: Record<string, Resource>) =>
	Object.fromEntries(
		Object.entries(resources)
			.filter(([, { Type }]) => statefulTypes.includes(Type))
			.map(([id, { Type }]) => [id, Type]),
	);

describe.each(["dev", "prod"])("operations: stage %s", (stage) => {
	const { stack, resources } = resourcesOf(stage);

	it("the stack, and what holds state in it, keep their names", () => {
		expect(stack.stackName).toBe(`ProcurementPayments-${stage}`);
		expect(typesIn(resources)).toEqual(stateful);
	});

	it("no log group changes its logical id", () => {
		for (const id of logGroups)
			expect(resources[id]?.Type, id).toBe("AWS::Logs::LogGroup");
	});
});

it("operations: a stage that turns mails and events on keeps its stateful resources, and adds these", () => {
	const { resources } = resourcesOf("prod", allNotifications("prod"));
	for (const [id, type] of Object.entries({ ...stateful, ...notifying }))
		expect(resources[id]?.Type, id).toBe(type);
});

describe("operations: a stage with a restored table", () => {
	const own = resourcesOf("prod").resources;
	const { resources } = resourcesOf("prod", context);

	it("adds the table under its name, and leaves everything else that holds state as it is", () => {
		expect(typesIn(resources)).toEqual({
			...stateful,
			[restoredTableId]: "AWS::DynamoDB::Table",
		});
		for (const id of Object.keys(stateful))
			expect(resources[id], id).toEqual(own[id]);
	});

	it("protects the restored table as its own", () => {
		const { Properties, ...protection } = resources[restoredTableId] ?? {};
		expect({
			...protection,
			Properties: { ...Properties, TableName: undefined },
		}).toEqual(own.TableCD117FA1);
		expect(Properties?.TableName).toBe(tableName);
		expect(protection).toMatchObject({ DeletionPolicy: "Retain" });
	});

	it("gives every function the restored table, and no permission on the other", () => {
		const functions = Object.values(resources).filter(
			({ Type }) => Type === "AWS::Lambda::Function",
		);
		for (const { Properties } of functions)
			expect(Properties).toMatchObject({
				Environment: { Variables: { TABLE_NAME: { Ref: restoredTableId } } },
			});
		const policies = Object.values(resources).filter(
			({ Type }) => Type === "AWS::IAM::Policy",
		);
		expect(policies.length).toBeGreaterThan(0);
		expect(JSON.stringify(policies)).not.toContain("TableCD117FA1");
	});

	it("contract 5: is named by the output, and found by --stack", () => {
		const stack = unbundledStack("prod", context);
		Template.fromStack(stack).hasOutput("TableName", {
			Value: { Ref: restoredTableId },
		});
		expect(() =>
			unbundledStack("prod", { "table:prod": "restored-2026-11-21" }),
		).toThrow('must begin with "ProcurementPayments-prod-Table"');
	});

	it("is imported by the logical id that docs/operations/restore.md names", () => {
		expect(readDocument("docs/operations/restore.md")).toContain(
			`{"${restoredTableId}":{"TableName":"${tableName}"}}`,
		);
	});

	it("does not concern another stage", () => {
		expect(resourcesOf("dev", context).resources).toEqual(
			resourcesOf("dev").resources,
		);
	});
});
