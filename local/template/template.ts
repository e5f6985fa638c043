import { join } from "node:path";
import type { CreateTableCommandInput } from "@aws-sdk/client-dynamodb";
import { resolve } from "./intrinsics.ts";
import { referencesIn } from "./references.ts";
import { readStackFile, type StackFile } from "./stack-file.ts";
import {
	type TemplateTable,
	type TimeToLive,
	toTable,
} from "./template-table.ts";

/** What the local stack runs of a synthesized CloudFormation template. */
export interface Template {
	table: TemplateTable;
	functions: TemplateFunction[];
	routes: TemplateRoute[];
}

export interface TemplateFunction {
	name: string;
	arn: string;
	/** Folder of the bundle. */
	codePath: string;
	/** `index.handler` */
	handler: string;
	environment: Record<string, string>;
	timeoutSeconds: number;
	memoryMegabytes: number;
}

export interface TemplateRoute {
	/** As API Gateway names it: `GET /things/{id}`. */
	routeKey: string;
	functionArn: string;
}

/**
 * Reads the one stack of a cloud assembly (`cdk.out`).
 *
 * @throws When it has something that the local stack would have to run and cannot.
 */
export function readTemplate(assemblyPath: string): Template {
	const stack = readStackFile(assemblyPath);
	refuseUnknownTypes(stack);
	const references = referencesIn(stack);

	const resourcesOf = <Properties>(type: string) =>
		Object.entries(stack.resources)
			.filter(([, { Type }]) => Type === type)
			.map(([id, { Properties, Metadata }]) => ({
				id,
				// The shapes are CloudFormation's own.
				properties: resolve(Properties, references) as Properties,
				codePath: join(assemblyPath, Metadata?.["aws:asset:path"] ?? ""),
			}));

	const functions = resourcesOf<FunctionProperties>("AWS::Lambda::Function");
	const integrations = new Map(
		resourcesOf<{ IntegrationUri: string }>(
			"AWS::ApiGatewayV2::Integration",
		).map(({ id, properties }) => [
			`integrations/${references.ref(id)}`,
			properties.IntegrationUri,
		]),
	);
	const routes = resourcesOf<RouteProperties>("AWS::ApiGatewayV2::Route");
	const [table, ...otherTables] = resourcesOf<
		CreateTableCommandInput & TimeToLive
	>("AWS::DynamoDB::Table");
	if (!table || otherTables.length > 0)
		throw new Error("The local stack runs a template with one table");

	return {
		table: toTable(references.ref(table.id), table.properties),
		functions: functions.map(({ id, properties, codePath }) => ({
			name: references.ref(id),
			arn: references.attribute(id, "Arn"),
			codePath,
			handler: properties.Handler,
			environment: properties.Environment?.Variables ?? {},
			timeoutSeconds: properties.Timeout ?? 3,
			memoryMegabytes: properties.MemorySize ?? 128,
		})),
		routes: routes.map(({ properties: { RouteKey, Target } }) => ({
			routeKey: RouteKey,
			functionArn: integrations.get(Target) ?? "",
		})),
	};
}

interface FunctionProperties {
	Handler: string;
	Environment?: { Variables: Record<string, string> };
	Timeout?: number;
	MemorySize?: number;
}

interface RouteProperties {
	RouteKey: string;
	Target: string;
}

const known = [
	"AWS::ApiGatewayV2::Integration",
	"AWS::ApiGatewayV2::Route",
	"AWS::DynamoDB::Table",
	"AWS::Lambda::Function",
];

/** Beginnings of the types that make no difference on this machine. */
const leftOut = [
	"AWS::ApiGatewayV2::Api",
	"AWS::ApiGatewayV2::Stage",
	"AWS::CDK::Metadata",
	"AWS::CloudWatch::",
	"AWS::Events::",
	"AWS::IAM::",
	"AWS::Lambda::EventSourceMapping",
	"AWS::Lambda::Permission",
	"AWS::Logs::",
	"AWS::SNS::",
	"AWS::SQS::",
];

function refuseUnknownTypes({ resources }: StackFile) {
	for (const [logicalId, { Type }] of Object.entries(resources)) {
		if (known.includes(Type)) continue;
		if (leftOut.some((beginning) => Type.startsWith(beginning))) continue;
		throw new Error(
			`The local stack does not know ${Type} (${logicalId} in the template)`,
		);
	}
}
