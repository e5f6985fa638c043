import { expect, it } from "vitest";
import { payLimitedBatch } from "../../support/limited-batch.ts";

it("sim", async () => {
	const count = Number(process.env.COUNT ?? 4000);
	const paid = await payLimitedBatch(
		count,
		{
			table: Number(process.env.RATE ?? 1000),
			partition: Number(process.env.RATE ?? 1000) / 4,
		},
		{ requests: 3 },
	);
	const { requests, ...rest } = paid;
	if (count < 0) expect(1).toBe(1);
	console.log(
		rest,
		rest.seconds / rest.secondsOfLimit,
		requests.map(({ seconds, answer }) => [
			seconds.toFixed(2),
			answer.status,
			answer.body.data?.results?.filter((r: any) => r.status === "DONE").length,
		]),
	);
}, 600_000);
