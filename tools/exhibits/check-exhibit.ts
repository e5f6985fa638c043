import type { DemoData, DemoRequest, DemoService } from "./demo.ts";
import type { Exhibit } from "./exhibit.ts";

/**
 * Sends the request of an exhibit.
 *
 * @throws When the answer is not the one that the exhibit expects.
 */
export async function checkExhibit(exhibit: Exhibit, service: DemoService) {
	const { endpoint, demo } = exhibit;
	const request = await preparedRequest(exhibit, service);
	const send = async () =>
		findDifference(await service.send(endpoint, request), demo.expected);
	if (endpoint.routeKey.startsWith("GET ")) return service.until(send);
	const difference = await send();
	if (difference !== undefined) throw new Error(difference);
}

/** Prepares what the request of an exhibit needs, and returns the request. */
export async function preparedRequest(
	{ demo }: Exhibit,
	service: DemoService,
): Promise<DemoRequest> {
	const { prepare, note: _, expected: __, ...request } = demo;
	return { ...request, ...(await prepare?.(service)) };
}

/** Says how the data differ from what is expected. A page of a list needs only one item that is as expected. */
function findDifference(data: DemoData, expected: object): string | undefined {
	const { items = [data] } = data;
	// Nothing can be expected of the event feed: a stage may have none, and events come late.
	if (Object.keys(expected).length === 0) return undefined;
	const differences = items.map((item) =>
		findDifferentProperty(item, expected),
	);
	return differences.includes(undefined)
		? undefined
		: (differences[0] ?? `no item has ${JSON.stringify(expected)}`);
}

const findDifferentProperty = (
	data: Readonly<Record<string, unknown>>,
	expected: object,
): string | undefined =>
	Object.entries(expected)
		.map(([name, value]) => [name, ...[data[name], value].map(toJson)])
		.filter(([, found, wanted]) => found !== wanted)
		.map(([name, found, wanted]) => `${name} is ${found}, not ${wanted}`)[0];

const toJson = (value: unknown) => JSON.stringify(value);
