// The calls of the public API that the console makes: docs/protocol.md.

import { call } from "./http.js";

const lambda = (name) => `/v1/lambdas/${encodeURIComponent(name)}`;
const task = (id) => `/v1/tasks/${encodeURIComponent(id)}`;

export const listLambdas = (signal) =>
  call("GET", "/v1/lambdas", { signal }).then((answer) => answer.lambdas ?? []);

/** With live figures. */
export const getLambda = (name, signal) => call("GET", lambda(name), { signal });

/** Creates it, or replaces its settings as a whole. */
export const registerLambda = (name, settings) => call("PUT", lambda(name), { body: settings });

export const setGate = (name, gate) => call("POST", `${lambda(name)}:setGate`, { body: gate });

/** One page; of ended tasks the latest first. State is pending, running, dead or done. */
export const listTasks = (name, query, signal) =>
  call("GET", `${lambda(name)}/tasks`, { query, signal });

export const scheduleTask = (name, request) =>
  call("POST", `${lambda(name)}/tasks`, { body: request });

export const getTask = (id, signal) => call("GET", task(id), { signal });

/** Parts of the log of its latest attempt behind this number. */
export const getTaskLog = (id, query, signal) => call("GET", `${task(id)}/logs`, { query, signal });

export const explainTask = (id, signal) => call("GET", `${task(id)}:explain`, { signal });

export const cancelTask = (id, reason) => call("POST", `${task(id)}:cancel`, { body: { reason } });

/** Of the attempt with this epoch; the task goes on. */
export const killAttempt = (id, epoch, reason) =>
  call("POST", `${task(id)}:kill`, { body: { epoch, reason } });

export const runTaskNow = (id) => call("POST", `${task(id)}:run`);

export const rescheduleTask = (id, scheduledAt) =>
  call("POST", `${task(id)}:reschedule`, { body: { scheduledAt } });

/** A new task that does what this one, which has ended, did. The key makes a repetition the same. */
export const resubmitTask = (id, idempotencyKey) =>
  call("POST", `${task(id)}:resubmit`, { body: { idempotencyKey } });

/** One page of those that a filter selects: cancel, run or resubmit. */
export const changeTasks = (name, change, request) =>
  call("POST", `${lambda(name)}/tasks:${change}`, { body: request });

/** One page of those that the filter lets through, or those with these ids. */
export const redriveTasks = (name, request) =>
  call("POST", `${lambda(name)}/tasks:redrive`, { body: request });

const worker = (place) => `/v1/workers/${encodeURIComponent(place)}`;

export const listWorkers = (signal) =>
  call("GET", "/v1/workers", { signal }).then((answer) => answer.workers ?? []);

export const getWorker = (place, signal) => call("GET", worker(place), { signal });

export const drainWorker = (place, reason) =>
  call("POST", `${worker(place)}:drain`, { body: { reason } });

export const undrainWorker = (place) => call("POST", `${worker(place)}:undrain`, { body: {} });

/** Refused unless this start of a host holds the place. */
export const retireWorker = (place, instance, reason) =>
  call("POST", `${worker(place)}:retire`, { body: { instance, reason } });

const job = (name, id) => `${lambda(name)}/jobs/${encodeURIComponent(id)}`;

/** One page; state is live or rest. */
export const listJobs = (name, query, signal) =>
  call("GET", `${lambda(name)}/jobs`, { query, signal });

export const submitJob = (submitted) => call("POST", "/v1/jobs", { body: submitted });

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

const periodic = (of, name) => `${lambda(of)}/periodic/${encodeURIComponent(name)}`;

/** One page. */
export const listPeriodic = (name, query, signal) =>
  call("GET", `${lambda(name)}/periodic`, { query, signal });

/** With its payload and its next fires. */
export const getPeriodic = (of, name, signal) => call("GET", periodic(of, name), { signal });

/** Refused if the name is taken by another definition. */
export const createPeriodic = (of, definition) =>
  call("POST", `${lambda(of)}/periodic`, { body: definition });

/** Replaces the definition as a whole; refused unless it is at its `expectedRevision`. */
export const updatePeriodic = (of, name, definition) =>
  call("PUT", periodic(of, name), { body: definition });

export const deletePeriodic = (of, name) => call("DELETE", periodic(of, name));

/** The next fires of a schedule that is thought of. */
export const previewPeriodic = (of, request, signal) =>
  call("POST", `${lambda(of)}/periodic:preview`, { body: request, signal });

/** Past fires, the latest first; before: `nextBefore` of the page before. */
export const listFires = (of, name, query, signal) =>
  call("GET", `${periodic(of, name)}/fires`, { query, signal });

export const pausePeriodic = (of, name) => call("POST", `${periodic(of, name)}:pause`);

export const resumePeriodic = (of, name) => call("POST", `${periodic(of, name)}:resume`);

export const triggerPeriodic = (of, name) => call("POST", `${periodic(of, name)}:trigger`);

/** Some fires of a range; the answer says where to go on. */
export const backfillPeriodic = (of, name, range) =>
  call("POST", `${periodic(of, name)}:backfill`, { body: range });

const subscription = (name) => `/v1/subscriptions/${encodeURIComponent(name)}`;

/** All that the caller may see, or those about the tasks of a lambda; without their URLs. */
export const listSubscriptions = (lambda, signal) =>
  call("GET", "/v1/subscriptions", { query: lambda ? { lambda } : {}, signal }).then(
    (answer) => answer.subscriptions ?? [],
  );

/** With *** for the values of headers. */
export const getSubscription = (name, signal) => call("GET", subscription(name), { signal });

/** Creates it, or replaces it; *** for the value of a header: the one that it has. */
export const putSubscription = (name, body) => call("PUT", subscription(name), { body });

export const deleteSubscription = (name) => call("DELETE", subscription(name));

/** One page of those that are waited for or held. */
export const listKeys = (name, query, signal) =>
  call("GET", `${lambda(name)}/keys`, { query, signal });

/** The first page of its conditions: those that are not clear come first. */
export const listConditions = (name, signal) =>
  call("GET", `${lambda(name)}/conditions`, { query: { pageSize: 20 }, signal });

export const getKey = (name, key, signal) =>
  call("GET", `${lambda(name)}/keys:get`, { query: { key }, signal });

/** Refused unless this task holds the key. */
export const skipHead = (name, key, taskId) =>
  call("POST", `${lambda(name)}/keys:skip`, { body: { key, taskId } });

export const retryHead = (name, key, taskId) =>
  call("POST", `${lambda(name)}/keys:retry`, { body: { key, taskId } });
