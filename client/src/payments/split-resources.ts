import type { PaymentResource } from "./resource.ts";

export interface Positioned {
	position: number;
	resource: PaymentResource;
}

export interface SplitBounds {
	resourcesMax: number;
	bytesMax: number;
}

/** Below the 6 MB or so that API Gateway accepts. */
export const requestBytesMax = 5_000_000;

const encoder = new TextEncoder();

export const countBytes = (text: string): number => encoder.encode(text).length;

/** Splits resources, in their order, into parts that fit one request each. */
export function splitResources(
	resources: readonly Positioned[],
	{ resourcesMax, bytesMax }: SplitBounds,
): Positioned[][] {
	const parts: Positioned[][] = [];
	let part: Positioned[] = [];
	let bytes = 0;
	for (const positioned of resources) {
		const size = countBytes(JSON.stringify(positioned.resource)) + 1;
		if (part.length >= resourcesMax || bytes + size > bytesMax) {
			if (part.length > 0) parts.push(part);
			part = [];
			bytes = 0;
		}
		part.push(positioned);
		bytes += size;
	}
	if (part.length > 0) parts.push(part);
	return parts;
}
