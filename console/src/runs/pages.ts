export { RunPage as Record } from "./run-page.tsx";
export { RunsPage as Page } from "./runs-page.tsx";
