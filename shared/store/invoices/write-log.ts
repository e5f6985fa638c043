const entriesMax = 3;
const writeIdLength = 16;

/**
 * Which requests wrote an invoice's latest versions: how a write whose answer was lost is known for ours, even after
 * others changed the invoice. Payments are not in it: they have ids of their own.
 */
export type WriteLog = readonly string[];

/** @param attemptId A ULID: its last 16 characters are the random ones. */
export function logWrite(
	log: WriteLog,
	{ version, attemptId }: LoggedWrite,
): WriteLog {
	return [...log, toEntry({ version, attemptId })].slice(-entriesMax);
}

/**
 * - `LANDED`: this write made the version.
 * - `LOST`: somebody else's made it, so that this write never will.
 * - `FORGOTTEN`: too many have followed to tell.
 */
export function findWrite(
	log: WriteLog,
	write: LoggedWrite,
): "LANDED" | "LOST" | "FORGOTTEN" {
	if (log.includes(toEntry(write))) return "LANDED";
	const [oldest = ""] = log;
	const isCut = log.length === entriesMax;
	return isCut && Number.parseInt(oldest, 10) > write.version
		? "FORGOTTEN"
		: "LOST";
}

interface LoggedWrite {
	/** The one that the write makes. */
	version: number;
	attemptId: string;
}

const toEntry = ({ version, attemptId }: LoggedWrite) =>
	`${version}:${attemptId.slice(-writeIdLength)}`;
