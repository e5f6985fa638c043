/** What the records show of one resource of a request. */
export interface Recorded {
	/** `UNCLEAR`: the records have something of its key that does not fit the request. */
	state: "RECORDED" | "NOT_RECORDED" | "UNCLEAR";
	/** The batch that recorded it. */
	bulkActionSlug: string | null;
	/** Absent: no payment is recorded. */
	paymentId?: string;
}

export const isNotRecorded = ({ state }: Recorded) => state === "NOT_RECORDED";
