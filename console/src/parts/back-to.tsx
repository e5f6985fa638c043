import { useSession } from "../service/session.ts";
import { BackIcon } from "./icons.tsx";

/** Leads back from a record to its list. */
export function BackTo({ section, name }: { section: string; name: string }) {
	const { base } = useSession();
	return (
		<p class="back">
			<a href={`${base}/${section}`}>
				<BackIcon /> {name}
			</a>
		</p>
	);
}
