import type { ComponentChildren } from "preact";
import type { PaymentRun } from "../../../client/src/generated/openapi.ts";
import { Instant } from "../parts/instant.tsx";
import { LinkTo } from "../parts/links.tsx";
import {
	count,
	formatAmount,
	formatCount,
	formatSums,
	sumByCurrency,
} from "../parts/money.tsx";
import { By, Theirs } from "../parts/texts.tsx";
import { needsSecondPerson } from "../runs/prepare.ts";
import { runCurrency } from "../runs/run-currency.ts";
import { useStart } from "../service/list.ts";
import { Loaded } from "../service/load.tsx";
import { may, type Session, useSession } from "../service/session.ts";

/** Their own page lists more than these. */
const shownMax = 5;

/** Lists requests that wait for this person's approval, the latest first. */
export function WaitingApprovals() {
	const { base } = useSession();
	const read = useStart("/v1.0/approval", {});
	return (
		<Loaded of={read} what="what waits for your approval">
			{({ items, nextCursor }) => (
				<Waiting
					title="Waiting for your approval"
					none="Nothing. When somebody raises a request that you approve, it appears here, and you get a mail."
					all={{ href: `${base}/approvals`, text: "All approvals" }}
					number={items.length}
					isPart={nextCursor !== null}
					sum={formatSums(
						sumByCurrency(
							items.map(({ currency, netPayable }) => ({
								currency,
								amount: netPayable,
							})),
						),
					)}
				>
					{items.slice(0, shownMax).map((one) => (
						<li key={`${one.paymentRequestId} ${one.stage}`}>
							<a href={`${base}/approvals/${one.paymentRequestId}`}>
								<b>{formatAmount(one.currency, one.netPayable)}</b> to{" "}
								<Theirs text={one.vendorName ?? one.vendorId} />
							</a>
							<span class="quiet small">
								Requested by <By who={one.requestedBy} />,{" "}
								<Instant at={one.requestedAt} />
							</span>
						</li>
					))}
				</Waiting>
			)}
		</Loaded>
	);
}

/** Lists runs that this person can release, and says how many others somebody else must release. */
export function WaitingRuns() {
	const session = useSession();
	const { base, organization } = session;
	const read = useStart("/v1.0/payment/run", { state: "DRAFT" });
	return (
		<Loaded of={read} what="what waits for release">
			{({ items, nextCursor }) => {
				const own = items.filter((run) => canRelease(session, run));
				const others = items.length - own.length;
				const currency = runCurrency(organization);
				return (
					<Waiting
						title="Waiting for your release"
						none={
							may(session, "payments:prepare")
								? "Nothing. A payment run that is prepared from a file or from invoices waits here."
								: "Nothing. A payment run that somebody has prepared waits here."
						}
						all={{
							href: `${base}/runs?state=DRAFT`,
							text:
								others > 0
									? `${count(others, "run waits", "runs wait")} for somebody else`
									: "All that wait for release",
						}}
						number={own.length}
						isPart={nextCursor !== null}
						sum={
							currency === null
								? ""
								: formatSums(
										sumByCurrency(
											own.map(({ amount }) => ({ currency, amount })),
										),
									)
						}
					>
						{own.slice(0, shownMax).map((run) => (
							<li key={run.runId}>
								<LinkTo kind="run" id={run.runId} text={run.name} />
								{currency !== null && (
									<span class="figures waiting-amount">
										{formatAmount(currency, run.amount)}
									</span>
								)}
								<span class="quiet small">
									{count(run.total, "payment")}, prepared by{" "}
									<By who={run.createdBy} />, <Instant at={run.createdAt} />
								</span>
							</li>
						))}
					</Waiting>
				);
			}}
		</Loaded>
	);
}

const canRelease = (session: Session, run: PaymentRun) =>
	may(session, "payments:release") &&
	!(
		run.createdBy?.userId === session.userId && needsSecondPerson(session, run)
	);

/** A card with the first entries that wait, and a link to the others. */
function Waiting({
	title,
	none,
	all,
	number,
	isPart,
	sum,
	children,
}: {
	title: string;
	/** Shown when nothing waits: what to expect here. */
	none: string;
	all: { href: string; text: string };
	number: number;
	/** Whether there are more than `number`. */
	isPart: boolean;
	/** Empty where no number is the sum. */
	sum: string;
	children: ComponentChildren;
}) {
	return (
		<section class="card waiting" aria-label={title}>
			<div class="title-line">
				<h2>{title}</h2>
				{number > 0 && (
					<span class="badge">
						{formatCount(number)}
						{isPart && "+"}
					</span>
				)}
				{number > 0 && <span class="quiet figures">{sum}</span>}
			</div>
			{number === 0 ? <p class="quiet">{none}</p> : <ul>{children}</ul>}
			<p>
				<a href={all.href}>{all.text}</a>
			</p>
		</section>
	);
}
