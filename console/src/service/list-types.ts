import type { paths } from "../../../client/src/generated/openapi.ts";

/** The path of a list of the API. Some paths have one id to be filled in. */
export type ListPath = {
	[Path in keyof paths]: ItemOf<Path> extends never ? never : Path;
}[keyof paths];

/** An entry of a list. */
export type ItemOf<Path extends keyof paths> = paths[Path] extends {
	get: {
		responses: {
			200: {
				content: {
					"application/json": { data: { items: (infer Item)[] } };
				};
			};
		};
	};
}
	? Item
	: never;

type ParametersOf<Path extends ListPath> = paths[Path] extends {
	get: { parameters: { query?: infer Parameters } };
}
	? Omit<NonNullable<Parameters>, "limit" | "cursor">
	: never;

/** The filters of a list. An empty filter is left out. */
export type FiltersOf<Path extends ListPath> = {
	[Name in keyof ParametersOf<Path>]?:
		| ParametersOf<Path>[Name]
		| ""
		| undefined;
};

export interface ListPart<Item> {
	items: readonly Item[];
	/** Where the list goes on; null at the end. */
	nextCursor: string | null;
}
