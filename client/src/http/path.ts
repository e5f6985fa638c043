/** A path of the API with ids in it: `` path`/v1.0/invoice/${id}/payments` ``. Every id in a path is encoded here. */
export const path = (
	parts: TemplateStringsArray,
	...ids: readonly string[]
): string => String.raw({ raw: parts }, ...ids.map(toSegment));

const toSegment = (id: string): string => encodeURIComponent(id);
