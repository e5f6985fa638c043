import type { Archive } from "../archive/unzip.ts";
import { parseXml } from "./parse-xml.ts";

/** How one part of a workbook leads to another. */
export interface Relationship {
	id: string;
	/** The last word of the type, such as `worksheet`. What is before it depends on the version of the format. */
	type: string;
	/** The path of the other part. */
	target: string;
}

/** @param path The path of the part; empty for the archive itself. */
export async function readRelationships(
	archive: Archive,
	path: string,
): Promise<Relationship[]> {
	const [, folder = "", name = ""] = /^(.*\/)?([^/]*)$/.exec(path) ?? [];
	const file = `${folder}_rels/${name}.rels`;
	const relationships: Relationship[] = [];
	if (!archive.has(file)) return relationships;
	await parseXml(archive.read(file), {
		open(element, { Id = "", Type = "", Target = "", TargetMode }) {
			if (element !== "Relationship" || TargetMode === "External") return;
			relationships.push({
				id: Id,
				type: Type.slice(Type.lastIndexOf("/") + 1),
				target: resolve(folder, Target),
			});
		},
		close() {},
	});
	return relationships;
}

function resolve(folder: string, target: string): string {
	const path = target.replaceAll("\\", "/");
	const parts: string[] = [];
	for (const part of (path.startsWith("/") ? path : folder + path).split("/")) {
		if (part === "..") parts.pop();
		else if (part !== "" && part !== ".") parts.push(part);
	}
	return parts.join("/");
}
