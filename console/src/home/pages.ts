export { HomePage as Page } from "./home-page.tsx";
