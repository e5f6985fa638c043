import type { PaymentRun } from "../../../client/src/generated/openapi.ts";
import { parameter, setParameter } from "../app/address.ts";
import { Heading } from "../app/heading.tsx";
import { Instant } from "../parts/instant.tsx";
import { formatAmount, formatCount } from "../parts/money.tsx";
import { By, Theirs } from "../parts/texts.tsx";
import { useListPages } from "../service/list-pages.ts";
import { Loaded } from "../service/load.tsx";
import { may, useSession } from "../service/session.ts";
import { RunState } from "./run-state.tsx";

const tabs = [
	["", "All"],
	["DRAFT", "Wait for release"],
	["RELEASED", "Released"],
	["DISCARDED", "Discarded"],
] as const;

type RunFilter = Exclude<(typeof tabs)[number][0], "">;

/** The payment runs of the organization, newest first. */
export function RunsPage() {
	const session = useSession();
	const { client, base } = session;
	const state = tabs.find(([id]) => id === parameter("state"))?.[0] ?? "";
	const list = useListPages(`runs ${state}`, () =>
		client.listPaymentRuns({
			limit: 100,
			// Unchecked cast: the empty filter is left out.
			...(state !== "" && { state: state as RunFilter }),
		}),
	);
	return (
		<>
			<Heading title="Payment runs">
				{may(session, "payments:prepare") && (
					<a class="button primary" href={`${base}/pay`}>
						Pay a file
					</a>
				)}
			</Heading>
			<nav class="tabs" aria-label="Which runs">
				{tabs.map(([id, name]) => (
					<a
						key={id}
						href={id ? `?state=${id}` : location.pathname}
						aria-current={id === state ? "page" : undefined}
						onClick={(event) => {
							event.preventDefault();
							setParameter("state", id);
						}}
					>
						{name}
					</a>
				))}
			</nav>
			<Loaded of={list.loading} what="the payment runs">
				{(runs) =>
					runs.length === 0 ? (
						<section class="card empty">
							<h2>
								{state === ""
									? "There are no payment runs yet"
									: "None of these"}
							</h2>
							<p class="quiet">
								{state === "DRAFT"
									? "A run that somebody has prepared waits here until it is released or discarded."
									: "A run is a list of payments that somebody prepares, the service checks, and somebody releases."}
							</p>
							{may(session, "payments:prepare") && (
								<p>
									<a class="button" href={`${base}/pay`}>
										Pay a file
									</a>
								</p>
							)}
						</section>
					) : (
						<section class="card flush" aria-label="Payment runs">
							<div class="scroll">
								<table class="runs">
									<thead>
										<tr>
											<th scope="col">Name</th>
											<th scope="col">State</th>
											<th scope="col" class="number">
												Payments
											</th>
											<th scope="col" class="number">
												Amount
											</th>
											<th scope="col">Who and when</th>
										</tr>
									</thead>
									<tbody>
										{runs.map((run) => (
											<RunRow key={run.runId} run={run} />
										))}
									</tbody>
								</table>
							</div>
							{list.more && (
								<p class="card-foot">
									<button type="button" onClick={list.more}>
										Show more
									</button>
								</p>
							)}
						</section>
					)
				}
			</Loaded>
		</>
	);
}

function RunRow({ run }: { run: PaymentRun }) {
	const { base, organization } = useSession();
	return (
		<tr>
			<th scope="row">
				<a href={`${base}/runs/${run.runId}`}>
					<Theirs text={run.name} />
				</a>
			</th>
			<td>
				<RunState state={run.state} />
			</td>
			<td class="number" data-label="Payments">
				{formatCount(run.total)}
			</td>
			<td class="number money">
				{formatAmount(runCurrency(organization), run.amount)}
			</td>
			<td class="who">
				<WhoAndWhen run={run} />
			</td>
		</tr>
	);
}

/** The sum of a run has a currency where the organization has one only. */
export const runCurrency = ({
	baseCurrency,
	currencies,
}: {
	baseCurrency: string;
	currencies: readonly string[];
}): string | null => (currencies.length > 1 ? null : baseCurrency);

/** The latest of what was done to a run. */
function WhoAndWhen({ run }: { run: PaymentRun }) {
	const { releasedAt, releasedBy, discardedAt, discardedBy } = run;
	const [verb, who, at] = releasedAt
		? ["Released by", releasedBy, releasedAt]
		: discardedAt
			? ["Discarded by", discardedBy, discardedAt]
			: ["Prepared by", run.createdBy, run.createdAt];
	return (
		<>
			<span>
				{verb} <By who={who} />
			</span>
			<span class="quiet small">
				<Instant at={at} />
			</span>
		</>
	);
}
