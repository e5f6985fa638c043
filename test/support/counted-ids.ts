import { type NewId, newUlid } from "../../shared/environment/ids.ts";

const timeCharacters = 10;

/** ULIDs that are the same in each run: what ULIDs have at random is a number that rises. */
export function countedIds(): NewId {
	let count = 0;
	return (at) => {
		count += 1;
		return newUlid(at).slice(0, timeCharacters) + `${count}`.padStart(16, "0");
	};
}
