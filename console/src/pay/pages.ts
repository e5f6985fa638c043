/** The parts that other pages load when they need them: the page, and how chosen invoices get to it. */
export { payInvoices, readCommon } from "./pay-invoices.ts";
export { PayPage } from "./pay-page.tsx";
