export { WhenNear } from "~/app/blocks/when-near";
