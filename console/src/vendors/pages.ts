export { VendorPage as Record } from "./vendor-page.tsx";
export { VendorsPage as Page } from "./vendors-page.tsx";
