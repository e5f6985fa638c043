/** One deployed copy of the service with its own data. */
export interface Stage {
	name: string;
	/** Whether deleting the stack also deletes its data. */
	isEphemeral: boolean;
}

/** With a longer name, CloudFormation would shorten the queues' names, so that the operator could not find them. */
const nameMaxLength = 20;

/**
 * `dev` and `dev-<anything>` are deleted with their data; every other stage keeps its data.
 *
 * @throws When the name cannot be part of a stack's name.
 */
export function toStage(name: string): Stage {
	if (!/^[a-z][a-z0-9-]*$/.test(name) || name.length > nameMaxLength) {
		throw new Error(
			`The stage "${name}" must have 1 to ${nameMaxLength} characters of a to z, 0 to 9 and "-", and begin with a letter`,
		);
	}
	return { name, isEphemeral: /^dev(-|$)/.test(name) };
}
