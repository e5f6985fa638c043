import * as endpoints from "../../../shared/endpoints/endpoints.ts";
import { jsonBody } from "../../../shared/http/json-body.ts";
import { findActiveUsers } from "../../../shared/organizations/active-users.store.ts";
import {
	requireAskableAgain,
	requireChangeableApprover,
	requireMayChange,
	requireOpenOrLater,
} from "../../../shared/payment-requests/workflow/approver-checks.ts";
import {
	type ApproverChange,
	changeApprover,
	isRepeated,
} from "../../../shared/payment-requests/workflow/change-approver.ts";
import { notAnAdmin } from "../../../shared/payment-requests/workflow/errors.ts";
import { transitionRoute } from "../transition-route.ts";
import { validate } from "./schema.validator.js";

const readBody = jsonBody(validate);

/** `POST /v1.0/payment/request/{paymentRequestId}/approver` (A5) */
export const approverRoute = transitionRoute<ApproverChange>(
	endpoints.changeApprover,
	{
		requireAccess({ user }) {
			if (user.role !== "ADMIN") throw notAnAdmin();
		},
		parse(event) {
			const { from = null, ...change } = readBody(event);
			return { ...change, from };
		},
		async plan(advance, change, context) {
			if (isRepeated(advance, change)) return null;
			context.requireVersion(advance.request.version);
			requireOpenOrLater(advance, change);
			requireMayChange(advance, change, context.by.userId);
			const { table, request } = context;
			const [user] = await findActiveUsers(
				table,
				request.caller.organization.id,
				[change.to],
			);
			requireChangeableApprover(advance, change, user);
			requireAskableAgain(advance, change, context.now);
			return { transition: changeApprover(advance, change, context) };
		},
	},
);
