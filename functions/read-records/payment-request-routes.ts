import { paymentRequestKey } from "../../shared/dynamodb/keys.ts";
import { chooseId } from "../../shared/dynamodb/reads/choose-id.ts";
import * as endpoints from "../../shared/endpoints/endpoints.ts";
import { paymentRequestNotFound } from "../../shared/payment-requests/errors.ts";
import { paymentRequestHistory } from "../../shared/payment-requests/history/read-history.store.ts";
import { openApprovalList } from "../../shared/payment-requests/inbox/read-inbox.store.ts";
import { advanceStates } from "../../shared/payment-requests/payment-request.ts";
import {
	findPaymentRequest,
	paymentRequestList,
} from "../../shared/payment-requests/read-payment-requests.store.ts";
import { notAnAdmin } from "../../shared/payment-requests/workflow/errors.ts";
import { listRoute } from "./list-route.ts";
import { anyText, oneOf } from "./query.ts";
import { recordRoute } from "./record-route.ts";

/** R6, A6 */
export const paymentRequestRoutes = [
	listRoute(endpoints.listPaymentRequests, {
		filters: { state: oneOf(advanceStates), vendorId: anyText },
		open: ({ table, organizationId, filters: { state, vendorId } }) =>
			paymentRequestList(table, organizationId, {
				state: advanceStates.find((known) => known === state),
				vendorId,
			}),
	}),
	recordRoute(endpoints.getPaymentRequest, {
		async find({ table, organizationId, ids }) {
			const id = await chooseId(table, ids, (one) =>
				paymentRequestKey(organizationId, one),
			);
			return findPaymentRequest(table, organizationId, id);
		},
		notFound: paymentRequestNotFound,
	}),
	listRoute(endpoints.listPaymentRequestHistory, {
		record: { parameter: "paymentRequestId", toKey: paymentRequestKey },
		async open({ table, organizationId, recordId }) {
			const list = await paymentRequestHistory(
				table,
				organizationId,
				recordId ?? "",
			);
			if (!list) throw paymentRequestNotFound();
			return list;
		},
	}),
	listRoute(endpoints.listOpenApprovals, {
		filters: { userId: anyText },
		requireAccess({ user }, { userId = user.id }) {
			if (userId !== user.id && user.role !== "ADMIN") throw notAnAdmin();
		},
		ofCaller: ({ user }, { userId = user.id }) => userId,
		open: ({ table, organizationId, recordId }) =>
			openApprovalList(table, organizationId, recordId ?? ""),
	}),
];
