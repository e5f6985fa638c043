/** One deployed copy of the service, with data of its own. */
export interface Stage {
	name: string;
	/** Removing the stack of a stage that is not thrown away leaves its data. */
	isEphemeral: boolean;
}

/** CloudFormation shortens names of queues that would be longer, and the operator's commands would not find them. */
const nameMaxLength = 20;

/**
 * `dev`, and `dev-<anything>` for a copy of one's own, are thrown away; every other stage keeps its data.
 *
 * @throws When the name could not be part of a stack's name.
 */
export function toStage(name: string): Stage {
	if (!/^[a-z][a-z0-9-]*$/.test(name) || name.length > nameMaxLength) {
		throw new Error(
			`The stage "${name}" is not 1 to ${nameMaxLength} of a to z, 0 to 9 and "-", a letter first`,
		);
	}
	return { name, isEphemeral: /^dev(-|$)/.test(name) };
}
