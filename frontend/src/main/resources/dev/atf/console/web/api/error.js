/** An answer that is not a success, or none: what to tell people. */
export class ApiError extends Error {
  /**
   * @param status the HTTP status; 0: the frontend did not answer
   * @param body a google.rpc.Status in JSON, as far as it is one
   */
  constructor(status, body) {
    super(body?.message || (status ? `HTTP ${status}` : "the frontend does not respond"));
    this.status = status;
    const details = body?.details ?? [];
    this.reason = details.find((detail) => detail.reason)?.reason ?? "";
    this.violations = details.flatMap((detail) => detail.fieldViolations ?? []);
  }

  /** Whether another token may help. */
  get wantsToken() {
    return this.status === 401;
  }

  /** Whether the caller is known, and may not. */
  get isDenied() {
    return this.status === 403;
  }

  get isNotFound() {
    return this.status === 404;
  }

  /** Whether this frontend is older than the console, or does not serve the call. */
  get isUnknownCall() {
    return this.reason === "PATH_UNKNOWN" || this.reason === "CALL_UNKNOWN";
  }
}
