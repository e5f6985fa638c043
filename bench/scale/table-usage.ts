import { toAccesses } from "../../test/support/aws-gateway/limits/table-accesses.ts";
import { consumedUnits } from "../../test/support/aws-gateway/metering/consumed-capacity.ts";
import {
	type AwsAnswer,
	type AwsCall,
	parse,
} from "../../tools/local/aws-gateway/aws-call.ts";

/** What the calls to a table consumed, and how payments advanced. */
export interface TableUsage {
	/** @param call Asks for its consumed capacity. */
	add(call: AwsCall, answer: AwsAnswer): void;
	writeUnits(): number;
	readUnits(): number;
	/** Milliseconds at which each payment was recorded, in order. */
	paidAt: readonly number[];
	/** The key with the most write units, and its units. */
	hottestKey(): { key: string; writeUnits: number };
}

export function createUsage(now: () => number): TableUsage {
	const byKey = new Map<string, number>();
	const paidAt: number[] = [];
	const units = { readUnits: 0, writeUnits: 0 };
	return {
		paidAt,
		writeUnits: () => units.writeUnits,
		readUnits: () => units.readUnits,
		add(call, answer) {
			const { readUnits, writeUnits } = consumedUnits(call, answer);
			units.readUnits += readUnits;
			units.writeUnits += writeUnits;
			const accesses = toAccesses(call)?.of ?? [];
			for (const { partition } of accesses)
				byKey.set(
					partition,
					(byKey.get(partition) ?? 0) + writeUnits / accesses.length,
				);
			if (call.operation !== "BatchExecuteStatement") return;
			const { Responses } = parse<{ Responses: { Error?: object }[] }>(answer);
			for (const { Error: failure } of Responses)
				if (!failure) paidAt.push(now());
		},
		hottestKey() {
			const [hottest] = [...byKey].sort(([, a], [, b]) => b - a);
			const [key = "", writeUnits = 0] = hottest ?? [];
			return { key, writeUnits };
		},
	};
}
