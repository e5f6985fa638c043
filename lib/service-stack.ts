import { type App, CfnOutput, RemovalPolicies, Stack } from "aws-cdk-lib";
import { chunkQueue } from "./chunk-queue.ts";
import { endpoints, routesOf } from "./endpoints.ts";
import { httpApi } from "./http-api.ts";
import { monitoring } from "./monitoring.ts";
import { raiseNotificationAlarms } from "./notifications/alarms.ts";
import { notifications } from "./notifications/notifications.ts";
import {
	describe,
	isOn,
	toNotificationSettings,
} from "./notifications/settings.ts";
import { paymentBatches } from "./payment-batches.ts";
import { serviceFunction } from "./service-function.ts";
import type { Stage } from "./stage.ts";
import { restoredTable, serviceTable } from "./table.ts";

/** The whole service of one stage (`docs/architecture.md`). */
export class ServiceStack extends Stack {
	constructor(app: App, stage: Stage) {
		super(app, `ProcurementPayments-${stage.name}`, {
			description: `Procurement and payments service, stage ${stage.name}`,
			terminationProtection: !stage.isEphemeral,
		});
		const settings = toNotificationSettings((name) =>
			this.node.tryGetContext(name),
		);
		const options = { ...stage, isStreamRead: isOn(settings) };
		const ownTable = serviceTable(this, options);
		// In cdk.json, so that no deployment forgets it and returns to the own table (`docs/operations.md`, "Restore").
		const restored: unknown = this.node.tryGetContext(`table:${stage.name}`);
		const table = restored
			? restoredTable(this, options, String(restored))
			: ownTable;
		const chunks = chunkQueue(this);
		const handlers = endpoints.map((endpoint) => {
			const { name, tableActions, queriesListIndex, sendsChunks } = endpoint;
			const handler = serviceFunction(this, {
				name,
				table,
				tableActions,
				queriesListIndex,
				sendsTo: sendsChunks && chunks.queue,
			});
			return { handler, routes: routesOf(endpoint) };
		});
		const api = httpApi(this, handlers);
		const { worker, sweeper } = paymentBatches(this, {
			table,
			chunkQueue: chunks,
		});
		const notifying = notifications(this, { table, settings });
		const readers = notifying?.readers ?? [];
		const alarmTopic = monitoring(this, {
			api,
			functions: [
				...handlers.map(({ handler }) => handler),
				worker,
				sweeper,
				...readers,
			],
			deadLetters: chunks.deadLetters,
		});
		if (notifying) raiseNotificationAlarms(notifying, alarmTopic);

		if (stage.isEphemeral) {
			RemovalPolicies.of(this).destroy({
				applyToResourceTypes: ["AWS::DynamoDB::Table", "AWS::Logs::LogGroup"],
			});
		}
		new CfnOutput(this, "ApiUrl", { value: api.apiEndpoint });
		// Used by the operator's `--stack <name>` (contract 5).
		new CfnOutput(this, "TableName", { value: table.tableName });
		new CfnOutput(this, "ChunkQueueUrl", { value: chunks.queue.queueUrl });
		new CfnOutput(this, "DeadLetterQueueUrl", {
			value: chunks.deadLetters.queueUrl,
		});
		new CfnOutput(this, "Notifications", { value: describe(settings) });
		new CfnOutput(this, "AlarmTopicArn", { value: alarmTopic.topicArn });
	}
}
