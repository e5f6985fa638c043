/** In place of a stored value that is missing although it was written, or that cannot be read. */
export type Lost = "LOST";

/** Whatever makes a value unreadable (its format, its compression, its JSON), reading it again does not help. */
export function unlessUnreadable<Value>(read: () => Value): Value | Lost {
	try {
		return read();
	} catch {
		return "LOST";
	}
}
