import { useEffect } from "preact/hooks";
import { FailureCard } from "../parts/failure-card.tsx";
import { toFailure } from "../service/failure.ts";
import { Loaded, useLoad } from "../service/load.tsx";
import { signInAddress } from "../service/sign-in-again.ts";
import { navigate } from "./address.ts";

interface Organization {
	id: string;
	name: string;
}

const pagesOf = ({ id }: Organization) =>
	`/console/org/${encodeURIComponent(id)}/`;

/** Leads to the pages of this person's organization; who has several chooses one. */
export function Organizations() {
	const read = useLoad("organizations", async (signal) => {
		const response = await fetch("/console/organizations", {
			headers: { "x-requested-with": "console" },
			signal,
		});
		if (response.status === 401) {
			location.replace(signInAddress("/console"));
			// The page is left.
			return new Promise<never>(() => {});
		}
		const { data } = await response.json();
		const listed: Organization[] = Array.isArray(data) ? data : data.items;
		return listed;
	});
	useEffect(() => {
		const [first, other] = read.kind === "READY" ? read.data : [];
		if (first && !other) navigate(pagesOf(first), { replaces: true });
	}, [read.kind]);
	return (
		<main class="alone">
			<Loaded of={read} what="your organizations">
				{(organizations) =>
					organizations.length === 0 ? (
						<FailureCard
							failure={toFailure(
								new Error("You are no active user of an organization"),
							)}
						/>
					) : (
						<section class="card">
							<h1>Choose an organization</h1>
							<ul class="choices">
								{organizations.map((one) => (
									<li key={one.id}>
										<a href={pagesOf(one)}>{one.name}</a>
									</li>
								))}
							</ul>
						</section>
					)
				}
			</Loaded>
		</main>
	);
}
