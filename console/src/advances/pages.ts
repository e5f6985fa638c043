export { AdvancesPage as Page } from "./advances-page.tsx";
