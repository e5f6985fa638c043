import { createHash } from "node:crypto";
import {
	type AwsCall,
	disconnected,
	type Outcome,
} from "../../../../tools/local/aws-gateway/aws-call.ts";
import type { Effect } from "../faults/faults.ts";
import {
	askForCapacity,
	consumedUnits,
	withoutCapacity,
} from "../metering/consumed-capacity.ts";
import { forwardAdmitted, refuse, type Verdict } from "./refused-for-load.ts";
import { type Access, toAccesses } from "./table-accesses.ts";
import {
	createTokenBucket,
	type Now,
	type TokenBucket,
} from "./token-bucket.ts";

/** Maximum capacity units per second, of the table and of each partition. */
export interface CapacityLimit {
	table: number;
	partition: number;
	/** How many partitions share the keys, by a hash of each. Absent: every key has a partition of its own. */
	partitions?: number;
	/** Without the units that an idle table has collected. Absent: it has those of one second. */
	startsEmpty?: boolean;
}

export interface CapacityLimits {
	writes?: CapacityLimit;
	reads?: CapacityLimit;
}

/**
 * Throttles accesses beyond the limits as DynamoDB does: each statement, put or key of a batch separately, a transaction
 * and a single access as a whole. An access is admitted while the token buckets of its table and partition are not
 * empty. Its consumption is known, and fully deducted, after the response.
 *
 * @param now Default: the system's monotonic clock.
 */
export function limitCapacity(
	limits: CapacityLimits,
	now: Now = () => performance.now(),
): Effect {
	const writes = limits.writes && createAdmission(limits.writes, now);
	const reads = limits.reads && createAdmission(limits.reads, now);

	return async (call, forward) => {
		const accesses = toAccesses(call);
		const admission = accesses?.kind === "read" ? reads : writes;
		if (!accesses || !admission) return forward(call);
		const verdicts = accesses.isAtomic
			? admission.admitAll(accesses.of)
			: accesses.of.map((access) => admission.admit(access));
		const admitted = accesses.of.filter((_, index) => !verdicts[index]);
		if (admitted.length === 0 || accesses.isAtomic) {
			const isRefused = verdicts.some(Boolean);
			if (isRefused) return refuse(call, verdicts);
		}
		return forwardAdmitted(call, verdicts, (sent) =>
			deductAfter(sent, forward, (units) => admission.deduct(admitted, units)),
		);
	};
}

async function deductAfter(
	call: AwsCall,
	forward: (call: AwsCall) => Promise<Outcome>,
	take: (units: number) => void,
): Promise<Outcome> {
	const answer = await forward(askForCapacity(call));
	if (answer === disconnected) return answer;
	const { readUnits, writeUnits } = consumedUnits(call, answer);
	take(readUnits + writeUnits);
	return withoutCapacity(call, answer);
}

function createAdmission(limit: CapacityLimit, now: Now) {
	const startedAt = limit.startsEmpty ? now() : Number.NEGATIVE_INFINITY;
	const table = createTokenBucket(limit.table, now, startedAt);
	const partitions = new Map<string, TokenBucket>();
	const partition = (key: string) => {
		const name = limit.partitions ? `${hashOf(key) % limit.partitions}` : key;
		const bucket =
			partitions.get(name) ??
			createTokenBucket(limit.partition, now, startedAt);
		partitions.set(name, bucket);
		return bucket;
	};
	const judge = (access: Access): Verdict => {
		if (table.isEmpty()) return "table";
		return partition(access.partition).isEmpty() ? "partition" : undefined;
	};
	const take = (access: Access, units: number) => {
		table.take(units);
		partition(access.partition).take(units);
	};
	const admit = (access: Access): Verdict => {
		const verdict = judge(access);
		if (!verdict) take(access, access.unitsAtLeast);
		return verdict;
	};
	return {
		admit,
		admitAll(accesses: readonly Access[]): Verdict[] {
			const verdicts = accesses.map(judge);
			if (!verdicts.some(Boolean)) accesses.forEach(admit);
			return verdicts;
		},
		/** Distributes the consumption beyond the known minimum equally over the accesses of a call. */
		deduct(accesses: readonly Access[], units: number) {
			const known = accesses.reduce((sum, each) => sum + each.unitsAtLeast, 0);
			const more = Math.max(0, units - known) / accesses.length;
			for (const access of accesses) take(access, more);
		},
	};
}

const hashOf = (key: string): number =>
	createHash("md5").update(key).digest().readUInt32BE();
