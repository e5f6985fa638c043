export { InvoicesPage as Page } from "./invoices-page.tsx";
