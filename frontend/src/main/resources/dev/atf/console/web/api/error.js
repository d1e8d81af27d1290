/** A call that failed, or that got no response. */
export class ApiError extends Error {
  /**
   * @param status the HTTP status; 0: the frontend did not answer
   * @param body the response as JSON, usually a google.rpc.Status; null if it could not be read
   */
  constructor(status, body) {
    super(body?.message || (status ? `HTTP ${status}` : "the frontend does not respond"));
    this.status = status;
    const details = body?.details ?? [];
    this.reason = details.find((detail) => detail.reason)?.reason ?? "";
    this.violations = details.flatMap((detail) => detail.fieldViolations ?? []);
  }

  /** Whether the token is missing or not accepted, so that another token may help. */
  get wantsToken() {
    return this.status === 401;
  }

  /** Whether the caller is authenticated but not authorized. */
  get isDenied() {
    return this.status === 403;
  }

  get isNotFound() {
    return this.status === 404;
  }

  /** Whether the frontend does not serve the call, for example because it is older. */
  get isUnknownCall() {
    return this.reason === "PATH_UNKNOWN" || this.reason === "CALL_UNKNOWN";
  }
}
