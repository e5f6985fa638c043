/** One deployed copy of the service, with data of its own. */
export interface Stage {
	name: string;
	/** Removing the stack of a stage that is not thrown away leaves its data. */
	isThrowAway: boolean;
}

/**
 * `dev`, and `dev-<anything>` for a copy of one's own, are thrown away; every other stage keeps its data.
 *
 * @throws When the name could not be part of a stack's name.
 */
export function toStage(name: string): Stage {
	if (!/^[a-z][a-z0-9-]{0,39}$/.test(name)) {
		throw new Error(
			`The stage "${name}" is not 1 to 40 of a to z, 0 to 9 and "-", a letter first`,
		);
	}
	return { name, isThrowAway: /^dev(-|$)/.test(name) };
}
