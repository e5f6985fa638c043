/** One deployed copy of the service with its own data. */
export interface Stage {
	name: string;
	/** Deleting the stack deletes its data too. */
	isEphemeral: boolean;
}

/** A longer name would make CloudFormation shorten the queues' names: the operator's commands would not find them. */
const nameMaxLength = 20;

/**
 * `dev` and `dev-<anything>` are deleted with their data; every other stage keeps its data.
 *
 * @throws When the name is not valid in a stack's name.
 */
export function toStage(name: string): Stage {
	if (!/^[a-z][a-z0-9-]*$/.test(name) || name.length > nameMaxLength) {
		throw new Error(
			`The stage "${name}" must have 1 to ${nameMaxLength} characters of a to z, 0 to 9 and "-", and begin with a letter`,
		);
	}
	return { name, isEphemeral: /^dev(-|$)/.test(name) };
}
