import { signal } from "@preact/signals";

/** Who looks at the page. */
export interface Viewer {
	userId: string;
	/** The names of the organization's people, by id. */
	names: ReadonlyMap<string, string>;
	/** The time zone in which instants are shown, which is that of the organization. */
	timeZone: string;
}

export const viewer = signal<Viewer>({
	userId: "",
	names: new Map(),
	timeZone: "UTC",
});
