// An executor: asks its host's controller for work, runs handlers, keeps leases, reports outcomes.
// What it must do, and why: docs/protocol.md, "An executor of another language".
import { hostname } from 'node:os';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, open, toDuration, toMillis } from './api.js';
import { Watchdog } from './watchdog.js';

const NEXT_WORK_WAIT = 20_000;
// A call that is given up while the controller claims loses the claim.
const NEXT_WORK_TIMEOUT = NEXT_WORK_WAIT + 6_000;
const HEARTBEAT_INTERVAL = 5_000;
const CALL_TIMEOUT = 2_000;
const MISSES_MAX = 3;
const RESULT_TIMEOUT = 300_000;
const BACKOFF_MIN = 100;
const BACKOFF_MAX = 5_000;

const now = () => performance.now();
const backoff = (tries) => Math.random() * Math.min(BACKOFF_MAX, BACKOFF_MIN * 2 ** tries);

export class Executor {
  /**
   * @param handler `async (payload, context) => result`; what it throws is a failure that is tried
   *     again, unless the error has `fatal: true`
   */
  constructor(api, { controllerUri, hscUri, lambda, slots, handler }) {
    this.controller = open(api.ControllerService, controllerUri);
    this.hsc = open(api.HscService, hscUri);
    this.lambda = lambda;
    this.slots = slots;
    this.handler = handler;
    this.executorId = `${hostname()}:${process.pid}:${randomBytes(8).toString('hex')}`;
    this.held = new Map();
    this.misses = 0;
    this.draining = false;
    this.watchdog = new Watchdog();
  }

  /** Runs until `drain` was called and all that ran is reported. */
  async run() {
    this.heartbeats = this.#beat();
    await Promise.all(Array.from({ length: this.slots }, () => this.#slot()));
    await this.heartbeats;
    this.controller.close();
    this.hsc.close();
    await this.watchdog.close();
  }

  /** Takes no more work; waiting calls are answered at once. */
  async drain() {
    this.draining = true;
    const noMore = { executorId: this.executorId, lambda: this.lambda, work: [] };
    await call(this.controller, 'ReturnWork', noMore, CALL_TIMEOUT).catch(() => {});
  }

  async #slot() {
    for (let failures = 0; !this.draining; ) {
      // The deadline counts from the sending: how long the way back took cannot be known.
      const sentAt = now();
      try {
        const reply = await call(this.controller, 'NextWork', this.#asking(), NEXT_WORK_TIMEOUT);
        failures = 0;
        for (const work of reply.work) {
          await this.#accept(work, sentAt + toMillis(reply.waited) + toMillis(work.lease));
        }
        if (reply.work.length === 0 && now() - sentAt < BACKOFF_MIN) {
          // A controller that answers sooner has not waited: do not spin on it.
          await sleep(BACKOFF_MIN);
        }
      } catch {
        await sleep(backoff(failures++));
      }
    }
  }

  #asking() {
    return {
      executorId: this.executorId,
      lambda: this.lambda,
      tasksMax: 1,
      wait: toDuration(NEXT_WORK_WAIT),
    };
  }

  async #accept(work, deadline) {
    if (this.draining) {
      return this.#giveBack(work, 'DRAINING');
    }
    if (deadline - now() < HEARTBEAT_INTERVAL + CALL_TIMEOUT) {
      return this.#giveBack(work, 'ARRIVED_LATE');
    }
    const attempt = { work, deadline, lost: false, stop: new AbortController() };
    this.held.set(work.taskId, attempt);
    this.#watch();
    const outcome = await this.#handle(attempt);
    await this.#report(attempt, outcome);
    this.held.delete(work.taskId);
    this.#watch();
  }

  async #giveBack({ taskId, epoch, claimId, attempt }, reason) {
    const work = [{ taskId, epoch, claimId, attempt, reason }];
    const request = { executorId: this.executorId, lambda: this.lambda, work };
    await call(this.controller, 'ReturnWork', request, CALL_TIMEOUT).catch(() => {});
    await sleep(backoff(0));
  }

  async #handle({ work, stop }) {
    const context = {
      taskId: work.taskId,
      attempt: work.attempt,
      fencingToken: work.epoch,
      signal: stop.signal,
    };
    try {
      const result = await this.handler(JSON.parse(work.payload.toString()), context);
      const bytes = Buffer.from(JSON.stringify(result ?? null));
      return { success: { result: bytes, contentType: 'application/json' } };
    } catch (error) {
      if (stop.signal.aborted) {
        return { cancelled: {} };
      }
      const failure = { code: error.code ?? 'HANDLER_THREW', message: String(error.message) };
      return error.fatal ? { fatalFailure: failure } : { retriableFailure: { failure } };
    }
  }

  /** The same words until there is a definite answer; meanwhile heartbeats go on. */
  async #report(attempt, outcome) {
    const { taskId, epoch, claimId, attempt: number } = attempt.work;
    const result = { attemptRef: { taskId, epoch, claimId }, attempt: number, ...outcome };
    const request = { executorId: this.executorId, lambda: this.lambda, results: [result] };
    const giveUpAt = now() + RESULT_TIMEOUT;
    for (let tries = 0; !attempt.lost && now() < giveUpAt; tries++) {
      try {
        return await call(this.hsc, 'SetResults', request, CALL_TIMEOUT);
      } catch {
        await sleep(backoff(tries));
      }
    }
  }

  /** One call for all that is held; nothing is held: no call, and nothing to be missed. */
  async #beat() {
    while (!(this.draining && this.held.size === 0)) {
      await sleep(this.draining ? 100 : HEARTBEAT_INTERVAL);
      if (this.held.size > 0) {
        await this.#heartbeat([...this.held.values()]);
      }
    }
  }

  async #heartbeat(attempts) {
    const request = {
      executorId: this.executorId,
      lambda: this.lambda,
      attempts: attempts.map(({ work: { taskId, epoch, claimId } }) => ({ taskId, epoch, claimId })),
    };
    const sentAt = now();
    try {
      const reply = await call(this.hsc, 'Heartbeat', request, CALL_TIMEOUT);
      this.misses = 0;
      for (const attempt of attempts) {
        if (reply.lost.includes(attempt.work.taskId)) {
          // Its deadline is not moved any more: if the handler goes on, the watchdog ends us.
          attempt.lost = true;
          attempt.stop.abort();
        } else {
          const lease = reply.lease ? toMillis(reply.lease) : toMillis(attempt.work.lease);
          attempt.deadline = Math.max(attempt.deadline, sentAt + lease);
          if (reply.cancelRequested.includes(attempt.work.taskId)) {
            attempt.stop.abort();
          }
        }
      }
      this.#watch();
    } catch {
      this.misses++;
      if (this.misses >= MISSES_MAX && this.held.size > 0) {
        // Somebody else may run it soon: whoever lost contact ends itself.
        process.exit(70);
      }
    }
  }

  #watch() {
    const deadlines = [...this.held.values()].map((attempt) => attempt.deadline);
    this.watchdog.set(deadlines.length === 0 ? Infinity : Math.min(...deadlines) - now());
  }
}
