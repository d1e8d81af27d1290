// An executor: asks its host's controller for work, runs handlers, keeps leases, reports outcomes.
// What it must do, and why: docs/protocol.md, "An executor of another language".
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { api, call, open, toDuration, toMillis } from './api.js';
import { Notice } from './notice.js';
import { Watchdog } from './watchdog.js';

// A call that is given up while the controller claims loses the claim.
const CLAIM_WAIT = 4_000;
const RESULT_TIMEOUT = 300_000;
const BACKOFF_MIN = 100;
const BACKOFF_MAX = 5_000;
const LEASE_OVER = 70;
// What a timer of Node takes at most, 24 days: a later deadline is the store's alone.
const TIMER_MAX = 2 ** 31 - 1;

const now = () => performance.now();
const backoff = (tries) => Math.random() * Math.min(BACKOFF_MAX, BACKOFF_MIN * 2 ** tries);

export class Executor {
  /**
   * @param settings of `fromEnvironment`
   * @param handler `async (payload, context) => result`; what it throws is a failure that is tried
   *     again, unless the error has `fatal: true`
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
    this.misses = 0;
    this.asking = 0;
    this.draining = false;
    this.ended = new AbortController();
    this.notice = new Notice(settings.deadlineFile);
  }

  /** Runs until `drain` was called and all that ran is reported. */
  async run() {
    this.watchdog = await Watchdog.started();
    this.#tell();
    const beats = this.#beat();
    await Promise.all(Array.from({ length: this.settings.slots }, () => this.#slot()));
    this.ended.abort();
    await beats;
    this.controller.close();
    this.hsc.close();
    await this.watchdog.close();
  }

  /** Takes no more work; waiting calls are answered at once. */
  async drain() {
    this.draining = true;
    const until = now() + CLAIM_WAIT;
    while (this.asking > 0 && now() < until) {
      await this.#return([]);
      await sleep(BACKOFF_MIN);
    }
  }

  async #slot() {
    for (let failures = 0; !this.draining; ) {
      // The deadline counts from the sending: how long the way back took cannot be known.
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
        // A controller that answers sooner has not waited: do not spin on it.
        await sleep(BACKOFF_MIN);
      }
    }
  }

  async #nextWork() {
    const { nextWorkWait } = this.settings;
    const request = { ...this.me, tasks_max: 1, wait: toDuration(nextWorkWait) };
    this.asking++;
    try {
      return await call(this.controller, 'NextWork', request, nextWorkWait + CLAIM_WAIT);
    } finally {
      this.asking--;
    }
  }

  async #accept(work, deadline) {
    const reason = this.#refusal(work, deadline);
    if (reason !== undefined) {
      return this.#giveBack(work, reason);
    }
    const attempt = { work, deadline, since: now(), lost: false, stop: new AbortController() };
    this.held.set(work.task_id, attempt);
    try {
      // Before the handler starts: the supervisor never believes in a later deadline than this.
      this.#tell();
    } catch {
      this.held.delete(work.task_id);
      return this.#giveBack(work, 'UNCOVERED');
    }
    const overdue = this.#stopAtDeadline(attempt);
    const outcome = await this.#handle(attempt);
    clearTimeout(overdue);
    await this.#report(attempt, outcome);
    this.held.delete(work.task_id);
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

  async #giveBack({ task_id, epoch, claim_id, attempt }, reason) {
    await this.#return([{ task_id, epoch, claim_id, attempt, reason }]);
    await sleep(backoff(0));
  }

  /** Once: what is lost on the way comes back when its lease ends. */
  async #return(work) {
    const request = { ...this.me, work };
    await call(this.controller, 'ReturnWork', request, this.settings.callTimeout).catch(() => {});
  }

  /** Past the task's deadline nobody wants what the handler does. */
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

  /** The same words until there is a definite answer; meanwhile heartbeats go on. */
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
      // Its end is no failure: there is nothing to be kept alive any more.
      await sleep(this.settings.heartbeatInterval, undefined, { signal }).catch(() => {});
      await this.#heartbeat([...this.held.values()].filter((attempt) => !attempt.lost));
    }
  }

  /** One call for all claims that are held; none is held: no call, and none is missed. */
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
      // Somebody else may run it soon: whoever lost contact ends itself.
      process.exit(LEASE_OVER);
    }
  }

  #learn(attempt, reply, sentAt) {
    const { task_id: taskId, lease } = attempt.work;
    if (reply.lost.includes(taskId)) {
      // Its deadline is not moved any more: if the handler goes on, the watchdog ends us.
      attempt.lost = true;
    } else {
      attempt.deadline = Math.max(attempt.deadline, sentAt + toMillis(reply.lease ?? lease));
    }
    // None whose task is to be cancelled, which takes precedence.
    attempt.killed = reply.kill.includes(taskId);
    if (attempt.lost || attempt.killed || reply.cancel_requested.includes(taskId)) {
      attempt.stop.abort();
    }
  }

  /** What cannot be told leaves the supervisor with an earlier deadline: the safe side. */
  #refresh() {
    try {
      this.#tell();
    } catch (error) {
      console.error(`deadline file: ${error.message}`);
    }
  }

  #tell() {
    const attempts = [...this.held.values()];
    const deadline = Math.min(...attempts.map((attempt) => attempt.deadline));
    this.watchdog.set(deadline - now());
    this.notice.tell(deadline, Math.min(...attempts.map((attempt) => attempt.since)));
  }
}

/** Who wanted it is added by the HSC. */
const killed = (error) => ({
  code: 'KILLED',
  message: 'somebody had the attempt killed',
  details: String(error.stack ?? error),
  retriable: true,
});
