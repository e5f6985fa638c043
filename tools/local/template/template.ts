import { join } from "node:path";
import { account } from "./account.ts";
import { resolve } from "./intrinsics.ts";
import { referencesIn } from "./references.ts";
import { refuseUnknownTypes } from "./refuse-unknown-types.ts";
import { readStackFile } from "./stack-file.ts";
import {
	type EventSourceProperties,
	type TemplateEventSource,
	toEventSource,
} from "./template-event-source.ts";
import {
	type FunctionProperties,
	type TemplateFunction,
	toFunction,
} from "./template-function.ts";
import {
	type QueueProperties,
	type TemplateQueue,
	toQueue,
} from "./template-queue.ts";
import { type PolicyProperties, toRoleStatements } from "./template-role.ts";
import {
	type RuleProperties,
	type TemplateSchedule,
	toSchedule,
} from "./template-schedule.ts";
import {
	isStreamArn,
	type StreamSourceProperties,
	type TemplateStreamSource,
	toStreamSource,
} from "./template-stream-source.ts";
import {
	type TableProperties,
	type TemplateTable,
	toTable,
} from "./template-table.ts";

/** The resources of a synthesized CloudFormation template that the local stack runs. */
export interface Template {
	table: TemplateTable;
	functions: TemplateFunction[];
	routes: TemplateRoute[];
	queues: TemplateQueue[];
	eventSources: TemplateEventSource[];
	streamSources: TemplateStreamSource[];
	schedules: TemplateSchedule[];
}

export interface TemplateRoute {
	/** The route as API Gateway names it, such as `GET /things/{id}`. */
	routeKey: string;
	functionArn: string;
}

/**
 * Reads the one stack of a cloud assembly (`cdk.out`).
 *
 * @param queueEndpoint The base URL of the stack's queues. The default is that of AWS.
 * @throws When the stack has a resource that the local stack does not support.
 */
export function readTemplate(
	assemblyPath: string,
	queueEndpoint = `https://sqs.${account.region}.amazonaws.com`,
): Template {
	const stack = readStackFile(assemblyPath);
	refuseUnknownTypes(stack);
	const references = referencesIn(stack, queueEndpoint);

	const resourcesOf = <Properties>(type: string) =>
		Object.entries(stack.resources)
			.filter(([, { Type }]) => Type === type)
			.map(([id, { Properties, Metadata }]) => ({
				id,
				name: references.name(id),
				// Unchecked cast: CloudFormation defines these shapes.
				properties: (resolve(Properties, references) ?? {}) as Properties,
				codePath: join(assemblyPath, Metadata?.["aws:asset:path"] ?? ""),
			}));
	const arnOf = (id: string) => references.attribute(id, "Arn");

	const [table, ...otherTables] = resourcesOf<TableProperties>(
		"AWS::DynamoDB::Table",
	);
	if (!table || otherTables.length > 0)
		throw new Error("The local stack runs a template with one table");
	const integrations = new Map(
		resourcesOf<{ IntegrationUri: string }>(
			"AWS::ApiGatewayV2::Integration",
		).map(({ id, properties }) => [
			`integrations/${references.ref(id)}`,
			properties.IntegrationUri,
		]),
	);
	const policies = resourcesOf<PolicyProperties>("AWS::IAM::Policy").map(
		({ properties }) => properties,
	);
	const functions = resourcesOf<FunctionProperties>(
		"AWS::Lambda::Function",
	).map(({ id, name, codePath, properties }) => {
		const roleName = properties.Role.split("/").at(-1) ?? "";
		const role = toRoleStatements(policies, roleName);
		return toFunction({ name, arn: arnOf(id), codePath, role }, properties);
	});
	const queues = resourcesOf<QueueProperties>("AWS::SQS::Queue").map(
		({ id, name, properties }) =>
			toQueue({ name, url: references.ref(id), arn: arnOf(id) }, properties),
	);

	const mappings = resourcesOf<EventSourceProperties & StreamSourceProperties>(
		"AWS::Lambda::EventSourceMapping",
	).map(({ properties }) => properties);
	const isOfStream = ({ EventSourceArn }: StreamSourceProperties) =>
		isStreamArn(EventSourceArn);

	return {
		table: toTable(table.name, table.properties),
		functions,
		routes: resourcesOf<RouteProperties>("AWS::ApiGatewayV2::Route").map(
			({ properties: { RouteKey, Target } }) => ({
				routeKey: RouteKey,
				functionArn: integrations.get(Target) ?? "",
			}),
		),
		queues,
		eventSources: mappings
			.filter((mapping) => !isOfStream(mapping))
			.map((mapping) => toEventSource(mapping, { functions, queues })),
		streamSources: mappings
			.filter(isOfStream)
			.map((mapping) => toStreamSource(mapping, functions)),
		schedules: resourcesOf<RuleProperties>("AWS::Events::Rule").map(
			({ id, properties }) => toSchedule(arnOf(id), properties),
		),
	};
}

interface RouteProperties {
	RouteKey: string;
	Target: string;
}
