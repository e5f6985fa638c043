import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import { connectTable } from "../../shared/dynamodb/table.ts";
import { systemClock } from "../../shared/environment/clock.ts";
import { importOrganizationFile } from "../organization-files/import-organization.ts";
import { readOrganizationFile } from "../organization-files/read-organization-file.ts";
import type { Around } from "./aws-gateway/aws-call.ts";
import { type AwsGateway, startAwsGateway } from "./aws-gateway/gateway.ts";
import { noProgress, type Progress } from "./console/progress.ts";
import { createQueues } from "./create-queues.ts";
import { createTable } from "./create-table.ts";
import { demo, demoOrganizationFile } from "./demo-organization.ts";
import { startEngine } from "./engine.ts";
import { type FunctionHost, startFunctionHost } from "./function-host.ts";
import { documents, firstOf } from "./http-front/documents.ts";
import { refuseTakenPort, startHttpFront } from "./http-front/http-front.ts";
import { localPages } from "./http-front/local-pages.ts";
import { startPage } from "./http-front/start-page.ts";
import { startLocalIssuer } from "./issuer/local-issuer.ts";
import { localConnection } from "./local-connection.ts";
import { openNotifications } from "./notifications/local-notifications.ts";
import { startQueueEngine } from "./queue-engine.ts";
import { startQueuePoller } from "./queue-poller/queue-poller.ts";
import { resumeBatches } from "./resume-batches.ts";
import { startSchedules } from "./schedules.ts";
import { openStorage } from "./storage.ts";
import { deadLetterRoute } from "./template/dead-letter-route.ts";
import { synthesize } from "./template/synthesize.ts";
import {
	readTemplate,
	type Template,
	type TemplateRoute,
} from "./template/template.ts";

export interface LocalStackOptions {
	/** The port; 0 for any free one. */
	port: number;
	/** Paths of organization files, imported in this order before the first request. */
	organizationFiles: string[];
	/** A data directory, or `memory` for a stack without files. */
	storage: { dataDirectory: string } | "memory";
	/** A URL of this machine to which each event is posted. */
	webhook?: string;
	/** Receives the functions' output, line by line. */
	log: (line: string) => void;
	/** Receives the steps of the start. */
	progress?: Progress;
	/** Called when the engine ends unexpectedly. */
	onEngineDeath?: () => void;
	/** Changes the template before it is started, for example to shorten timeouts in tests. */
	change?: (template: Template) => Template;
	/** Handles each AWS call that is allowed. Tests use it to inject faults. */
	around?: Around;
}

export interface LocalStack {
	url: string;
	gateway: AwsGateway;
	/** The token by which the gateway knows a caller as part of the stack. */
	sessionToken: string;
	host: FunctionHost;
	/** The template that the stack runs. */
	template: Template;
	/** Whether the stack sends mails and events, and shows them at `/mail`. */
	hasNotifications: boolean;
	/** Finishes the running requests, then stops everything. */
	stop(): Promise<void>;
}

/**
 * Runs the whole service locally as it would be deployed: the synthesized template's table, queues, routes, event
 * sources and schedules, the bundled functions, a DynamoDB-compatible engine and an SQS-compatible engine.
 *
 * @throws StartError or OrganizationFileError, after stopping all that was started.
 */
export async function startLocalStack(
	options: LocalStackOptions,
): Promise<LocalStack> {
	const started: { stop(): Promise<void> }[] = [];
	const keep = <Part extends { stop(): Promise<void> }>(part: Part): Part => {
		started.unshift(part);
		return part;
	};
	const stop = async () => {
		for (const part of started) await part.stop();
	};
	try {
		return { ...(await startParts(options, keep)), stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

async function startParts(
	options: LocalStackOptions,
	keep: <Part extends { stop(): Promise<void> }>(part: Part) => Part,
): Promise<Omit<LocalStack, "stop">> {
	const { port, organizationFiles, storage, log, onEngineDeath } = options;
	const { step } = options.progress ?? noProgress;
	// This is checked before anything is written, so that an invalid file or a port in use changes nothing.
	for (const path of organizationFiles) readOrganizationFile(path);
	await refuseTakenPort(port);
	const store = keep(await openStorage(storage));
	const assemblyPath = await step("Building the functions", synthesize);
	const engine = keep(
		await step("Starting the store", () =>
			startEngine({
				...(store.databasePath && { dbPath: store.databasePath }),
				...(onEngineDeath && { onDeath: onEngineDeath }),
			}),
		),
	);
	const queueEngine = keep(
		await step("Starting the queues", () =>
			startQueueEngine({
				...(store.queueDirectory && { directory: store.queueDirectory }),
			}),
		),
	);
	const notifications = await openNotifications(engine, log, options.webhook);
	const sessionToken = randomUUID();
	const gateway = keep(
		await startAwsGateway({
			...(notifications && {
				outbox: notifications.outbox,
				macSecret: notifications.macSecret,
			}),
			dynamodbUrl: engine.url,
			sqsUrl: queueEngine.url,
			sessionToken,
			...(options.around && { around: options.around }),
			requiresConsistentReads: true,
		}),
	);
	const { change = (template) => template } = options;
	const template = change(readTemplate(assemblyPath, gateway.url));
	const { table, functions, routes, queues } = template;
	gateway.enforceRoles(functions);
	await step("Preparing table and queues", async () => {
		await createTable(engine.url, table);
		await createQueues(queueEngine.url, queues);
	});
	const tableName = table.input.TableName;
	const connected = connectTable({
		name: tableName,
		...localConnection(engine.url),
	});
	for (const path of organizationFiles)
		await step(`Importing ${basename(path)}`, () =>
			importOrganizationFile(connected, path, systemClock()),
		);
	await resumeBatches(connected, systemClock());
	let url = "";
	const issuer = keep(
		await startLocalIssuer({ table: connected, consoleUrl: () => url }),
	);
	const host = keep(
		startFunctionHost({
			functions,
			gatewayUrl: gateway.url,
			sessionToken,
			addresses: () => ({ apiUrl: url, issuerUrl: issuer.url }),
			log,
		}),
	);
	for (const source of template.eventSources) {
		keep(
			startQueuePoller({
				source,
				host,
				gatewayUrl: gateway.url,
				sessionToken,
				log,
			}),
		);
	}
	keep(startSchedules(template.schedules, host));
	const hasDemo = organizationFiles.includes(demoOrganizationFile);
	const has = { hasMails: notifications !== undefined };
	const findDocument = firstOf([
		startPage(has),
		documents({ pages: localPages(has), ...(hasDemo && { demo }) }),
		...(notifications ? [notifications.findDocument] : []),
	]);
	const front = keep(
		await startHttpFront({
			port,
			routes: notifications ? routes : routes.filter(isOfApi),
			host,
			findDocument,
		}),
	);
	url = `http://127.0.0.1:${front.port}`;
	// This comes after the front has started, because mails have links to the page.
	if (notifications) keep(await notifications.start(template, host));
	await store.announce({
		endpoint: engine.url,
		tableName,
		queues: { endpoint: queueEngine.url, ...deadLetterRoute(queues) },
	});
	return {
		url,
		gateway,
		sessionToken,
		host,
		template,
		hasNotifications: notifications !== undefined,
	};
}

/** Whether a route belongs to the API and not to the page to which mails lead. A stack without mails has no such page. */
const isOfApi = ({ routeKey }: TemplateRoute) =>
	!routeKey.includes(" /approval");
