import type { Table } from "../../shared/dynamodb/table.ts";
import type { PageRequest } from "../../shared/http/page-handler.ts";
import {
	type ApprovalClaims,
	isExpired,
	parseToken,
} from "../../shared/mails/approval-token.ts";
import {
	type AskedApprover,
	type DeadLink,
	findAskedApprover,
} from "../../shared/mails/asked-approver.store.ts";
import type { PageDependencies } from "./dependencies.ts";
import { linkInvalid, linkNotVerified } from "./errors.ts";

/** A link whose holder may read and decide as its approver. */
export interface OpenedLink extends AskedApprover {
	claims: ApprovalClaims;
}

/** Why a link is refused: for the log, never for the answer. */
type Refusal = "MALFORMED" | "FORGED" | "EXPIRED" | DeadLink;

/**
 * Opens the link of a token. A text in the form of a token costs one call of KMS, and a valid token also one read.
 *
 * @throws The same 404 for each reason (A9); 503 when KMS does not answer.
 */
export async function openLink(
	dependencies: PageDependencies,
	token: string,
	{ table, request }: { table: Table; request: PageRequest },
): Promise<OpenedLink> {
	const opened = await tryToOpen(dependencies, token, { table, request });
	if (typeof opened === "string") {
		dependencies.emitMetrics({ LinksRefused: 1 });
		dependencies.logger.info("A link was refused", {
			operation: "approval-page",
			results: { [opened]: 1 },
		});
		throw linkInvalid();
	}
	const { claims, user } = opened;
	request.identify({ organization: { id: claims.organizationId }, user });
	return opened;
}

async function tryToOpen(
	{ verifyMac }: PageDependencies,
	token: string,
	{ table, request }: { table: Table; request: PageRequest },
): Promise<OpenedLink | Refusal> {
	const parsed = parseToken(token);
	if (!parsed) return "MALFORMED";
	const { claims, message, mac } = parsed;
	const [verified] = await Promise.allSettled([verifyMac(message, mac)]);
	if (verified.status === "rejected") throw linkNotVerified(verified.reason);
	if (!verified.value) return "FORGED";
	if (isExpired(claims, request.now)) return "EXPIRED";
	const approver = await findAskedApprover(table, claims);
	return typeof approver === "string" ? approver : { ...approver, claims };
}
