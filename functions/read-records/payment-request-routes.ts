import { advanceStates } from "../../shared/domain/payment-request.ts";
import { paymentRequestNotFound } from "../../shared/domain/records/not-found.ts";
import { paymentRequestKey } from "../../shared/store/keys.ts";
import { chooseId } from "../../shared/store/records/choose-id.ts";
import {
	findPaymentRequest,
	paymentRequestList,
} from "../../shared/store/records/payment-requests.ts";
import { listRoute } from "./list-route.ts";
import { anyText, oneOf } from "./query.ts";
import { recordRoute } from "./record-route.ts";

const permission = "payments:read";

/** Records R6 */
export const paymentRequestRoutes = {
	"GET /v1.0/payment/request": listRoute({
		name: "payment-request-list",
		permission,
		filters: { state: oneOf(advanceStates), vendorId: anyText },
		open: ({ table, organizationId, filters: { state, vendorId } }) =>
			paymentRequestList(table, organizationId, {
				state: advanceStates.find((known) => known === state),
				vendorId,
			}),
	}),
	"GET /v1.0/payment/request/{paymentRequestId}": recordRoute({
		name: "payment-request-details",
		permission,
		async find({ table, organizationId, ids }) {
			const id = await chooseId(table, ids, (one) =>
				paymentRequestKey(organizationId, one),
			);
			return findPaymentRequest(table, organizationId, id);
		},
		notFound: paymentRequestNotFound,
	}),
};
