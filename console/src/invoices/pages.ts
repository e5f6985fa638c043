export { InvoicePage as Record } from "./invoice-page.tsx";
export { InvoicesPage as Page } from "./invoices-page.tsx";
