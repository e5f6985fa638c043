import { createHash } from "node:crypto";
import fc from "fast-check";
import { forEachConcurrently } from "../../../shared/timing/concurrently.ts";
import { checkAnswer } from "./check-answer.ts";
import {
	type Connection,
	openConnection,
	sendAndEnd,
	type WireAnswer,
} from "./connection.ts";
import type { FuzzWorld } from "./fuzz-world.ts";
import type { FuzzedOperation } from "./operations.ts";
import {
	type Expected,
	type FuzzedRequest,
	toBytes,
	toPath,
} from "./requests/fuzzed-request.ts";
import { rawBytes } from "./requests/raw-bytes.ts";

/** How often each status was answered. */
export type Statuses = Record<string, number>;

/** So many are under way at once. */
const connectionCount = 6;

/** Sends samples of requests to an endpoint and checks each answer. The same seed takes the same samples. */
export function createSender(
	{ front, routeKeyOf, ids }: FuzzWorld,
	{ routeKey, path }: FuzzedOperation,
	run: { count: number; seed: number },
) {
	const statuses: Statuses = {};
	const again = `Again: FUZZ_SEED=${run.seed} FUZZ_COUNT=${run.count} npm run test:fuzz -- -t "${routeKey}"`;
	const free: Connection[] = Array.from({ length: connectionCount }, () =>
		openConnection(front.port),
	);

	async function exchange(request: FuzzedRequest) {
		const connection = free.pop() ?? openConnection(front.port);
		try {
			const answer = await connection.exchange(toBytes(request));
			check(answer, request.expected);
		} catch (error) {
			throw new Error(toReport(request, error));
		}
		free.push(connection);
	}

	function check(answer: WireAnswer, expected?: Expected) {
		const answered = routeKeyOf(answer.headers["x-request-id"] ?? "");
		statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
		try {
			checkAnswer(answer, answered, expected);
		} catch (error) {
			throw new Error(
				`${error}\n${answer.status} ${answer.text.slice(0, 1_000)}`,
			);
		}
	}

	function toReport(request: FuzzedRequest, error: unknown): string {
		const shown = toBytes(request).toString("latin1");
		return [
			`${error}`,
			`to a request of the kind "${request.kind}":`,
			shown.length > 3_000
				? `${shown.slice(0, 2_000)}…${shown.slice(-500)}`
				: shown,
			again,
		].join("\n");
	}

	const sampled = <T>(
		arbitrary: fc.Arbitrary<T>,
		count: number,
		name: string,
	) =>
		fc.sample(arbitrary, {
			numRuns: count,
			seed: toSeed(`${run.seed} ${routeKey} ${name}`),
		});

	return Object.assign(
		async (
			arbitrary: fc.Arbitrary<FuzzedRequest>,
			count: number,
			name: string,
		) => {
			const requests = sampled(arbitrary, count, name);
			await forEachConcurrently(requests, connectionCount, exchange);
		},
		{
			statuses,
			async raw(count: number) {
				const target = toPath(path, ids.kept);
				const all = sampled(rawBytes(target), count, "raw");
				await forEachConcurrently(all, connectionCount, async (bytes) => {
					try {
						const { answers, wasReset } = await sendAndEnd(front.port, bytes);
						const isEmpty = /^[\r\n]*$/.test(bytes.toString("latin1"));
						if (answers.length === 0 && !isEmpty && !wasReset)
							throw new Error("No answer");
						for (const answer of answers) check(answer);
					} catch (error) {
						const shown = bytes.toString("latin1").slice(0, 500);
						throw new Error(
							`${error}\nto the bytes ${JSON.stringify(shown)}\n${again}`,
						);
					}
				});
			},
			close() {
				for (const connection of free) connection.close();
			},
		},
	);
}

const toSeed = (text: string) =>
	createHash("sha256").update(text).digest().readInt32BE();
