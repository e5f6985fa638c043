import { Heading } from "../app/heading.tsx";
import { may, useSession } from "../service/session.ts";
import { DueInvoices } from "./due-invoices.tsx";
import { RunningBatch } from "./running-batch.tsx";
import { WaitingApprovals, WaitingRuns } from "./waiting.tsx";

/** The first page: what waits for this person, and what is due. */
export function HomePage() {
	const session = useSession();
	const { base } = session;
	const paysRuns = may(session, "payments:prepare", "payments:release");
	return (
		<>
			<Heading title="Home">
				{may(session, "payments:prepare") && (
					<a class="button primary" href={`${base}/pay`}>
						Pay a file
					</a>
				)}
			</Heading>
			{(paysRuns || may(session, "payments:read")) && <RunningBatch />}
			{may(session, "invoices:read") && <DueInvoices />}
			{may(session, "payments:approve") && <WaitingApprovals />}
			{paysRuns && <WaitingRuns />}
		</>
	);
}
