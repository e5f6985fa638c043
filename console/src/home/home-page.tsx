import { Heading } from "../app/heading.tsx";
import { LinkTo } from "../parts/links.tsx";
import { useList } from "../service/list.ts";
import { Loaded } from "../service/load.tsx";
import { may, useSession } from "../service/session.ts";

/** The first page: what waits for this person. */
export function HomePage() {
	const session = useSession();
	return (
		<>
			<Heading title="Home" />
			{may(session, "payments:release") && <WaitingRuns />}
		</>
	);
}

function WaitingRuns() {
	const list = useList("/v1.0/payment/run", { state: "DRAFT" });
	return (
		<Loaded of={list.loading} what="what waits for release">
			{(runs) => (
				<section class="card" aria-labelledby="runs-title">
					<h2 id="runs-title">Payment runs to release</h2>
					{runs.length === 0 ? (
						<p class="quiet">None waits.</p>
					) : (
						<ul>
							{runs.map(({ runId, name }) => (
								<li key={runId}>
									<LinkTo kind="run" id={runId} text={name} />
								</li>
							))}
						</ul>
					)}
				</section>
			)}
		</Loaded>
	);
}
