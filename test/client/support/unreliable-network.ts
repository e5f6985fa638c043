/** What a network does to one exchange. */
export type Fault =
	/** The connection breaks before the request arrives. */
	| "DROP_REQUEST"
	/** The request arrives; the connection breaks before its answer does. */
	| "DROP_ANSWER"
	/** The request arrives twice; the answer to the second one is delivered. */
	| "DOUBLE"
	/** The connection breaks at once; the request arrives after the next exchange. */
	| "LATE_BY_1"
	/** The same, after the next two exchanges. */
	| "LATE_BY_2"
	/** The same, when the client has ended. */
	| "LATE_UNTIL_THE_END"
	/** A gateway answers 503 in the place of the service, which has processed the request. */
	| "UNAVAILABLE"
	/** The gateway answers 429; the service gets nothing. */
	| "THROTTLED"
	/** The request arrives; a proxy answers with a page of its own. */
	| "FOREIGN_PAGE";

export const faults = [
	"DROP_REQUEST",
	"DROP_ANSWER",
	"DOUBLE",
	"LATE_BY_1",
	"LATE_BY_2",
	"LATE_UNTIL_THE_END",
	"UNAVAILABLE",
	"THROTTLED",
	"FOREIGN_PAGE",
] as const satisfies Fault[];

export interface PlainRequest {
	method: string;
	/** Path and query. */
	url: string;
	headers: Record<string, string>;
	body: string | undefined;
}

export interface PlainAnswer {
	status: number;
	headers: Record<string, string>;
	body: string;
}

export interface UnreliableNetwork {
	/** Requests that the client has sent so far. */
	sent: PlainRequest[];
	/** @returns undefined when the connection breaks. */
	pass(request: PlainRequest): Promise<PlainAnswer | undefined>;
	/** Delivers what is late. */
	deliverAll(): Promise<void>;
}

const gatewayAnswer = (status: number, message: string): PlainAnswer => ({
	status,
	headers: { "content-type": "application/json" },
	body: JSON.stringify({ message }),
});

/**
 * @param forward To the service.
 * @param faultOf The fault of the nth exchange, counted from 1.
 */
export function unreliableNetwork(
	forward: (request: PlainRequest) => Promise<PlainAnswer>,
	faultOf: (exchange: number, request: PlainRequest) => Fault | undefined,
): UnreliableNetwork {
	const sent: PlainRequest[] = [];
	let late: { request: PlainRequest; exchanges: number }[] = [];

	/** Delivers what was to be late by as many exchanges as have passed. */
	const deliverLate = async (exchanges: number) => {
		const due = late.filter((one) => one.exchanges <= exchanges);
		late = late.filter((one) => !due.includes(one));
		for (const { request } of due) await forward(request);
	};

	const passBy = async (
		fault: Fault | undefined,
		request: PlainRequest,
	): Promise<PlainAnswer | undefined> => {
		const delay = (exchanges: number) => {
			late.push({ request, exchanges: sent.length + exchanges });
			return undefined;
		};
		switch (fault) {
			case undefined:
				return forward(request);
			case "DROP_REQUEST":
				return undefined;
			case "DROP_ANSWER":
				await forward(request);
				return undefined;
			case "DOUBLE":
				await forward(request);
				return forward(request);
			case "LATE_BY_1":
				return delay(1);
			case "LATE_BY_2":
				return delay(2);
			case "LATE_UNTIL_THE_END":
				return delay(Number.POSITIVE_INFINITY);
			case "UNAVAILABLE":
				await forward(request);
				return gatewayAnswer(503, "Service Unavailable");
			case "THROTTLED":
				return gatewayAnswer(429, "Too Many Requests");
			case "FOREIGN_PAGE":
				await forward(request);
				return { status: 200, headers: {}, body: "<html>Sign in</html>" };
		}
	};

	return {
		sent,
		async pass(request) {
			sent.push(request);
			const exchange = sent.length;
			const answer = await passBy(faultOf(exchange, request), request);
			await deliverLate(exchange);
			return answer;
		},
		deliverAll: () => deliverLate(Number.POSITIVE_INFINITY),
	};
}

/** A fault at one exchange only. */
export const faultAt = (fault: Fault, exchange: number) => (now: number) =>
	now === exchange ? fault : undefined;
