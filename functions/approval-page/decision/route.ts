import { requestTable } from "../../../shared/dynamodb/retries/request-table.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import { suspendedOrganization } from "../../../shared/http/errors.ts";
import {
	type PageRequest,
	pageHandler,
} from "../../../shared/http/page-handler.ts";
import { succeededWithJson } from "../../../shared/http/response.ts";
import { latestAsked } from "../../../shared/mails/asked-approver.store.ts";
import {
	emitTransition,
	toOutcome,
} from "../../../shared/observability/report-transition.ts";
import type { Decision } from "../../../shared/payment-requests/workflow/apply-decision.ts";
import { requireNote } from "../../../shared/payment-requests/workflow/apply-decision.ts";
import { changeAdvance } from "../../../shared/payment-requests/workflow/change-advance.store.ts";
import { noRoomForChange } from "../../../shared/payment-requests/workflow/errors.ts";
import { planDecision } from "../../../shared/payment-requests/workflow/plan-decision.store.ts";
import type { Transition } from "../../../shared/payment-requests/workflow/transition.ts";
import type { PageDependencies } from "../dependencies.ts";
import { linkInvalid } from "../errors.ts";
import { type OpenedLink, openLink } from "../open-link.ts";
import { readPage } from "../read-page.ts";
import { tokenBody } from "../token-body.ts";
import { validate } from "./schema.validator.js";

const readBody = tokenBody(validate);

/** `POST /approval/decision` (approvals A9): A2 for the approval that the token names. */
export const decisionRoute = (dependencies: PageDependencies) =>
	pageHandler(
		{
			operation: "decide-from-mail",
			parse(event) {
				const body = readBody(event);
				requireNote(body);
				return body;
			},
			async run({ token, decision, note = null }, request) {
				const table = requestTable(dependencies.table, request);
				const link = await openLink(dependencies, token, { table, request });
				if (link.isSuspended) throw suspendedOrganization();
				const made = await decideAsApprover(table, link, {
					decision,
					note,
					request,
				});
				if (made) emitTransition(dependencies.emitMetrics, made);
				return {
					...succeededWithJson(await readPage(table, link)),
					...(made && { outcome: toOutcome(made) }),
				};
			},
		},
		dependencies,
	);

/** @returns undefined for a repetition. */
async function decideAsApprover(
	table: Table,
	{ claims, user }: OpenedLink,
	{
		decision,
		note,
		request,
	}: Pick<Decision, "decision" | "note"> & { request: PageRequest },
): Promise<Transition | undefined> {
	let made: Transition | undefined;
	const { organizationId, paymentRequestId, stage, round } = claims;
	const changed = await changeAdvance(table, {
		organizationId,
		paymentRequestId,
		writeId: request.id,
		async decide(advance) {
			// The approver may have been replaced or asked again since the link was read.
			const isPresent = advance.request.round === round;
			if (isPresent && !latestAsked(advance.stages[stage], claims))
				throw linkInvalid();
			const decided = await planDecision(
				advance,
				{ decision, note, stage, round },
				{
					table,
					organizationId,
					by: { userId: user.id, keyId: null, channel: "MAIL" },
					now: request.now,
					requireVersion: () => {},
				},
			);
			made = decided?.transition;
			return decided;
		},
		refuseImported: () => {
			throw linkInvalid();
		},
	});
	if (changed === "NOT_FOUND") throw linkInvalid();
	if (changed === "TOO_LARGE") throw noRoomForChange();
	return made;
}
