// The calls of the public API that the console makes: docs/protocol.md.

import { call } from "./http.js";

const lambda = (name) => `/v1/lambdas/${encodeURIComponent(name)}`;
const task = (id) => `/v1/tasks/${encodeURIComponent(id)}`;

export const listLambdas = (signal) =>
  call("GET", "/v1/lambdas", { signal }).then((answer) => answer.lambdas ?? []);

/** With live figures. */
export const getLambda = (name, signal) => call("GET", lambda(name), { signal });

export const setGate = (name, gate) => call("POST", `${lambda(name)}:setGate`, { body: gate });

/** One page, oldest first; state is pending, dead or done. */
export const listTasks = (name, query, signal) =>
  call("GET", `${lambda(name)}/tasks`, { query, signal });

export const getTask = (id, signal) => call("GET", task(id), { signal });

export const explainTask = (id, signal) => call("GET", `${task(id)}:explain`, { signal });

export const cancelTask = (id, reason) => call("POST", `${task(id)}:cancel`, { body: { reason } });

export const runTaskNow = (id) => call("POST", `${task(id)}:run`);

export const rescheduleTask = (id, scheduledAt) =>
  call("POST", `${task(id)}:reschedule`, { body: { scheduledAt } });

/** One page of those that the filter lets through, or those with these ids. */
export const redriveTasks = (name, request) =>
  call("POST", `${lambda(name)}/tasks:redrive`, { body: request });

const job = (name, id) => `${lambda(name)}/jobs/${encodeURIComponent(id)}`;

/** One page; state is live or rest. */
export const listJobs = (name, query, signal) =>
  call("GET", `${lambda(name)}/jobs`, { query, signal });

export const getJob = (name, id, signal) => call("GET", job(name, id), { signal });

export const cancelJob = (name, id, compensate) =>
  call("POST", `${job(name, id)}:cancel`, { body: { compensate } });

/** Starts nothing new, or goes on. */
export const holdJob = (name, id, resume) =>
  call("POST", `${job(name, id)}:hold`, { body: { resume } });

/** What failed, or a step and all that come after it. */
export const retryJob = (name, id, fromStep = "") =>
  call("POST", `${job(name, id)}:retry`, { body: { fromStep } });

export const skipStep = (name, id, step) =>
  call("POST", `${job(name, id)}:skip`, { body: { step } });

export const patchInput = (name, id, step, json) =>
  call("POST", `${job(name, id)}:patch`, { body: { step, json } });

export const getCosts = (signal) => call("GET", "/v1/costs", { signal });
