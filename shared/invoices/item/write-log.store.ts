const entriesMax = 3;
const writeIdLength = 16;

/**
 * The requests that wrote an invoice's latest versions. Identifies a write whose response was lost, even after later
 * changes. Payments are not logged: they have ids.
 */
export type WriteLog = readonly string[];

/** @param attemptId A ULID; its last 16 characters are random. */
export function logWrite(
	log: WriteLog,
	{ version, attemptId }: LoggedWrite,
): WriteLog {
	return [...log, toEntry({ version, attemptId })].slice(-entriesMax);
}

/**
 * - `LANDED`: this write made the version.
 * - `LOST`: another write made the version, so this one never takes effect.
 * - `FORGOTTEN`: the log no longer reaches back to the version.
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
	/** The version that the write makes. */
	version: number;
	attemptId: string;
}

const toEntry = ({ version, attemptId }: LoggedWrite) =>
	`${version}:${attemptId.slice(-writeIdLength)}`;
