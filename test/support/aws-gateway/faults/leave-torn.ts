import {
	type AwsCall,
	disconnected,
	type Outcome,
	parse,
} from "../../../../tools/local/aws-gateway/aws-call.ts";
import { awsError } from "../../../../tools/local/aws-gateway/aws-error.ts";
import type { Effect, Faults } from "./faults.ts";
import {
	type HiddenItems,
	identityOf,
	isTouched,
	readTorn,
} from "./torn-reads.ts";
import { readItems, writtenItems } from "./written-items.ts";

export interface TornTransaction {
	/** Selects, by position, the items that readers still see as before the transaction. */
	isHidden: (index: number) => boolean;
	/** Whether the transaction is still being committed. */
	isGoingOn: () => boolean;
	/** Selects the callers whose reads are torn. */
	isReader: (accessKeyId: string) => boolean;
}

/** As many as the SDK makes attempts. */
const refusedRepeatsMax = 3;
const tornReadsMax = 3;

/**
 * Carries out a transaction and loses its answer, while DynamoDB goes on committing it: the next reads see some of its items
 * as before it, and a repetition is answered that the transaction is in progress. A write of the hidden items ends that,
 * because DynamoDB accepts none before.
 */
export async function leaveTorn(
	call: AwsCall,
	forward: Parameters<Effect>[1],
	faults: Faults,
	{ isHidden, isGoingOn, isReader }: TornTransaction,
): Promise<Outcome> {
	const written = writtenItems(call);
	const before = written && (await readItems(call, written, forward));
	const answer = await forward(call);
	if (answer === disconnected || answer.status !== 200) return answer;
	if (!written || !before) return answer;
	const hidden: HiddenItems = new Map(
		written.keys
			.filter((_, index) => isHidden(index))
			.map((key) => [identityOf(key), before.get(identityOf(key))]),
	);
	let refusedRepeats = 0;
	let tornReads = 0;
	const fault = faults.add({
		async effect(next, pass) {
			if (!isGoingOn() || tornReads === tornReadsMax) {
				fault.remove();
				return pass(next);
			}
			if (isRepeated(call, next) && refusedRepeats < refusedRepeatsMax) {
				refusedRepeats += 1;
				return awsError(next, 400, "TransactionInProgressException");
			}
			const keys = writtenItems(next)?.keys ?? [];
			if (keys.some((key) => hidden.has(identityOf(key)))) fault.remove();
			const isTorn = isReader(next.accessKeyId) && isTouched(next, hidden);
			if (!isTorn) return pass(next);
			tornReads += 1;
			return readTorn(next, hidden, pass);
		},
	});
	return disconnected;
}

function isRepeated(call: AwsCall, next: AwsCall): boolean {
	const [token, nextToken] = [call, next].map(
		(one) => parse<{ ClientRequestToken?: string }>(one).ClientRequestToken,
	);
	return token !== undefined && token === nextToken;
}
