/**
 * Bundled in place of code that no function comes to use (`bundle.ts`): 51 KB of 303, a tenth of the load time.
 * What is made and then never touched is empty; what is called only if it is needed after all says so. esbuild
 * refuses to bundle when a later version of a package imports something that is not here.
 */

/** Endpoint discovery: DynamoDB's client makes a cache for it, and it is off. */
export class EndpointCache {}

/** Powertools makes one for each `IdempotencyConfig`; our keys are not found by JMESPath expressions. */
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
