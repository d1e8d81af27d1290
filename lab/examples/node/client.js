// A client with which a service schedules tasks and reads results.
import { setTimeout as sleep } from 'node:timers/promises';
import { api, call, open, toJson } from './api.js';

const TIMEOUT_MILLIS = 10_000;

export class Client {
  /** @param {string} frontendUri `http://host:port` */
  constructor(frontendUri) {
    this.tasks = open(api.TaskService, frontendUri);
  }

  /**
   * Makes a task durable. With a key, the call can be repeated if its outcome is unknown.
   *
   * @returns its id
   */
  async schedule(lambda, payload, { key } = {}) {
    const request = {
      lambda,
      data: Buffer.from(JSON.stringify(payload)),
      content_type: 'application/json',
      ...(key === undefined ? {} : { idempotency_key: key }),
    };
    return (await call(this.tasks, 'Schedule', request, TIMEOUT_MILLIS)).task_id;
  }

  /**
   * Waits for the end of a task. Polls once per second.
   *
   * @returns its result, from JSON or as bytes
   */
  async result(taskId) {
    for (;;) {
      const task = await call(this.tasks, 'GetTask', { task_id: taskId }, TIMEOUT_MILLIS);
      if (task.status === 'SUCCESS') {
        return task.result === 'result_json' ? toJson(task.result_json) : task.result_data;
      }
      if (task.status === 'FATAL_FAILURE' || task.status === 'CANCELLED') {
        throw new Error(`task ${taskId} is ${task.status}: ${task.failure?.code}`);
      }
      await sleep(1_000);
    }
  }

  close() {
    this.tasks.close();
  }
}
