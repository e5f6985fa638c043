import { Template } from "aws-cdk-lib/assertions";
import { toFolder } from "../../tools/local/template/function-folder.ts";
import { allNotifications, unbundledStack } from "./unbundled-stack.ts";

/** What the roles of the template allow each function, by its folder: `mark-as-paid dynamodb:GetItem`. */
export function grantedActionsByFolder(): string[] {
	const stack = unbundledStack("dev", {
		...allNotifications(),
		"signIn:dev": { issuer: "https://issuer.example", clientId: "console" },
	});
	const policies = Template.fromStack(stack).findResources("AWS::IAM::Policy");
	const allowed = Object.values(policies as Record<string, Policy>).flatMap(
		({ Properties: { PolicyDocument, Roles } }) =>
			PolicyDocument.Statement.filter(({ Effect }) => Effect === "Allow")
				.flatMap(({ Action }) => Action)
				.map(
					(action) =>
						`${Roles.map(({ Ref }) => toFolder(toRoleId(Ref)))} ${action}`,
				),
	);
	return [...new Set(allowed)];
}

interface Policy {
	Properties: {
		PolicyDocument: {
			Statement: { Effect: string; Action: string | string[] }[];
		};
		Roles: { Ref: string }[];
	};
}

const toRoleId = (role: string) => role.replace(/Role[0-9A-F]{8}$/, "");
