import { importOrganizationFile } from "../operator/import-organization.ts";
import { readOrganizationFile } from "../operator/organization-file/read-organization-file.ts";
import { systemClock } from "../shared/runtime/clock.ts";
import { connectTable } from "../shared/store/table.ts";
import { type AwsGateway, startAwsGateway } from "./aws-gateway/gateway.ts";
import { createTable } from "./create-table.ts";
import { startEngine } from "./engine.ts";
import { type FunctionHost, startFunctionHost } from "./function-host.ts";
import { startHttpFront } from "./http-front/http-front.ts";
import { localConnection } from "./local-connection.ts";
import { openStorage } from "./storage.ts";
import { synthesize } from "./template/synthesize.ts";
import { readTemplate } from "./template/template.ts";

export interface LocalStackOptions {
	/** 0 picks a free one. */
	port: number;
	/** Paths of organization files, imported in this order before the first request. */
	organizationFiles: string[];
	/** A data directory, or nothing on disk. */
	storage: { dataDirectory: string } | "memory";
	/** Gets what the functions write. */
	log: (chunk: Buffer) => void;
	/** Called when the engine dies under a stack that runs. */
	onEngineDeath?: () => void;
}

export interface LocalStack {
	url: string;
	gateway: AwsGateway;
	host: FunctionHost;
	/** Answers the requests that run, then ends everything. */
	stop(): Promise<void>;
}

/**
 * Runs the whole service on this machine as it would be deployed: the synthesized template's table and routes,
 * the bundled functions, a real DynamoDB-compatible store.
 *
 * @throws StartError or OrganizationFileError when it cannot, with everything stopped that was started.
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
	{ port, organizationFiles, storage, log, onEngineDeath }: LocalStackOptions,
	keep: <Part extends { stop(): Promise<void> }>(part: Part) => Part,
): Promise<Omit<LocalStack, "stop">> {
	// Before anything is written: one bad file, and nothing is imported.
	for (const path of organizationFiles) readOrganizationFile(path);
	const store = keep(await openStorage(storage));
	const { table, functions, routes } = readTemplate(await synthesize());
	const engine = keep(
		await startEngine({
			...(store.databasePath && { dbPath: store.databasePath }),
			...(onEngineDeath && { onDeath: onEngineDeath }),
		}),
	);
	const gateway = keep(await startAwsGateway({ dynamodbUrl: engine.url }));
	await createTable(engine.url, table);
	const connection = localConnection(engine.url);
	const tableName = table.input.TableName;
	for (const path of organizationFiles) {
		const target = connectTable({ name: tableName, ...connection });
		await importOrganizationFile(target, path, systemClock());
	}
	const host = keep(
		startFunctionHost({ functions, gatewayUrl: gateway.url, log }),
	);
	const front = keep(await startHttpFront({ port, routes, host }));
	await store.announce({ endpoint: engine.url, tableName });
	return { url: `http://127.0.0.1:${front.port}`, gateway, host };
}
