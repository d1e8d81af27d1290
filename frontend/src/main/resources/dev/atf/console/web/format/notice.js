// Subscriptions in words.

import { statusOf } from "./status.js";

/** The ends that make notices, as options of a form. */
export const ENDS = ["SUCCESS", "FATAL_FAILURE", "CANCELLED"].map((value) => ({
  value,
  name: statusOf(value).name,
}));

/** Whether it makes a notice however a task ends. */
export const isOfAnyEnd = ({ statuses = [] }) => [0, ENDS.length].includes(statuses.length);

/** Whether it is about more than one lambda. */
export const isOfPrefix = ({ lambda }) => lambda.endsWith("*");
