/**
 * Bundled in place of code that no function uses (`bundle.ts`), which saves more than 50 KB and a tenth of the load time.
 * Objects that are created and never used are empty; functions that must not be called throw. esbuild fails when a later
 * version of a package imports something that is missing here.
 */

/** DynamoDB's client creates this cache for endpoint discovery, although that is off. */
export class EndpointCache {}

/** Powertools creates one for each `IdempotencyConfig`, although this service uses no JMESPath expressions. */
export class PowertoolsFunctions {}

/** The cache in which Powertools would keep stored replies. This service has no such cache. */
export class LRUCache {
	constructor() {
		refuse();
	}
}

/** Only the retry mode `adaptive` uses it. The clients use the default mode, `standard`. */
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
