export { VendorsPage as Page } from "./vendors-page.tsx";
