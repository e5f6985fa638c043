import type { JournalDisk } from "../../../../client/src/pay-file/journal/journal-file.ts";

/** How a process ends at one of its effects: a write to the journal or a request to pay. */
export const deaths = [
	/** Before the effect. */
	"BEFORE",
	/** In the middle of a write; a request reaches the service when the process is gone. */
	"HALFWAY",
	/** After the effect, before the process learns of it. */
	"AFTER",
] as const;
export type Death = (typeof deaths)[number];

/** Ends a process at its nth effect: from then on nothing that it does has an effect. */
export interface Mortal {
	/** Whether the process has come to its end. */
	isDead(): boolean;
	/** @throws when the process is dead, or ends here. */
	pass<Value>(effect: Effect<Value>): Value;
	/** @throws when the process is dead. */
	live(): void;
}

interface Effect<Value> {
	whole: () => Value;
	/** What is left of the effect when the process ends in the middle of it. */
	half: () => void;
}

export class ProcessEnded extends Error {
	override name = "ProcessEnded";
}

/** @param at Of the effects, counted from 1; undefined: it lives. */
export function mortal(at?: number, death: Death = "BEFORE"): Mortal {
	let effects = 0;
	let isDead = false;
	const live = () => {
		if (isDead) throw new ProcessEnded();
	};
	return {
		isDead: () => isDead,
		live,
		pass<Value>({ whole, half }: Effect<Value>): Value {
			live();
			effects++;
			if (effects !== at) return whole();
			isDead = true;
			if (death === "HALFWAY") half();
			if (death !== "AFTER") throw new ProcessEnded();
			const value = whole();
			if (!(value instanceof Promise)) throw new ProcessEnded();
			// Unchecked cast: a promise that only rejects is one of any value.
			return value.then(() => {
				throw new ProcessEnded();
			}) as Value;
		},
	};
}

/** A journal's disk whose writes are effects. */
export function mortalDisk(disk: JournalDisk, { pass }: Mortal): JournalDisk {
	return {
		...disk,
		append: (bytes) =>
			pass({
				whole: () => disk.append(bytes),
				half: () => disk.append(bytes.subarray(0, bytes.length / 2)),
			}),
	};
}
