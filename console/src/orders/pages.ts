export { OrderPage as Record } from "./order-page.tsx";
export { OrdersPage as Page } from "./orders-page.tsx";
