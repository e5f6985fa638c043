import { beforeEach, expect, it } from "vitest";
import {
	findChunkNumbers,
	toLayoutItems,
} from "../../../../shared/batches/chunks/batch-layout.store.ts";
import type { PaymentBatch } from "../../../../shared/batches/payment-batch.ts";
import { batchPut } from "../../../../shared/dynamodb/writes/batch-put.ts";
import { useWorld } from "../../../support/use-world.ts";

const total = 25_000;
const chunkSize = 100;

// The layout of a batch depends on these properties only.
const batch = {
	organizationId: "acme",
	bulkActionSlug: "01M7YRRT801SBRXJ1F8V4DQ035",
	total,
	chunks: total / chunkSize,
	expiresAt: "2027-02-19T10:00:00.000Z",
} as PaymentBatch;

const chunks = Array.from({ length: batch.chunks }, (_, chunk) =>
	Array.from({ length: chunkSize }, (_, index) => ({
		slug: "inv-0",
		amount: 1,
		position: chunk * chunkSize + index,
	})),
);

const world = useWorld();
beforeEach(async () => {
	await batchPut(world.table, toLayoutItems(batch, chunks));
});

it.each([
	{ start: 0, end: 1, pages: [0] },
	{ start: 0, end: 1_000, pages: [0] },
	{ start: 9_000, end: 10_000, pages: [0] },
	{ start: 9_999, end: 10_001, pages: [0, 1] },
	{ start: 10_000, end: 11_000, pages: [1] },
	{ start: 19_950, end: 20_050, pages: [1, 2] },
	{ start: 24_990, end: 25_000, pages: [2] },
	{ start: 0, end: 25_000, pages: [0, 1, 2] },
])(
	"contract 3: positions $start to $end are found on the layout's pages $pages, and no other page is read",
	async ({ start, end, pages }) => {
		const read = new Set<number>();
		world.gateway.faults.add({
			effect: (call, forward) => {
				for (const [, page] of `${call.body}`.matchAll(/LAYOUT#(\d+)/g)) {
					read.add(Number(page));
				}
				return forward(call);
			},
		});
		const numbers = await findChunkNumbers(world.table, batch, { start, end });
		expect(numbers).toEqual(
			Array.from({ length: end - start }, (_, offset) =>
				Math.floor((start + offset) / chunkSize),
			),
		);
		expect([...read].sort()).toEqual(pages);
	},
);
