/** What a role allows: each of these actions on each of these resources. */
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
 * What the policies of a stack allow a role.
 *
 * @throws When a policy denies something, which the local stack does not know.
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
