import type { LeaveOut } from "../runs/prepare.ts";
import { leaveOut } from "./flow.ts";
import { warningTitles } from "./rows.ts";

/** Lists kinds of rows that the service would leave out and a person wants to be paid. */
export function PaidAllTheSame() {
	if (leaveOut.value.length === allReasons.length) return null;
	return (
		<section class="card groups" aria-label="Paid all the same">
			<h2>Paid all the same</h2>
			<ul>
				{allReasons
					.filter((one) => !leaveOut.value.includes(one))
					.map((one) => (
						<li key={one}>
							<label class="check">
								<input
									type="checkbox"
									checked
									onChange={() => {
										leaveOut.value = allReasons.filter(
											(other) =>
												other === one || leaveOut.value.includes(other),
										);
									}}
								/>
								{warningTitles[one]}
							</label>
						</li>
					))}
			</ul>
		</section>
	);
}

const allReasons = [
	"ALREADY_RECORDED",
	"REPEATED",
] as const satisfies LeaveOut[];
