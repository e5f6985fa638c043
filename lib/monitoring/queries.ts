import { Stack } from "aws-cdk-lib";
import { QueryDefinition, QueryString } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { Monitored } from "./metrics.ts";

/** A query of Logs Insights, by the keys of `shared/logging/log-keys.ts`. */
export interface Query {
	id: string;
	/** The name under which CloudWatch lists the query. */
	name: string;
	fields?: readonly string[];
	filters: readonly string[];
	stats?: string;
	sort: string;
	limit?: number;
	/** Whether the query also looks in the API's access log. */
	withAccessLog?: true;
}

/** The operator replaces the texts in angle brackets. */
export const queries: readonly Query[] = [
	{
		id: "RequestById",
		name: "A request by its id (x-request-id)",
		withAccessLog: true,
		fields: [
			"@timestamp",
			"message",
			"operation",
			"routeKey",
			"status",
			"code",
			"ms",
			"responseLatency",
			"organization",
			"attempt",
			"batch",
			"function_request_id",
			"integrationRequestId",
			"integrationError",
			"@message",
		],
		filters: ['requestId = "<x-request-id>"'],
		sort: "@timestamp asc",
	},
	{
		id: "Attempt",
		name: "All of an attempt",
		fields: [
			"@timestamp",
			"message",
			"operation",
			"status",
			"code",
			"ms",
			"results.DONE",
			"batch",
			"chunk",
			"outcome",
			"requestId",
			"@message",
		],
		// A batch's id is that of the attempt that started it.
		filters: ['attempt = "<attempt id>" or batch = "<attempt id>"'],
		sort: "@timestamp asc",
	},
	{
		id: "Batch",
		name: "All of a batch",
		fields: [
			"@timestamp",
			"level",
			"message",
			"chunk",
			"chunks",
			"outcome",
			"results.DONE",
			"seconds",
			"ms",
			"awsCalls",
			"function_request_id",
			"@message",
		],
		filters: ['batch = "<bulkActionSlug>" or attempt = "<bulkActionSlug>"'],
		sort: "@timestamp asc",
		limit: 10_000,
	},
	{
		id: "Slowest",
		name: "The slowest requests",
		fields: [
			"@timestamp",
			"operation",
			"ms",
			"awsCalls",
			"status",
			"cold_start",
			"organization",
			"requestId",
		],
		filters: ['message = "Request"'],
		sort: "ms desc",
		limit: 50,
	},
	{
		id: "ByOrganization",
		name: "By organization",
		filters: ['message = "Request"'],
		stats:
			"count(*) as requests, pct(ms, 50) as p50, pct(ms, 99) as p99, sum(awsCalls) as calls by organization, operation, status",
		sort: "requests desc",
	},
	{
		id: "ByApiKey",
		name: "By API key",
		fields: [
			"@timestamp",
			"sourceIp",
			"operation",
			"status",
			"code",
			"organization",
			"user",
			"created",
			"results.DONE",
			"batch",
			"attempt",
			"requestId",
		],
		filters: ['message = "Request" and apiKey = "<key id>"'],
		sort: "@timestamp asc",
		limit: 10_000,
	},
	{
		id: "Errors",
		name: "Errors and warnings",
		fields: [
			"@timestamp",
			"level",
			"message",
			"operation",
			"status",
			"code",
			"organization",
			"batch",
			"chunk",
			"error.name",
			"error.message",
			"requestId",
			"function_request_id",
			"record.status",
			"record.requestId",
		],
		// Lambda's own `platform.report` of an invocation that crashed or ran out of time is no error of the logger.
		filters: [
			'level in ["ERROR", "WARN"] or status >= 500 or record.status in ["error", "failure", "timeout"]',
		],
		sort: "@timestamp desc",
		limit: 500,
	},
];

/** Saves the queries for Logs Insights, in a folder with the stack's name. They cost nothing until they are run. */
export function savedQueries(
	scope: Construct,
	{ accessLogs, functions }: Monitored,
) {
	const functionLogs = functions.map(({ logGroup }) => logGroup);
	for (const query of queries) {
		new QueryDefinition(scope, `${query.id}Query`, {
			queryDefinitionName: `${Stack.of(scope).stackName}/${query.name}`,
			queryString: new QueryString(toQueryString(query)),
			logGroups: query.withAccessLog
				? [accessLogs, ...functionLogs]
				: functionLogs,
		});
	}
}

const toQueryString = ({ fields, filters, stats, sort, limit }: Query) => ({
	...(fields && { fields: [...fields] }),
	filterStatements: [...filters],
	...(stats && { statsStatements: [stats] }),
	sort,
	...(limit !== undefined && { limit }),
});
