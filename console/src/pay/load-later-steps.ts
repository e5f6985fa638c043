export const loadLaterSteps = async () =>
	(await import("./later-steps.tsx")).LaterStep;
