import { requestTable } from "../../../shared/dynamodb/retries/request-table.ts";
import { suspendedOrganization } from "../../../shared/http/errors.ts";
import { pageHandler } from "../../../shared/http/page-handler.ts";
import { succeededWithJson } from "../../../shared/http/response.ts";
import {
	emitTransition,
	toOutcome,
} from "../../../shared/observability/report-transition.ts";
import { requireNote } from "../../../shared/payment-requests/workflow/apply-decision.ts";
import type { PageDependencies } from "../dependencies.ts";
import { openLink } from "../open-link.ts";
import { readPage } from "../read-page.ts";
import { tokenBody } from "../token-body.ts";
import { decideAsApprover } from "./decide-as-approver.ts";
import { validate } from "./schema.validator.js";

const readBody = tokenBody(validate);

/** `POST /approval/decision` (A9): A2 for the approval that the token names. */
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
				const transition = await decideAsApprover(
					table,
					link,
					{ decision, note },
					request,
				);
				if (transition) emitTransition(dependencies.emitMetrics, transition);
				return {
					...succeededWithJson(await readPage(table, link)),
					...(transition && { outcome: toOutcome(transition) }),
				};
			},
		},
		dependencies,
	);
