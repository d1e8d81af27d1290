// The filters of subscriptions.

import { statusOf } from "./status.js";

/** The final statuses that can create notices, as options of a form. */
export const ENDS = ["SUCCESS", "FATAL_FAILURE", "CANCELLED"].map((value) => ({
  value,
  name: statusOf(value).name,
}));

/** Whether the subscription creates a notice for every final status. */
export const isOfAnyEnd = ({ statuses = [] }) => [0, ENDS.length].includes(statuses.length);

/** Whether the subscription is for a prefix of lambda names. */
export const isOfPrefix = ({ lambda }) => lambda.endsWith("*");
