/** The events that other systems get, by their EventBridge detail type (`docs/events.md`). */
export const detailTypes = [
	"Payment Request Created",
	"Approval Requested",
	"Approval Decided",
	"Payment Request Approved",
	"Payment Request Rejected",
	"Payment Request Returned",
	"Payment Request Resubmitted",
	"Payment Request Cancelled",
	"Purchase Order Created",
	"Purchase Order Activated",
	"Invoice Created",
	"Invoice Approved",
	"Invoice Voided",
	"Invoice Paid",
	"Payment Reversed",
	"Payment Run Created",
	"Payment Run Released",
	"Payment Run Discarded",
	"Payment Batch Finished",
] as const;
export type DetailType = (typeof detailTypes)[number];

/** One thing that a write of a record announces. */
export interface Announcement {
	detailType: DetailType;
	data: object;
}

/** An event as EventBridge delivers it. */
export interface ServiceEvent {
	detailType: DetailType;
	/** RFC 3339. When the write took effect. */
	time: string;
	/** The record that it is about. Not sent: the events of one record are sent in order. */
	record: string;
	detail: { metadata: EventMetadata; data: object };
}

export interface EventMetadata {
	/** The same in every delivery of the event: receivers ignore an id that they have processed. */
	id: string;
	/** Version of the schema of this detail type. Raised only by an incompatible change. */
	version: 1;
	organizationId: string;
}

/** The write that an announcement comes from. */
export interface AnnouncedWrite {
	/** Id of the stream's record: the same however often the record is delivered. */
	recordId: string;
	organizationId: string;
	/** RFC 3339 */
	time: string;
	/** Identifies the record within its organization. */
	record: string;
}

/** One write announces each detail type at most once, so that both together identify the event. */
export const toServiceEvent = (
	{ recordId, organizationId, time, record }: AnnouncedWrite,
	{ detailType, data }: Announcement,
): ServiceEvent => ({
	detailType,
	time,
	record: `${organizationId}#${record}`,
	detail: {
		metadata: {
			id: `${recordId}.${detailType.toLowerCase().replaceAll(" ", "-")}`,
			version: 1,
			organizationId,
		},
		data,
	},
});
