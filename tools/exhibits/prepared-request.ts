import type { DemoRequest, DemoService } from "./demo.ts";
import type { Exhibit } from "./exhibit.ts";

/** Prepares what the request of an exhibit needs, and returns the request. */
export async function preparedRequest(
	{ demo }: Exhibit,
	service: DemoService,
): Promise<DemoRequest> {
	const { prepare, note: _, expected: __, ...request } = demo;
	return { ...request, ...(await prepare?.(service)) };
}
