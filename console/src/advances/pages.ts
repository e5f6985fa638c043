export { AdvancePage as Record } from "./advance-page.tsx";
export { AdvancesPage as Page } from "./advances-page.tsx";
