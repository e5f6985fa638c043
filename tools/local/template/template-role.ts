/** A statement of a role's policy: allows or denies each of the actions on each of the resources. */
export interface RoleStatement {
	/** The partition keys for which a statement denies; absent for a statement that allows. */
	deniedKeys?: DeniedKeys;
	/** Actions such as `dynamodb:GetItem`. */
	actions: string[];
	/** The ARNs of the resources. */
	resources: string[];
}

export interface DeniedKeys {
	beginnings: string[];
	/** Whether the statement denies the keys that begin in any other way. */
	areOthers: boolean;
}

export interface PolicyProperties {
	PolicyDocument: {
		Statement: {
			Effect: "Allow" | "Deny";
			Action: string | string[];
			Resource: string | string[];
			Condition?: Record<string, Record<string, string | string[]>>;
		}[];
	};
	/** The names of the roles that have the policy. */
	Roles: string[];
}

/**
 * The statements of a role's policies.
 *
 * @throws When a statement denies more than the keys of items.
 */
export function toRoleStatements(
	policies: readonly PolicyProperties[],
	roleName: string,
): RoleStatement[] {
	return policies
		.filter(({ Roles }) => Roles.includes(roleName))
		.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
		.map((statement) => ({
			actions: [statement.Action].flat(),
			resources: [statement.Resource].flat(),
			...(statement.Effect !== "Allow" && {
				deniedKeys: toDeniedKeys(statement),
			}),
		}));
}

function toDeniedKeys({
	Condition = {},
}: PolicyProperties["PolicyDocument"]["Statement"][number]): DeniedKeys {
	const keys = "dynamodb:LeadingKeys";
	const like = Condition["ForAnyValue:StringLike"]?.[keys];
	const patterns = like ?? Condition["ForAnyValue:StringNotLike"]?.[keys];
	if (patterns === undefined || Object.keys(Condition).length > 1)
		throw new Error(
			"The local stack knows a statement that denies only for the keys of items",
		);
	return {
		beginnings: [patterns].flat().map((one) => one.replace(/\*$/, "")),
		areOthers: like === undefined,
	};
}
