import type { Endpoint } from "../endpoints/endpoint.ts";
import { type Claims, claimKey } from "./middleware/claim-key.ts";
import {
	apiHandler,
	type Implementation,
	type PipelineDependencies,
} from "./pipeline.ts";

/**
 * The chain of an endpoint whose requests claim their idempotency keys: that of `apiHandler`, with the claim. It has a
 * file of its own, so that the other functions do not bundle Powertools' idempotency.
 */
export const claimingHandler = <Input>(
	endpoint: Endpoint,
	{
		claims,
		...implementation
	}: Implementation<Input> & { claims: Claims<Input> },
	dependencies: PipelineDependencies,
) =>
	apiHandler(
		endpoint,
		implementation,
		dependencies,
		claimKey(claims, dependencies.logger),
	);
