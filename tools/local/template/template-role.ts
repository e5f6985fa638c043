/** A statement of a role's policy: allows each of the actions on each of the resources. */
export interface RoleStatement {
	/** `dynamodb:GetItem` */
	actions: string[];
	/** ARNs. */
	resources: string[];
}

export interface PolicyProperties {
	PolicyDocument: {
		Statement: {
			Effect: "Allow" | "Deny";
			Action: string | string[];
			Resource: string | string[];
		}[];
	};
	/** Names of the roles that have the policy. */
	Roles: string[];
}

/**
 * The statements of a role's policies.
 *
 * @throws When a statement's effect is not `Allow`: the local stack does not support `Deny`.
 */
export function toRoleStatements(
	policies: readonly PolicyProperties[],
	roleName: string,
): RoleStatement[] {
	return policies
		.filter(({ Roles }) => Roles.includes(roleName))
		.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
		.map(({ Effect, Action, Resource }) => {
			if (Effect !== "Allow")
				throw new Error(`The local stack does not know the effect ${Effect}`);
			return { actions: [Action].flat(), resources: [Resource].flat() };
		});
}
