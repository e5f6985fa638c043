import { CfnOutput, Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { endpoints } from "./endpoints.ts";
import { httpApi } from "./http-api.ts";
import { serviceFunction } from "./service-function.ts";
import { serviceTable } from "./table.ts";

export class ServiceStack extends Stack {
	constructor(scope: Construct, stage: string) {
		super(scope, `ProcurementPayments-${stage}`);
		const table = serviceTable(this, { deletionProtection: stage !== "dev" });
		const routes = Object.entries(endpoints).map(
			([name, { route, tableActions }]) => ({
				route,
				handler: serviceFunction(this, { name, table, tableActions }),
			}),
		);
		const api = httpApi(this, routes);
		new CfnOutput(this, "ApiUrl", { value: api.apiEndpoint });
		new CfnOutput(this, "TableName", { value: table.tableName });
	}
}
