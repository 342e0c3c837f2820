export { WhenNear } from "~/app/blocks/lazy-part";
