import {
	DeleteTableCommand,
	DynamoDBClient,
	ListTablesCommand,
} from "@aws-sdk/client-dynamodb";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { connectTable, type Table } from "../../shared/dynamodb/table.ts";
import { latency } from "../../test/support/aws-gateway/faults/effects.ts";
import type { Effect } from "../../test/support/aws-gateway/faults/faults.ts";
import { limitCapacity } from "../../test/support/aws-gateway/limits/capacity-limits.ts";
import { toAccesses } from "../../test/support/aws-gateway/limits/table-accesses.ts";
import {
	askForCapacity,
	withoutCapacity,
} from "../../test/support/aws-gateway/metering/consumed-capacity.ts";
import { replacePausesOfSdk } from "../../test/support/sdk-pauses.ts";
import {
	type AwsCall,
	disconnected,
	type Outcome,
} from "../../tools/local/aws-gateway/aws-call.ts";
import { forwardTo } from "../../tools/local/aws-gateway/forward.ts";
import { localConnection } from "../../tools/local/local-connection.ts";
import { region } from "../rig/lambda-environment.ts";
import { assumed, type TableSpeed, unitsPerPartition } from "./assumptions.ts";
import { callsInProcess } from "./calls-in-process.ts";
import { createProcessor, type Processor } from "./processor.ts";
import { createUsage, type TableUsage } from "./table-usage.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** A table in the local engine that behaves, on a virtual clock, as one of DynamoDB with this speed. */
export interface SimulatedTable {
	/** Connects one more function environment, with a processor of its own. */
	connect(): Promise<{ table: Table; processor: Processor }>;
	usage: TableUsage;
	/** From now on the table takes no more than its speed allows. */
	limit(options: { startsEmpty: boolean }): void;
	/** Deletes it. */
	remove(): Promise<void>;
}

export function simulateTable(
	name: string,
	engineUrl: string,
	speed: TableSpeed,
	time: VirtualTime,
): SimulatedTable {
	const engine = forwardTo(engineUrl);
	const usage = createUsage(time.now);
	const slow = latency(
		{
			milliseconds: assumed.callMilliseconds,
			transactionMilliseconds: assumed.transactionMilliseconds,
		},
		time.pause,
	);
	let limit: Effect = (call, forward) => forward(call);
	const execute = async (call: AwsCall): Promise<Outcome> => {
		const asked = askForCapacity(call);
		const answer = await time.outside(engine.forward(asked));
		if (answer === disconnected) return disconnected;
		usage.add(asked, answer);
		return withoutCapacity(call, answer);
	};
	const answer = (call: AwsCall) =>
		slow(call, (arrived) => limit(arrived, execute));
	return {
		usage,
		async connect() {
			const processor = createProcessor(time);
			const table = connectTable({
				name,
				endpoint: engineUrl,
				region,
				credentials: { accessKeyId: "simulated", secretAccessKey: "local" },
			});
			const send = async (call: AwsCall) => {
				await processor.use(cpuMilliseconds(call));
				return answer(call);
			};
			for (const client of [table.documents, table.documentsNoRetry]) {
				await time.outside(openConfiguration(client));
				client.middlewareStack.add(...callsInProcess(send));
			}
			replacePausesOfSdk(
				table.documents,
				() => (retries) => time.pause(sdkPauseMilliseconds(retries)),
			);
			return { table: { ...table, pause: time.pause }, processor };
		},
		limit({ startsEmpty }) {
			limit = limitCapacity(toLimits(speed, startsEmpty), time.now);
		},
		async remove() {
			engine.close();
			const client = new DynamoDBClient(localConnection(engineUrl));
			await client.send(new DeleteTableCommand({ TableName: name }));
			client.destroy();
		},
	};
}

/** The SDK looks for configuration files at a client's first call: the virtual clock does not wait for those. */
const openConfiguration = (client: DynamoDBDocumentClient) =>
	client.send(new ListTablesCommand({ Limit: 1 }));

function toLimits({ writes, reads }: TableSpeed, startsEmpty: boolean) {
	// Each partition takes reads and writes: their number follows from the write capacity.
	const partitions = writes / unitsPerPartition.writes;
	const ofKind = (table: number, partition: number) => ({
		table,
		partition,
		partitions,
		startsEmpty,
	});
	return {
		writes: ofKind(writes, unitsPerPartition.writes),
		reads: ofKind(reads, unitsPerPartition.reads),
	};
}

function cpuMilliseconds(call: AwsCall): number {
	const items = toAccesses(call)?.of.length ?? 0;
	return (
		assumed.cpuMillisecondsPerCall + items * assumed.cpuMillisecondsPerItem
	);
}

/** As the SDK pauses after a throttled call. */
const sdkPauseMilliseconds = (retries: number) =>
	Math.random() * 1_000 * 2 ** retries;
