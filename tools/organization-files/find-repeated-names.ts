import { memberPointer } from "../../shared/json/json-pointer.ts";

/** A text of JSON, or a character that begins, divides or ends an object or array. */
const tokens = /"(?:[^"\\]+|\\.)*"|[{}[\],]/g;

/** An object or array that is being read. */
interface Container {
	/** The names of an object so far; undefined for an array. */
	names: Set<string> | undefined;
	/** The name or position of the member that is being read. */
	member: string | number;
	/** Whether the next text is a name. */
	expectsName: boolean;
}

/**
 * Finds the JSON pointers of members whose name occurs twice in their object. `JSON.parse` silently takes the last one.
 *
 * @param json Valid JSON.
 */
export function findRepeatedNames(json: string): string[] {
	const repeated: string[] = [];
	const open: Container[] = [];
	for (const [token] of json.matchAll(tokens)) {
		const container = open.at(-1);
		if (token === "{")
			open.push({ names: new Set(), member: "", expectsName: true });
		else if (token === "[")
			open.push({ names: undefined, member: 0, expectsName: false });
		else if (token === "}" || token === "]") open.pop();
		else if (token === "," && container) next(container);
		else if (container?.names && container.expectsName) {
			container.member = JSON.parse(token);
			container.expectsName = false;
			const name = String(container.member);
			if (container.names.has(name)) repeated.push(toPointer(open));
			container.names.add(name);
		}
	}
	return repeated;
}

function next(container: Container) {
	if (container.names) container.expectsName = true;
	else container.member = Number(container.member) + 1;
}

const toPointer = (open: readonly Container[]) =>
	open.reduce((pointer, { member }) => memberPointer(pointer, member), "");
