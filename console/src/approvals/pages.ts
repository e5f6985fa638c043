export { InboxPage as Page } from "./inbox-page.tsx";
export { RequestPage as Record } from "./request-page.tsx";
