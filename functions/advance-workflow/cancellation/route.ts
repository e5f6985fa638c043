import * as endpoints from "../../../shared/endpoints/endpoints.ts";
import { jsonBody } from "../../../shared/http/json-body.ts";
import { endsAnAdvance } from "../../../shared/payment-requests/payment-request.ts";
import { requireAdvanceAccess } from "../../../shared/payment-requests/raise/advance-access.ts";
import { cancelAdvance } from "../../../shared/payment-requests/workflow/cancel-advance.ts";
import {
	approvedNeedsAdmin,
	wrongState,
} from "../../../shared/payment-requests/workflow/errors.ts";
import { transitionRoute } from "../transition-route.ts";
import { validate } from "./schema.validator.js";

/** `POST /v1.0/payment/request/{paymentRequestId}/cancellation` (A4) */
export const cancellationRoute = transitionRoute<{ reason: string }>(
	endpoints.cancelPaymentRequest,
	{
		requireAccess: requireAdvanceAccess,
		parse: jsonBody(validate),
		async plan(advance, { reason }, context) {
			const { state, version } = advance.request;
			if (state === "CANCELLED") return null;
			context.requireVersion(version);
			if (endsAnAdvance(state))
				throw wrongState(state, [
					"PENDING",
					"PENDING_RESUBMISSION",
					"APPROVED",
				]);
			const { user } = context.request.caller;
			if (state === "APPROVED" && user.role !== "ADMIN")
				throw approvedNeedsAdmin();
			return { transition: cancelAdvance(advance, reason, context) };
		},
	},
);
