import type { PaymentProgress } from "./options.ts";
import type { PaymentResource, ResourceResult } from "./resource.ts";
import type { Positioned } from "./split-resources.ts";

/** The final results of a call's resources, as they become known. */
export class ResultsSoFar {
	readonly results: (ResourceResult | undefined)[];
	readonly #resources: readonly Positioned[];

	constructor(resources: readonly PaymentResource[]) {
		this.#resources = resources.map((resource, position) => ({
			resource,
			position,
		}));
		this.results = resources.map(() => undefined);
	}

	settle(part: readonly Positioned[], results: readonly ResourceResult[]) {
		for (const [index, { position }] of part.entries())
			this.results[position] = results[index];
	}

	/** Drops the results of a part, which are no longer final, since the outcome of its last request is unknown. */
	forget(part: readonly Positioned[]) {
		for (const { position } of part) this.results[position] = undefined;
	}

	withoutResult(): Positioned[] {
		return this.#resources.filter(({ position }) => !this.results[position]);
	}

	/** The resources that are safe to retry (spec 7.4). */
	locked(): Positioned[] {
		return this.#resources.filter(
			({ position }) => this.results[position]?.reason === "LOCK_HELD",
		);
	}

	/** @throws When a resource has no result. */
	complete(): ResourceResult[] {
		return this.results.map((result) => {
			if (!result) throw new Error("A resource has no result");
			return result;
		});
	}

	progress(batch?: PaymentProgress): PaymentProgress {
		const total = this.#resources.length;
		const settled = total - this.withoutResult().length;
		// In a retry, the resources of the batch have a result already, and must not be counted twice.
		const processed = Math.min(total, settled + (batch?.processed ?? 0));
		const { bulkActionSlug = null, counts = null } = batch ?? {};
		return { total, processed, bulkActionSlug, counts };
	}
}
