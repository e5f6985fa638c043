import { formatCount } from "./money.tsx";

/** A bar that shows how far something is. Screen readers announce it by its label. */
export const Progress = ({
	label,
	done,
	total,
}: {
	label: string;
	done: number;
	/** 0 while the total is not known. */
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
