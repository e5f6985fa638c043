import { Fn, type Stack } from "aws-cdk-lib";

/** The last part of the stack's id, which keeps a name apart from the names of earlier stacks and of other accounts. */
export const uniquePart = ({ stackId }: Stack): string =>
	Fn.select(4, Fn.split("-", Fn.select(2, Fn.split("/", stackId))));
