/**
 * Bundled in place of code that no function uses (`bundle.ts`): more than 50 KB, a tenth of the load time. Objects that
 * are created and never used are empty; functions that must not be called throw. esbuild fails when a later version of
 * a package imports something that is missing here.
 */

/** Endpoint discovery: DynamoDB's client creates a cache for it, although it is off. */
export class EndpointCache {}

/** Powertools creates one for each `IdempotencyConfig`; this service uses no JMESPath expressions. */
export class PowertoolsFunctions {}

/** Powertools' local cache of stored replies, of which this service has none. */
export class LRUCache {
	constructor() {
		refuse();
	}
}

/** Only the retry mode `adaptive` uses it; the clients retry in the mode `standard`, the default. */
export class DefaultRateLimiter {
	constructor() {
		refuse();
	}
}

export {
	refuse as EventStreamSerde,
	refuse as eventStreamSerdeProvider,
	refuse as search,
};

function refuse(): never {
	throw new Error("Not in bundles: see lib/bundle-stubs.ts");
}
