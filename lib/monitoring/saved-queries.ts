import { Stack } from "aws-cdk-lib";
import { QueryDefinition, QueryString } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { Monitored } from "./monitored.ts";
import { type Query, queries } from "./queries.ts";

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
