import { Theirs } from "../parts/texts.tsx";

/** Lists, in sentences, what is in the file and was not read. */
export function Notes({ notes }: { notes: readonly string[] }) {
	if (notes.length === 0) return null;
	return (
		<section class="card notes" aria-label="What else is in the file">
			<h2>What else is in the file</h2>
			<ul>
				{notes.map((note) => (
					<li key={note}>
						<Theirs text={note} />
					</li>
				))}
			</ul>
		</section>
	);
}
