import * as endpoints from "../../../shared/endpoints/endpoints.ts";
import { jsonBody } from "../../../shared/http/json-body.ts";
import {
	advanceTooLarge,
	toBodyError,
} from "../../../shared/payment-requests/errors.ts";
import { requireAdvanceAccess } from "../../../shared/payment-requests/raise/advance-access.ts";
import { isStorable } from "../../../shared/payment-requests/raise/advance-items.store.ts";
import { findAdvanceReferences } from "../../../shared/payment-requests/raise/advance-references.store.ts";
import {
	advanceReferenceIds,
	checkAdvance,
} from "../../../shared/payment-requests/raise/check-advance.ts";
import { toRequestedAdvance } from "../../../shared/payment-requests/raise/requested-advance.ts";
import { validate } from "../../../shared/payment-requests/raise/schema.validator.js";
import {
	anotherVendor,
	wrongState,
} from "../../../shared/payment-requests/workflow/errors.ts";
import { resubmitAdvance } from "../../../shared/payment-requests/workflow/resubmit-advance.ts";
import { withRequester } from "../../../shared/payment-requests/workflow/transition.ts";
import { transitionRoute } from "../transition-route.ts";

const readBody = jsonBody(validate, toBodyError);

/** `POST /v1.0/payment/request/{paymentRequestId}/resubmission` (A3) */
export const resubmissionRoute = transitionRoute(
	endpoints.resubmitPaymentRequest,
	{
		requireAccess: requireAdvanceAccess,
		parse: (event) => toRequestedAdvance(readBody(event)),
		async plan(before, advance, context) {
			const { id, state, version, vendorId } = before.request;
			context.requireVersion(version);
			if (state !== "PENDING_RESUBMISSION")
				throw wrongState(state, ["PENDING_RESUBMISSION"]);
			if (advance.vendorId !== vendorId) throw anotherVendor(vendorId);
			const { organization } = context.request.caller;
			const found = await findAdvanceReferences(
				context.table,
				organization.id,
				advanceReferenceIds(organization, advance),
			);
			const requesters = withRequester(before.request, context.by.userId);
			const checked = checkAdvance(
				{ requesters, resubmittedId: id },
				{ advance, organization, found },
			);
			const transition = resubmitAdvance(before, checked, context);
			if (!isStorable(organization.id, transition, transition.entries))
				throw advanceTooLarge();
			const { purchaseOrder } = found;
			return {
				transition,
				orders: purchaseOrder ? [purchaseOrder] : [],
			};
		},
	},
);
