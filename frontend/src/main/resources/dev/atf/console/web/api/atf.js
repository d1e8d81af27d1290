// The calls of the public API that the console makes. They are described in docs/protocol.md.

import { call } from "./http.js";

const lambda = (name) => `/v1/lambdas/${encodeURIComponent(name)}`;
const task = (id) => `/v1/tasks/${encodeURIComponent(id)}`;

export const listLambdas = (signal) =>
  call("GET", "/v1/lambdas", { signal }).then((answer) => answer.lambdas ?? []);

/** Gets a lambda with its live figures. */
export const getLambda = (name, signal) => call("GET", lambda(name), { signal });

/** Creates a lambda, or replaces all its settings. */
export const registerLambda = (name, settings) => call("PUT", lambda(name), { body: settings });

export const setGate = (name, gate) => call("POST", `${lambda(name)}:setGate`, { body: gate });

/** Lists one page of tasks. Finished tasks are listed with the latest first. */
export const listTasks = (name, query, signal) =>
  call("GET", `${lambda(name)}/tasks`, { query, signal });

export const scheduleTask = (name, request) =>
  call("POST", `${lambda(name)}/tasks`, { body: request });

export const getTask = (id, signal) => call("GET", task(id), { signal });

/** Gets parts of the log of the latest attempt. The query names the last part that is known. */
export const getTaskLog = (id, query, signal) => call("GET", `${task(id)}/logs`, { query, signal });

export const explainTask = (id, signal) => call("GET", `${task(id)}:explain`, { signal });

export const cancelTask = (id, reason) => call("POST", `${task(id)}:cancel`, { body: { reason } });

/** Kills the attempt with this epoch. The task continues as after any failed attempt. */
export const killAttempt = (id, epoch, reason) =>
  call("POST", `${task(id)}:kill`, { body: { epoch, reason } });

export const runTaskNow = (id) => call("POST", `${task(id)}:run`);

export const rescheduleTask = (id, scheduledAt) =>
  call("POST", `${task(id)}:reschedule`, { body: { scheduledAt } });

/** Schedules a new task like this finished one. Repeated calls with a key create one task. */
export const resubmitTask = (id, idempotencyKey) =>
  call("POST", `${task(id)}:resubmit`, { body: { idempotencyKey } });

/** Applies cancel, run, resubmit or redrive to one page of the tasks that match a filter. */
export const changeTasks = (name, change, request) =>
  call("POST", `${lambda(name)}/tasks:${change}`, { body: request });

/** Redrives one page of the dead letters that match a filter, or those with the given ids. */
export const redriveTasks = (name, request) =>
  call("POST", `${lambda(name)}/tasks:redrive`, { body: request });

const worker = (place) => `/v1/workers/${encodeURIComponent(place)}`;

export const listWorkers = (signal) =>
  call("GET", "/v1/workers", { signal }).then((answer) => answer.workers ?? []);

export const getWorker = (place, signal) => call("GET", worker(place), { signal });

export const drainWorker = (place, reason) =>
  call("POST", `${worker(place)}:drain`, { body: { reason } });

export const undrainWorker = (place) => call("POST", `${worker(place)}:undrain`, { body: {} });

/** Retires a host. The call is refused unless this instance of the host holds the place. */
export const retireWorker = (place, instance, reason) =>
  call("POST", `${worker(place)}:retire`, { body: { instance, reason } });

const job = (name, id) => `${lambda(name)}/jobs/${encodeURIComponent(id)}`;

/** Lists one page of jobs. The state is live or rest. */
export const listJobs = (name, query, signal) =>
  call("GET", `${lambda(name)}/jobs`, { query, signal });

export const submitJob = (submitted) => call("POST", "/v1/jobs", { body: submitted });

export const getJob = (name, id, signal) => call("GET", job(name, id), { signal });

export const cancelJob = (name, id, compensate) =>
  call("POST", `${job(name, id)}:cancel`, { body: { compensate } });

/** Holds a job, so that no further task starts, or resumes it. */
export const holdJob = (name, id, resume) =>
  call("POST", `${job(name, id)}:hold`, { body: { resume } });

/** Retries the failed steps, or a step and all steps after it. */
export const retryJob = (name, id, fromStep = "") =>
  call("POST", `${job(name, id)}:retry`, { body: { fromStep } });

export const skipStep = (name, id, step) =>
  call("POST", `${job(name, id)}:skip`, { body: { step } });

export const patchInput = (name, id, step, json) =>
  call("POST", `${job(name, id)}:patch`, { body: { step, json } });

const periodic = (of, name) => `${lambda(of)}/periodic/${encodeURIComponent(name)}`;

/** Lists one page of periodic tasks. */
export const listPeriodic = (name, query, signal) =>
  call("GET", `${lambda(name)}/periodic`, { query, signal });

/** Gets a periodic task with its payload and its next fires. */
export const getPeriodic = (of, name, signal) => call("GET", periodic(of, name), { signal });

/** Creates a periodic task. The call is refused if another definition has the name. */
export const createPeriodic = (of, definition) =>
  call("POST", `${lambda(of)}/periodic`, { body: definition });

/** Replaces the whole definition. The call is refused unless its revision is `expectedRevision`. */
export const updatePeriodic = (of, name, definition) =>
  call("PUT", periodic(of, name), { body: definition });

export const deletePeriodic = (of, name) => call("DELETE", periodic(of, name));

/** Computes the next fires of a schedule that is not stored. */
export const previewPeriodic = (of, request, signal) =>
  call("POST", `${lambda(of)}/periodic:preview`, { body: request, signal });

/** Lists past fires, the latest first. `before` in the query is `nextBefore` of a response. */
export const listFires = (of, name, query, signal) =>
  call("GET", `${periodic(of, name)}/fires`, { query, signal });

export const pausePeriodic = (of, name) => call("POST", `${periodic(of, name)}:pause`);

export const resumePeriodic = (of, name) => call("POST", `${periodic(of, name)}:resume`);

export const triggerPeriodic = (of, name) => call("POST", `${periodic(of, name)}:trigger`);

/** Creates the tasks of the first fires of a range. The next call starts at `nextFrom`. */
export const backfillPeriodic = (of, name, range) =>
  call("POST", `${periodic(of, name)}:backfill`, { body: range });

const subscription = (name) => `/v1/subscriptions/${encodeURIComponent(name)}`;

/** Lists the visible subscriptions, or those to the tasks of a lambda. URLs are not included. */
export const listSubscriptions = (lambda, signal) =>
  call("GET", "/v1/subscriptions", { query: lambda ? { lambda } : {}, signal }).then(
    (answer) => answer.subscriptions ?? [],
  );

/** Gets a subscription. The values of its headers are replaced by ***. */
export const getSubscription = (name, signal) => call("GET", subscription(name), { signal });

/** Creates or replaces a subscription. A header with the value *** keeps its stored value. */
export const putSubscription = (name, body) => call("PUT", subscription(name), { body });

export const deleteSubscription = (name) => call("DELETE", subscription(name));

/** Lists one page of the ordering keys that are held or that tasks wait for. */
export const listKeys = (name, query, signal) =>
  call("GET", `${lambda(name)}/keys`, { query, signal });

/** Lists the first page of conditions. Conditions that are not clear come first. */
export const listConditions = (name, signal) =>
  call("GET", `${lambda(name)}/conditions`, { query: { pageSize: 20 }, signal });

export const getKey = (name, key, signal) =>
  call("GET", `${lambda(name)}/keys:get`, { query: { key }, signal });

/** Skips the task that holds a key. The call is refused unless this task holds the key. */
export const skipHead = (name, key, taskId) =>
  call("POST", `${lambda(name)}/keys:skip`, { body: { key, taskId } });

export const retryHead = (name, key, taskId) =>
  call("POST", `${lambda(name)}/keys:retry`, { body: { key, taskId } });
