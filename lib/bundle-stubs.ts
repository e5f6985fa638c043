/**
 * Bundled in place of code that no function uses (`bundle.ts`): 51 KB of 303, a tenth of the load time. Objects that
 * are created and never used are empty; functions that must not be called throw. esbuild fails when a later version of a
 * package imports something that is missing here.
 */

/** Endpoint discovery: DynamoDB's client creates a cache for it, although it is off. */
export class EndpointCache {}

/** Powertools creates one for each `IdempotencyConfig`; this service uses no JMESPath expressions. */
export class PowertoolsFunctions {}

export {
	refuse as EventStreamSerde,
	refuse as eventStreamSerdeProvider,
	refuse as search,
};

function refuse(): never {
	throw new Error(
		"Event streams and JMESPath are left out of the bundles: see lib/bundle-stubs.ts",
	);
}
