import * as endpoints from "../../../shared/endpoints/endpoints.ts";
import { jsonBody } from "../../../shared/http/json-body.ts";
import type { Decision } from "../../../shared/payment-requests/workflow/apply-decision.ts";
import { requireNote } from "../../../shared/payment-requests/workflow/apply-decision.ts";
import { planDecision } from "../../../shared/payment-requests/workflow/plan-decision.store.ts";
import { transitionRoute } from "../transition-route.ts";
import { validate } from "./schema.validator.js";

const readBody = jsonBody(validate);

/** `POST /v1.0/payment/request/{paymentRequestId}/decision` (A2) */
export const decisionRoute = transitionRoute<Decision>(
	endpoints.decideApproval,
	{
		parse(event) {
			const body = readBody(event);
			requireNote(body);
			const { decision, stage, round, note = null } = body;
			return { decision, stage, round, note };
		},
		plan: (advance, decision, context) =>
			planDecision(advance, decision, {
				...context,
				organizationId: context.request.caller.organization.id,
			}),
	},
);
