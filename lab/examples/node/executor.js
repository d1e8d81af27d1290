// An executor: requests work from the controller of its host, runs handlers, extends leases and
// reports outcomes. Its rules, with reasons: docs/protocol.md, "An executor of another language".
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { api, call, open, toDuration, toMillis } from './api.js';
import { Notice } from './notice.js';
import { Watchdog } from './watchdog.js';

// If a call times out while the controller claims a task for it, the claim is lost.
const CLAIM_WAIT = 4_000;
const RESULT_TIMEOUT = 300_000;
const DONE_MAX = 1_000;
const BACKOFF_MIN = 100;
const BACKOFF_MAX = 5_000;
const LEASE_OVER = 70;
// Maximum delay of a timer of Node, 24 days. Only the store checks a later deadline.
const TIMER_MAX = 2 ** 31 - 1;

const now = () => performance.now();
const backoff = (tries) => Math.random() * Math.min(BACKOFF_MAX, BACKOFF_MIN * 2 ** tries);

export class Executor {
  /**
   * @param settings of `fromEnvironment`
   * @param handler `async (payload, context) => result`; an error that it throws is a failure that
   *     is retried, unless the error has `fatal: true`
   */
  constructor(settings, handler) {
    this.settings = settings;
    this.handler = handler;
    this.controller = open(api.ControllerService, settings.controllerUri);
    this.hsc = open(api.HscService, settings.hscUri);
    this.me = {
      executor_id: `${hostname()}:${process.pid}:${randomBytes(8).toString('hex')}`,
      lambda: settings.lambda,
    };
    this.held = new Map();
    // Claims that have ended, and that the controller still counts as running.
    this.done = [];
    this.misses = 0;
    this.openCalls = 0;
    this.draining = false;
    this.ended = new AbortController();
    this.notice = new Notice(settings.deadlineFile);
  }

  /** Runs until `drain` was called and all attempts are reported. */
  async run() {
    this.watchdog = await Watchdog.started();
    this.#publish();
    const beats = this.#beat();
    await Promise.all(Array.from({ length: this.settings.slots }, () => this.#slot()));
    this.ended.abort();
    await beats;
    await this.#return([]);
    this.controller.close();
    this.hsc.close();
    await this.watchdog.close();
  }

  /** Takes no more work. The controller then answers waiting calls immediately. */
  async drain() {
    this.draining = true;
    const until = now() + CLAIM_WAIT;
    while (this.openCalls > 0 && now() < until) {
      await this.#return([]);
      await sleep(BACKOFF_MIN);
    }
  }

  async #slot() {
    for (let failures = 0; !this.draining; ) {
      // The deadline counts from the sending, because the duration of the way back is unknown.
      const sentAt = now();
      const reply = await this.#nextWork().catch(() => undefined);
      if (reply === undefined) {
        await sleep(backoff(failures++));
        continue;
      }
      failures = 0;
      for (const work of reply.work) {
        await this.#accept(work, sentAt + toMillis(reply.waited) + toMillis(work.lease));
      }
      if (reply.work.length === 0 && now() - sentAt < BACKOFF_MIN) {
        // The controller answered without waiting. Pause, so that this loop does not spin.
        await sleep(BACKOFF_MIN);
      }
    }
  }

  async #nextWork() {
    const { nextWorkWait } = this.settings;
    const done = this.done.splice(0, DONE_MAX);
    const request = { ...this.me, tasks_max: 1, wait: toDuration(nextWorkWait), done };
    this.openCalls++;
    try {
      return await call(this.controller, 'NextWork', request, nextWorkWait + CLAIM_WAIT);
    } catch (error) {
      this.done.unshift(...done);
      throw error;
    } finally {
      this.openCalls--;
    }
  }

  async #accept(work, deadline) {
    const reason = this.#refusal(work, deadline);
    if (reason !== undefined) {
      return this.#returnWork(work, reason);
    }
    const attempt = { work, deadline, since: now(), lost: false, stop: new AbortController() };
    this.held.set(work.task_id, attempt);
    try {
      // This comes before the start of the handler, so that the supervisor knows the deadline.
      this.#publish();
    } catch {
      this.held.delete(work.task_id);
      return this.#returnWork(work, 'UNCOVERED');
    }
    const overdue = this.#stopAtDeadline(attempt);
    const outcome = await this.#handle(attempt);
    clearTimeout(overdue);
    await this.#report(attempt, outcome);
    this.held.delete(work.task_id);
    this.done.push(work.claim_id);
    this.#refresh();
  }

  #refusal(work, deadline) {
    if (this.draining) {
      return 'DRAINING';
    }
    if (this.held.has(work.task_id)) {
      return 'STILL_RUNNING';
    }
    const { heartbeatInterval, callTimeout } = this.settings;
    return deadline - now() < heartbeatInterval + callTimeout ? 'ARRIVED_LATE' : undefined;
  }

  async #returnWork({ task_id, epoch, claim_id, attempt }, reason) {
    await this.#return([{ task_id, epoch, claim_id, attempt, reason }]);
    await sleep(backoff(0));
  }

  /** Makes the call once. If it is lost, the task is due again when its lease has ended. */
  async #return(work) {
    const request = { ...this.me, work, done: this.done.splice(0, DONE_MAX) };
    await call(this.controller, 'ReturnWork', request, this.settings.callTimeout).catch(() => {});
  }

  /** Stops the handler at the deadline of the task. After it, a result is useless. */
  #stopAtDeadline(attempt) {
    const { work, deadline } = attempt;
    const claimSentAt = deadline - toMillis(work.lease);
    const left = work.deadline_left ? toMillis(work.deadline_left) - (now() - claimSentAt) : Infinity;
    if (left > TIMER_MAX) {
      return undefined;
    }
    const stop = () => {
      attempt.overdue = true;
      attempt.stop.abort();
    };
    return setTimeout(stop, left).unref();
  }

  async #handle(attempt) {
    const outcome = await this.#outcomeOf(attempt);
    return attempt.overdue
      ? { fatal_failure: { code: 'DEADLINE_EXCEEDED', message: 'its deadline passed while it ran' } }
      : outcome;
  }

  async #outcomeOf(held) {
    const { work, stop } = held;
    const { task_id: taskId, attempt, epoch: fencingToken } = work;
    const context = { taskId, attempt, fencingToken, signal: stop.signal };
    try {
      const result = await this.handler(JSON.parse(work.payload.toString()), context);
      const bytes = Buffer.from(JSON.stringify(result ?? null));
      return { success: { result: bytes, content_type: 'application/json' } };
    } catch (error) {
      if (stop.signal.aborted) {
        return held.killed ? { retriable_failure: { failure: killed(error) } } : { cancelled: {} };
      }
      const failure = { code: error.code ?? 'HANDLER_THREW', message: String(error.message) };
      return error.fatal ? { fatal_failure: failure } : { retriable_failure: { failure } };
    }
  }

  /** Repeats the same report until there is a definite answer. Until then, heartbeats continue. */
  async #report(attempt, outcome) {
    const { attempt: number } = attempt.work;
    const results = [{ attempt_ref: this.#claimOf(attempt), attempt: number, ...outcome }];
    const request = { ...this.me, results };
    const giveUpAt = now() + RESULT_TIMEOUT;
    for (let tries = 0; !attempt.lost && now() < giveUpAt; tries++) {
      try {
        return await call(this.hsc, 'SetResults', request, this.settings.callTimeout);
      } catch {
        await sleep(backoff(tries));
      }
    }
  }

  #claimOf({ work: { task_id, epoch, claim_id } }) {
    return { task_id, epoch, claim_id };
  }

  async #beat() {
    const { signal } = this.ended;
    while (!signal.aborted) {
      // An abort of this wait is not a failure: no lease needs to be extended any more.
      await sleep(this.settings.heartbeatInterval, undefined, { signal }).catch(() => {});
      await this.#heartbeat([...this.held.values()].filter((attempt) => !attempt.lost));
    }
  }

  /** Makes one call for all claims. Without claims, there is no call, and none counts as missed. */
  async #heartbeat(attempts) {
    if (attempts.length === 0) {
      this.misses = 0;
      return;
    }
    const request = { ...this.me, attempts: attempts.map(this.#claimOf) };
    const { callTimeout, missedHeartbeatsMax } = this.settings;
    const sentAt = now();
    const reply = await call(this.hsc, 'Heartbeat', request, callTimeout).catch(() => undefined);
    if (reply !== undefined) {
      this.misses = 0;
      attempts.forEach((attempt) => this.#learn(attempt, reply, sentAt));
      this.#refresh();
    } else if (++this.misses >= missedHeartbeatsMax && this.held.size > 0) {
      // Another executor may run these tasks soon, so this process must exit.
      process.exit(LEASE_OVER);
    }
  }

  #learn(attempt, reply, sentAt) {
    const { task_id: taskId, lease } = attempt.work;
    if (reply.lost.includes(taskId)) {
      // Its deadline is no longer moved. If the handler continues, the watchdog kills this process.
      attempt.lost = true;
    } else {
      attempt.deadline = Math.max(attempt.deadline, sentAt + toMillis(reply.lease ?? lease));
    }
    // The HSC omits attempts whose task is cancelled: a cancel takes precedence.
    attempt.killed = reply.kill.includes(taskId);
    if (attempt.lost || attempt.killed || reply.cancel_requested.includes(taskId)) {
      attempt.stop.abort();
    }
  }

  /** If the write fails, the supervisor keeps an earlier deadline, which is safe. */
  #refresh() {
    try {
      this.#publish();
    } catch (error) {
      console.error(`deadline file: ${error.message}`);
    }
  }

  #publish() {
    const attempts = [...this.held.values()];
    const deadline = Math.min(...attempts.map((attempt) => attempt.deadline));
    this.watchdog.set(deadline - now());
    this.notice.write(deadline, Math.min(...attempts.map((attempt) => attempt.since)));
  }
}

/** The HSC adds who requested the kill. */
const killed = (error) => ({
  code: 'KILLED',
  message: 'the attempt was killed on request',
  details: String(error.stack ?? error),
  retriable: true,
});
