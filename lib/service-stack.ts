import { type App, CfnOutput, RemovalPolicies, Stack } from "aws-cdk-lib";
import { CfnLogGroup } from "aws-cdk-lib/aws-logs";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { apiFunctions, routesOf } from "./api-functions.ts";
import { approvalRoutes } from "./approval-routes.ts";
import { atOnce, Canary } from "./canary.ts";
import { chunkQueue } from "./chunk-queue.ts";
import { consolePages, consoleRoutes } from "./console-pages.ts";
import { httpApi, type RoutedFunction } from "./http-api.ts";
import { monitoring } from "./monitoring/monitoring.ts";
import { approvalPage } from "./notifications/approval-page.ts";
import { notifications } from "./notifications/notifications.ts";
import { describe, isOn } from "./notifications/settings.ts";
import { paymentBatches } from "./payment-batches.ts";
import { serviceFunction, toPascalCase } from "./service-function.ts";
import { signIn } from "./sign-in/sign-in.ts";
import { signInRoutes } from "./sign-in/sign-in-routes.ts";
import type { Stage } from "./stage.ts";
import { stageSettings } from "./stage-settings.ts";
import { restoredTable, serviceTable } from "./table.ts";
import { traceFunctions } from "./trace-functions.ts";
import { version } from "./version.ts";

/** The whole service of one stage (`docs/architecture.md`). */
export class ServiceStack extends Stack {
	constructor(app: App, stage: Stage) {
		super(app, `ProcurementPayments-${stage.name}`, {
			description: `Procurement and payments service, stage ${stage.name}`,
			terminationProtection: !stage.isEphemeral,
			// CloudFormation passes the tags on to every resource. With a version among them, each deployment would update all.
			tags: { stage: stage.name, service: "procurement-payments" },
		});
		const settings = stageSettings(this.node, stage.name);
		const { restoredTableName, domain } = settings;
		const tableSettings = {
			isEphemeral: stage.isEphemeral,
			isStreamRead: isOn(settings.notifications),
		};
		const ownTable = serviceTable(this, tableSettings);
		const table =
			restoredTableName === undefined
				? ownTable
				: restoredTable(this, restoredTableName, tableSettings);
		const chunks = chunkQueue(this);
		const canary = settings.canary === "OFF" ? undefined : new Canary(this);
		const release = canary?.release ?? atOnce;
		const { keyRequestsPerSecond } = settings;
		const limits = keyRequestsPerSecond !== undefined && {
			KEY_REQUESTS_PER_SECOND: `${keyRequestsPerSecond}`,
		};
		const handlers = apiFunctions.map((apiFunction) => {
			const { name, tableActions, queriesListIndex, sendsChunks } = apiFunction;
			const feed = apiFunction.readsEventFeed &&
				settings.notifications.hasEventFeed && { EVENT_FEED: "ON" };
			const handler = serviceFunction(this, {
				name,
				table,
				tableActions,
				queriesListIndex,
				sendsTo: sendsChunks && chunks.queue,
				environment: { ...limits, ...feed },
			});
			return { handler, name, routes: routesOf(apiFunction) };
		});
		const released: RoutedFunction[] = handlers.map(
			({ handler, name, routes }) => ({
				handler: release(toPascalCase(name), handler),
				routes,
			}),
		);
		const page = approvalPage(this, {
			table,
			settings: settings.notifications,
		});
		// The canary does not release it: a browser could get the page of one version with the script of another.
		if (page) released.push({ handler: page.handler, routes: approvalRoutes });
		const console = signIn(this, {
			table,
			setting: settings.signIn,
			isEphemeral: stage.isEphemeral,
			isReserved: settings.reservesConcurrency,
		});
		if (console)
			released.push({ handler: console.handler, routes: signInRoutes });
		const pages = console && consolePages(this, table);
		if (pages) released.push({ handler: pages, routes: consoleRoutes });
		const { api, accessLogs } = httpApi(this, released, settings);
		const url = domain ? `https://${domain.name}` : api.apiEndpoint;
		console?.serveAt(url);
		const { worker, sweeper } = paymentBatches(this, {
			table,
			chunkQueue: chunks,
			workers: settings.workers,
			isReserved: settings.reservesConcurrency,
			release,
		});
		const notified = notifications(this, {
			table,
			settings: settings.notifications,
			links: page && {
				key: page.key,
				apiUrl: url,
			},
		});
		const { topic: alarmTopic, raised } = monitoring(this, {
			api,
			accessLogs,
			functions: [
				...handlers.map(({ handler }) => handler),
				worker,
				sweeper,
				...(page ? [page.handler] : []),
				...(console ? [console.handler] : []),
				...(pages ? [pages] : []),
				...(notified?.readers ?? []),
			],
			worker,
			sweeper,
			table,
			queue: chunks.queue,
			deadLetters: chunks.deadLetters,
			notifications: notified,
			page: page?.handler,
			signIn: console?.handler,
		});
		canary?.deploy(raised, settings.canary === "PAUSED");
		if (settings.alarmEmail)
			alarmTopic.addSubscription(new EmailSubscription(settings.alarmEmail));

		for (const one of this.node.findAll())
			if (one instanceof CfnLogGroup)
				one.retentionInDays = settings.logRetentionDays;
		if (settings.isTraced) traceFunctions(this);
		if (stage.isEphemeral) {
			RemovalPolicies.of(this).destroy({
				applyToResourceTypes: ["AWS::DynamoDB::Table", "AWS::Logs::LogGroup"],
			});
		}
		outputs(this, {
			Version: [version, "The version and the commit that are deployed"],
			ApiUrl: [
				domain?.isOnlyAddress ? `https://${domain.name}` : api.apiEndpoint,
				"What the URLs of all endpoints begin with",
			],
			// The operator's `--stack <name>` uses it (contract 5).
			TableName: [table.tableName, "The table with all records"],
			ChunkQueueUrl: [
				chunks.queue.queueUrl,
				"Chunks of payment batches that wait for a worker",
			],
			DeadLetterQueueUrl: [
				chunks.deadLetters.queueUrl,
				"Chunks that no worker could process: see `org dlq list`",
			],
			Notifications: [
				describe(settings.notifications),
				"Which mails and events the stage sends",
			],
			AlarmTopicArn: [alarmTopic.topicArn, "Subscribe to it to get the alarms"],
			AlarmsGoTo: [
				settings.alarmEmail
					? `${settings.alarmEmail}, once the mail of AWS is confirmed`
					: "no one, unless someone subscribed by hand: set alarmEmail:<stage>",
				"Who gets the alarms",
			],
		});
	}
}

function outputs(
	stack: Stack,
	values: Record<string, [value: string, description: string]>,
) {
	for (const [id, [value, description]] of Object.entries(values))
		new CfnOutput(stack, id, { value, description });
}
