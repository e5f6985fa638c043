import { type App, CfnOutput, RemovalPolicies, Stack } from "aws-cdk-lib";
import { endpoints } from "./endpoints.ts";
import { httpApi } from "./http-api.ts";
import { monitoring } from "./monitoring.ts";
import { serviceFunction } from "./service-function.ts";
import type { Stage } from "./stage.ts";
import { serviceTable } from "./table.ts";

/** The whole service of one stage (design 1). */
export class ServiceStack extends Stack {
	constructor(app: App, stage: Stage) {
		super(app, `ProcurementPayments-${stage.name}`, {
			description: `Procurement and payments service, stage ${stage.name}`,
			terminationProtection: !stage.isThrowAway,
		});
		const table = serviceTable(this, stage);
		const routes = endpoints.map(({ name, method, path, tableActions }) => ({
			method,
			path,
			handler: serviceFunction(this, { name, table, tableActions }),
		}));
		const api = httpApi(this, routes);
		const functions = routes.map(({ handler }) => handler);
		const alarmTopic = monitoring(this, { api, functions });

		if (stage.isThrowAway) {
			RemovalPolicies.of(this).destroy({
				applyToResourceTypes: ["AWS::DynamoDB::Table", "AWS::Logs::LogGroup"],
			});
		}
		new CfnOutput(this, "ApiUrl", { value: api.apiEndpoint });
		// The operator's command line looks for it: `--stack <name>` (contract 5).
		new CfnOutput(this, "TableName", { value: table.tableName });
		new CfnOutput(this, "AlarmTopicArn", { value: alarmTopic.topicArn });
	}
}
