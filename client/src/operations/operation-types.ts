import type { operations } from "../generated/openapi.ts";

type Operations = operations;
export type OperationId = keyof Operations;

interface JsonContent<Body> {
	content: { "application/json": Body };
}

/** The JSON body that an operation takes. */
export type RequestBody<Id extends OperationId> = Operations[Id] extends {
	requestBody: JsonContent<infer Body>;
}
	? Body
	: never;

/** The query of a list. */
export type Query<Id extends OperationId> = Typed<
	NonNullable<Operations[Id]["parameters"]["query"]>
>;

/** All values in a query are texts. Here, `true` and `false` are booleans. */
type Typed<Texts> = {
	[Name in keyof Texts]: Exclude<Texts[Name], undefined> extends
		| "true"
		| "false"
		? boolean
		: Texts[Name];
};

/** `data` of a success. */
export type Data<Id extends OperationId> = Operations[Id]["responses"] extends {
	200: JsonContent<infer Body>;
}
	? Body extends { data: infer Success }
		? Success
		: never
	: never;

/** What one page of a list has. */
export type Item<Id extends OperationId> =
	Data<Id> extends {
		items: (infer Listed)[];
	}
		? Listed
		: never;

/** The codes of the errors of a response. The type distributes over a union of responses. */
type CodeOf<Response> =
	Response extends JsonContent<infer Body>
		? Body extends { error: { code: infer Code } }
			? Code
			: never
		: never;

/** Every `code` that an error of the service may have. */
export type ErrorCode = {
	[Id in OperationId]: CodeOf<
		Operations[Id]["responses"][keyof Operations[Id]["responses"]]
	>;
}[OperationId];
