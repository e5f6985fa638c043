import { Heading } from "../app/heading.tsx";
import { may, useSession } from "../service/session.ts";
import { DueInvoices } from "./due-invoices.tsx";
import { LookUp } from "./look-up.tsx";
import { RunningBatch } from "./running-batch.tsx";
import { WaitingApprovals, WaitingRuns } from "./waiting.tsx";

/** The first page: what waits for this person, and what is due. A person who only reads finds where to look. */
export function HomePage() {
	const session = useSession();
	const { base } = session;
	const paysRuns = may(session, "payments:prepare", "payments:release");
	const approves = may(session, "payments:approve");
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
			{approves && <WaitingApprovals />}
			{paysRuns && <WaitingRuns />}
			{!approves && !paysRuns && <LookUp />}
		</>
	);
}
