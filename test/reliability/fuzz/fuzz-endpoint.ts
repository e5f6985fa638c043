import { isDeepStrictEqual } from "node:util";
import { workOff } from "../../support/batches.ts";
import { tableContents } from "../../support/table-contents.ts";
import { testKey } from "../../support/world.ts";
import { auditedWorld } from "../audited.ts";
import { expectInvariants } from "../invariants.ts";
import { readRecords } from "../records.ts";
import { expectCreatedAsReported } from "./created-records.ts";
import { openFuzzWorld } from "./fuzz-world.ts";
import type { FuzzedOperation } from "./operations.ts";
import { faultyRequests } from "./requests/faulty-requests.ts";
import { oddRequests } from "./requests/odd-requests.ts";
import { validRequests } from "./requests/valid-requests.ts";
import { createSender, type Statuses } from "./sender.ts";

/** After so many, the batches that they started are carried out. */
const blockSize = 120;

/**
 * Sends requests made from the document's schemas to an endpoint: faulty ones and raw bytes, of which nothing may
 * remain, then valid and odd ones. The same seed makes the same requests.
 *
 * @throws At the first answer that is wrong, with the seed and the request.
 */
export async function fuzzEndpoint(
	operation: FuzzedOperation,
	run: { count: number; seed: number },
): Promise<Statuses> {
	await using opened = await openFuzzWorld(operation.routeKey);
	const { world, ids } = opened;
	const { count } = run;
	const send = createSender(opened, operation, run);
	const faulty = faultyRequests(operation, ids);
	const odd = oddRequests(operation, ids);
	const valid = validRequests(operation, ids);
	const faultyCount = faulty.length > 0 ? Math.round(count * 0.35) : 0;
	const rawCount = Math.round(count * 0.02);
	const validCount = Math.round(count * 0.3);
	const oddCount = count - faultyCount - rawCount - validCount;

	const before = await tableContents(world);
	const recordsBefore = await readRecords(world);
	// Each kind of fault in turn: none depends on luck.
	const share = Math.ceil(faultyCount / Math.max(1, faulty.length));
	for (const [index, arbitrary] of faulty.entries()) {
		const many = Math.min(share, faultyCount - index * share);
		if (many > 0) await send(arbitrary, many, `faulty ${index}`);
	}
	await send.raw(rawCount);
	requireUnchanged(before, await tableContents(world));

	const blocks = Math.ceil((validCount + oddCount) / blockSize);
	for (let block = 0; block < blocks; block += 1) {
		await send(valid, shareOf(validCount, blocks, block), `valid ${block}`);
		await send(odd, shareOf(oddCount, blocks, block), `odd ${block}`);
		await workOff(world);
	}
	send.close();
	requireNoSecrets(world.logLines);
	const records = await readRecords(world);
	await expectInvariants(auditedWorld(world, null));
	expectCreatedAsReported(operation.routeKey, {
		before: recordsBefore,
		after: records,
		succeeded: send.statuses["200"] ?? 0,
	});
	return send.statuses;
}

/** Returns how many of all requests one block sends. */
const shareOf = (count: number, blocks: number, block: number) =>
	Math.floor((count * (block + 1)) / blocks) -
	Math.floor((count * block) / blocks);

function requireUnchanged(
	before: ReadonlyMap<string, unknown>,
	after: ReadonlyMap<string, unknown>,
) {
	const keys = new Set([...before.keys(), ...after.keys()]);
	const changed = [...keys].find(
		(key) => !isDeepStrictEqual(after.get(key), before.get(key)),
	);
	if (changed !== undefined)
		throw new Error(
			`A refused request changed ${changed}: ${JSON.stringify(after.get(changed))}`,
		);
}

function requireNoSecrets(lines: readonly string[]) {
	const line = lines.find((text) => text.includes(testKey));
	if (line) throw new Error(`A log line has the API key: ${line}`);
}
