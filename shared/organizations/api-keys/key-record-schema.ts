import {
	flag,
	instant,
	listOf,
	oneOfValues,
	orNull,
	record,
	text,
} from "../../schemas/record-schema.ts";
import { permissions, roles } from "../organization.ts";

/** `toKeyRecord` (C3) */
export const keyRecordSchema = record({
	keyId: { ...orNull(text), description: "null for a session of the console." },
	organizationId: text,
	organizationName: text,
	userId: text,
	userName: {
		...orNull(text),
		description: "null if the organization does not have the user.",
	},
	role: {
		...orNull(oneOfValues(roles)),
		description: "null if the organization does not have the user.",
	},
	active: {
		...flag,
		description:
			"Whether the user is active. The key of one who is not may call nothing else.",
	},
	permissions: listOf(oneOfValues(permissions)),
	expiresAt: orNull(instant),
});
