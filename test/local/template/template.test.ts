import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { readTemplate } from "../../../local/template/template.ts";

const folders: string[] = [];
afterEach(() => {
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A cloud assembly of one stack with these resources beside a table. */
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
	write("service.template.json", { Resources: { Table: table, ...resources } });
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

const fn = {
	Type: "AWS::Lambda::Function",
	Properties: {
		Handler: "index.handler",
		Timeout: 29,
		MemorySize: 512,
		Environment: { Variables: { TABLE_NAME: { Ref: "Table" } } },
	},
	Metadata: { "aws:asset:path": "asset.1" },
};

describe("a template", () => {
	it("gives the table, under the name that functions know it by", () => {
		const assembly = assemblyOf({ Fn: fn });
		const template = readTemplate(assembly);
		expect(template.table).toMatchObject({
			input: { TableName: "Service-Table", BillingMode: "PAY_PER_REQUEST" },
			timeToLiveAttribute: "expiresAt",
		});
		expect(template.functions).toEqual([
			{
				name: "Service-Fn",
				arn: "arn:aws:lambda:ap-south-1:000000000000:function:Service-Fn",
				codePath: join(assembly, "asset.1"),
				handler: "index.handler",
				environment: { TABLE_NAME: "Service-Table" },
				timeoutSeconds: 29,
				memoryMegabytes: 512,
			},
		]);
	});

	it("gives each route with the function behind its integration", () => {
		const { routes, functions } = readTemplate(
			assemblyOf({
				Fn: fn,
				Integration: {
					Type: "AWS::ApiGatewayV2::Integration",
					Properties: { IntegrationUri: { "Fn::GetAtt": ["Fn", "Arn"] } },
				},
				Route: {
					Type: "AWS::ApiGatewayV2::Route",
					Properties: {
						RouteKey: "POST /things",
						Target: {
							"Fn::Join": ["", ["integrations/", { Ref: "Integration" }]],
						},
					},
				},
			}),
		);
		expect(routes).toEqual([
			{ routeKey: "POST /things", functionArn: functions[0]?.arn },
		]);
	});

	it.each([
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
					Properties: { Handler: { "Fn::GetAtt": ["Table", "StreamArn"] } },
				},
			},
			"does not know StreamArn of Table",
		],
	])("is refused for %s", (_, resources, message) => {
		expect(() => readTemplate(assemblyOf(resources))).toThrow(message);
	});
});
