export { PayPage as Page } from "./pay-page.tsx";
