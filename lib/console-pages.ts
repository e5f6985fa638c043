import type { Stack } from "aws-cdk-lib";
import type { Table } from "aws-cdk-lib/aws-dynamodb";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { serviceFunction } from "./service-function.ts";

/** The routes of the console's pages and files. The routes of signing in are more specific and take precedence. */
export const consoleRoutes = [
	{ method: "GET", path: "/console" },
	{ method: "GET", path: "/console/{path+}" },
] as const;

/** The function that serves the console. It reads nothing but its own files. */
export const consolePages = (stack: Stack, table: Table): LambdaFunction =>
	serviceFunction(stack, { name: "console", table, tableActions: [] });
