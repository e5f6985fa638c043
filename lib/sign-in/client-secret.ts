import { RemovalPolicy, type Stack, Validations } from "aws-cdk-lib";
import { CfnSecret } from "aws-cdk-lib/aws-secretsmanager";
import { uniquePart } from "../unique-part.ts";

/**
 * Holds the secret of the console's client at the issuer. It is created without a value, which stands for a client that
 * has no secret: whoever registers the client writes the value (`docs/guides/deploy.md`), so that it is in no template.
 */
export function clientSecret(stack: Stack): CfnSecret {
	const secret = new CfnSecret(stack, "SignInSecret", {
		name: `${stack.stackName}-SignIn-${uniquePart(stack)}`,
		description: `${stack.stackName}: the secret of the console's client at the issuer of sign-ins`,
	});
	// Nothing is lost with it: if the issuer no longer shows this secret, it makes another.
	secret.applyRemovalPolicy(RemovalPolicy.DESTROY);
	Validations.of(secret).acknowledge({
		id: "AwsSolutions::AwsSolutions-SMG4",
		reason:
			"The issuer makes the secret: it is replaced there first, by hand, and then here (docs/operations/incidents.md).",
	});
	return secret;
}
