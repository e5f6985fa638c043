import type { Exhibit } from "../exhibits/exhibit.ts";

/** Says what a repeated request does, and whether its key is read, for the document and for the client's comments. */
export const describeRepetition = ({
	repeated,
	endpoint: { idempotencyKey },
}: Exhibit): string | undefined =>
	repeated &&
	`A repeated request ${repeated} \`x-idempotency-key\` is ${uses[idempotencyKey ?? "none"]}.`;

const uses = {
	required: "required",
	optional: "read if it is sent",
	read: "required",
	none: "not read",
};
