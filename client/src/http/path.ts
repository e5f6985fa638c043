/** Makes a path of the API, and encodes the ids in it: `` path`/v1.0/invoice/${id}/payments` ``. */
export const path = (
	parts: TemplateStringsArray,
	...ids: readonly string[]
): string => String.raw({ raw: parts }, ...ids.map(toSegment));

/** Texts that gateways pass on unchanged. They would take a segment of dots for a relative path. */
const plain = /^(?!\.+$)[\w.-]*$/;

/**
 * An id as a segment of a path: itself, or `~` and the base64url of its UTF-8. Gateways decode a path before they route
 * it, so percent-encoding does not protect an id.
 *
 * @throws URIError When the id has half of a surrogate pair, which UTF-8 cannot express.
 */
function toSegment(id: string): string {
	if (plain.test(id)) return id;
	if (/\p{Surrogate}/u.test(id))
		throw new URIError("An id in a path must be well-formed Unicode");
	const bytes = String.fromCharCode(...new TextEncoder().encode(id));
	const base64url = btoa(bytes).replaceAll("+", "-").replaceAll("/", "_");
	return `~${base64url.replace(/=+$/, "")}`;
}
