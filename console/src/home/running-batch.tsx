import type { Batch } from "../../../client/src/generated/openapi.ts";
import { LinkTo } from "../parts/links.tsx";
import { Progress } from "../parts/progress.tsx";
import { useLoad } from "../service/load.tsx";
import { useSession } from "../service/session.ts";

/** Shows the running batch. An organization has at most one: the latest batch, if it is still running. */
export function RunningBatch() {
	const { client } = useSession();
	const read = useLoad("running batch", async (signal) => {
		const { items } = await client.readPage(
			"/v1.0/payment/mark-as-paid",
			{ limit: 1 },
			{ signal },
		);
		const [latest] = items;
		if (latest?.status !== "PENDING") return undefined;
		const run = await client
			.getPaymentRun(latest.bulkActionSlug, { signal })
			// If it was started over the API, or its run cannot be read now, it is shown without a name.
			.catch(() => undefined);
		return { batch: latest, run };
	});
	if (read.kind !== "READY" || !read.data) return null;
	const { batch, run } = read.data;
	return (
		<section class="card" aria-label="Being paid now">
			<h2>
				Being paid now:{" "}
				{run ? (
					<LinkTo kind="run" id={run.runId} text={run.name} />
				) : (
					"a list that was sent over the API"
				)}
			</h2>
			<Progress
				label="Recording payments"
				done={endedOf(batch)}
				total={batch.total}
			/>
		</section>
	);
}

const endedOf = ({ counts }: Batch) =>
	Object.values(counts).reduce((sum, one) => sum + one, 0);
