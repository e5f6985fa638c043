export { OrdersPage as Page } from "./orders-page.tsx";
