package dev.atf.executor.fence;

import java.net.http.HttpRequest;
import java.util.Optional;
import java.util.function.Function;

/**
 * Fencing tokens in HTTP headers: the caller adds one to its request, and the called service reads
 * it and refuses tokens smaller than the greatest it has seen, for example by {@link SqlFence}.
 */
public final class HttpFence {
  public static final String TASK_ID = "Atf-Task-Id";
  public static final String TOKEN = "Atf-Fencing-Token";

  private HttpFence() {}

  /** Adds a token to a request. It replaces a token that the request already has. */
  public static HttpRequest.Builder put(HttpRequest.Builder request, FencingToken token) {
    return request
        .setHeader(TASK_ID, token.taskId())
        .setHeader(TOKEN, Long.toString(token.number()));
  }

  /**
   * Reads what {@link #put} wrote.
   *
   * @param header the first value of a request's header; empty if it has none
   * @return empty if the request has no token
   * @throws IllegalArgumentException if the token is incomplete or not a number; answer the request
   *     with 400
   */
  public static Optional<FencingToken> of(Function<String, Optional<String>> header) {
    var taskId = header.apply(TASK_ID);
    var token = header.apply(TOKEN);
    if (taskId.isEmpty() && token.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new FencingToken(taskId.orElse(""), number(token.orElse(""))));
  }

  private static long number(String token) {
    try {
      return Long.parseLong(token);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(TOKEN + ": not a number (expected: 1 or more)", e);
    }
  }
}
