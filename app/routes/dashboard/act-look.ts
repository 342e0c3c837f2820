import basic from "~/app/basic.module.css";
import rest from "./at-rest.module.css";

/** An act in a line of the dashboard. */
export const actLook = `${rest.act} ${basic.plain} ${basic.oneLine} ${basic.rounded} ${basic.size14}`;
