// What a service schedules by.
import { api, call, open } from './api.js';

const TIMEOUT_MILLIS = 10_000;

export class Client {
  /** @param {string} frontendUri `http://host:port` */
  constructor(frontendUri) {
    this.tasks = open(api.TaskService, frontendUri);
  }

  /**
   * Makes a task durable. With a key it may be repeated when nobody knows whether it was done.
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

  close() {
    this.tasks.close();
  }
}
