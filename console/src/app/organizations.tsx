import { useEffect } from "preact/hooks";
import { AuthenticationError } from "../../../client/src/http/errors.ts";
import { FailureCard } from "../parts/failure-card.tsx";
import { Theirs } from "../parts/texts.tsx";
import { Loaded, useLoad } from "../service/load.tsx";
import { pagesOf, readOrganizations } from "../service/organizations.ts";
import { leaveToSignIn } from "../service/sign-in-again.ts";
import { navigate } from "./address.ts";

/** Leads to the pages of this person's organization. A person with several organizations chooses one. */
export function Organizations() {
	const read = useLoad("organizations", async (signal) => {
		try {
			return await readOrganizations(signal);
		} catch (error) {
			if (!(error instanceof AuthenticationError)) throw error;
			return leaveToSignIn("/console");
		}
	});
	const isOnly = read.kind === "READY" && read.data.length === 1;
	useEffect(() => {
		const [only] = isOnly ? read.data : [];
		if (only) navigate(`${pagesOf(only.id)}/`, { replaces: true });
	}, [isOnly]);
	if (isOnly) return null;
	return (
		<main class="alone">
			<Loaded of={read} what="your organizations">
				{(organizations) =>
					organizations.length === 0 ? (
						<FailureCard failure={noOrganization} />
					) : (
						<section class="card">
							<h1>Choose an organization</h1>
							<ul class="choices">
								{organizations.map(({ id, name }) => (
									<li key={id}>
										<a href={`${pagesOf(id)}/`}>
											<Theirs text={name} />
										</a>
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

const noOrganization = {
	kind: "NOT_ALLOWED",
	title: "You belong to no organization",
	text: "An administrator of your organization can make you an active user of it.",
	mayTryAgain: false,
} as const;

/**
 * Leads to the other organizations of a person, if there are any. A person with one organization never sees the choice.
 *
 * @param id The organization whose pages are open, or were asked for.
 */
export function OtherOrganizations({ id }: { id: string }) {
	const read = useLoad("other organizations", readOrganizations);
	const others =
		read.kind === "READY" ? read.data.filter((one) => one.id !== id) : [];
	const [other, another] = others;
	if (!other) return null;
	return another ? (
		<a href="/console">Other organizations</a>
	) : (
		<a href={`${pagesOf(other.id)}/`}>
			Go to <Theirs text={other.name} />
		</a>
	);
}
