/** The names of the states of a payment request. */
export const requestStates: Readonly<Record<string, string>> = {
	PENDING: "Waiting for approval",
	APPROVED: "Approved",
	REJECTED: "Rejected",
	PENDING_RESUBMISSION: "Returned for changes",
	CANCELLED: "Cancelled",
};
