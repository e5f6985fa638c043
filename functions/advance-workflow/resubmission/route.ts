import { requireAdvanceAccess } from "../../../shared/advances/advance-access.ts";
import { findAdvanceReferences } from "../../../shared/advances/advance-references.store.ts";
import {
	advanceReferenceIds,
	checkAdvance,
} from "../../../shared/advances/check-advance.ts";
import {
	advanceTooLarge,
	toBodyError,
} from "../../../shared/advances/errors.ts";
import { toRequestedAdvance } from "../../../shared/advances/requested-advance.ts";
import { validate } from "../../../shared/advances/schema.validator.js";
import { resubmitAdvance } from "../../../shared/approvals/resubmit-advance.ts";
import { requestersOf } from "../../../shared/approvals/transition.ts";
import {
	anotherVendor,
	wrongState,
} from "../../../shared/approvals/workflow-errors.ts";
import * as endpoints from "../../../shared/endpoints/endpoints.ts";
import { jsonBody } from "../../../shared/http/json-body.ts";
import { transitionRoute } from "../transition-route.ts";

const readBody = jsonBody(validate, toBodyError);

/** `POST /v1.0/payment/request/{paymentRequestId}/resubmission` (approvals A3) */
export const resubmissionRoute = transitionRoute(
	endpoints.resubmitPaymentRequest,
	{
		requireAccess: requireAdvanceAccess,
		tooLarge: advanceTooLarge,
		parse: (event) => toRequestedAdvance(readBody(event)),
		async decide(before, advance, context) {
			const { id, state, version, vendorId, createdBy } = before.request;
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
			const requesters = requestersOf({ createdBy, resubmittedBy: context.by });
			const checked = checkAdvance(
				{ requesters, resubmittedId: id },
				{ advance, organization, found },
			);
			const { purchaseOrder } = found;
			return {
				transition: resubmitAdvance(before, checked, context),
				orders: purchaseOrder ? [purchaseOrder] : [],
			};
		},
	},
);
