import { formatCount } from "./money.tsx";

/** How far something is. It is announced by its label. */
export const Progress = ({
	label,
	done,
	total,
}: {
	label: string;
	done: number;
	/** 0 while it is not known. */
	total: number;
}) => (
	<div class="progress">
		<p>
			<span>{label}</span>
			{total > 0 && (
				<span class="figures">
					{formatCount(done)} of {formatCount(total)}
				</span>
			)}
		</p>
		{total > 0 ? (
			<progress aria-label={label} max={total} value={done} />
		) : (
			<progress aria-label={label} />
		)}
	</div>
);
