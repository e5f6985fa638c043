import type { Endpoint } from "../../shared/endpoints/endpoint.ts";

/** The parts of a request that differ between requests to one endpoint. */
export interface DemoRequest {
	/** The ids in the path, by their names. If `prepare` returns ids, they replace all of these. */
	path?: Readonly<Record<string, string>>;
	query?: Readonly<Record<string, string | number | boolean>>;
	body?: object;
	/** The version in `If-Match`. */
	ifMatch?: number;
	/** The idempotency key. If it is absent, an endpoint that reads a key gets a new one. */
	idempotencyKey?: string;
}

/**
 * A request that is answered 200 in the demo organization (`tools/organization-files/demo-organization.json`), after
 * any other requests, and again when it is repeated. What can be done to a record only once is done to a new one that
 * `prepare` creates.
 */
export interface Demo extends DemoRequest {
	/** Creates the records that the request needs, and returns the parts of the request that follow from them. */
	prepare?(service: DemoService): Promise<DemoRequest>;
	/** Tells a reader who tries the request by hand what to do in place of `prepare`, and what can be done only once. */
	note?: string;
	/** Properties of the answer's `data`, or of one item if that is a list. When it is empty, any 200 will do. */
	expected: object;
}

/** A service with the demo organization, in which `prepare` creates records. */
export interface DemoService {
	/**
	 * Sends a request as a user with every permission.
	 *
	 * @returns The `data` of the 200.
	 * @throws When it is answered otherwise.
	 */
	send(endpoint: Endpoint, request: DemoRequest): Promise<DemoData>;
	/** A text that was not used before, such as an idempotency key. */
	newText(): string;
	/**
	 * Asks again for a while, until nothing is wrong any more: lists follow the records with a short delay.
	 *
	 * @throws When something is still wrong at the end. The message says what.
	 */
	until(findFault: () => Promise<string | undefined>): Promise<void>;
}

/** The properties of answers that are read. */
export interface DemoData extends Readonly<Record<string, unknown>> {
	paymentRequestId: string;
	bulkActionSlug: string;
	poId: string;
	runId: string;
	status: string;
	created: { id: string }[];
	items: (Readonly<Record<string, unknown>> & {
		id: string;
		bulkActionSlug: string;
		status: string;
	})[];
}
