package dev.atf.worker.builtin;

import java.util.Map;

/**
 * Result of {@code http}.
 *
 * @param headers names in lower case; several values of one name joined by commas
 * @param truncated whether the body, or the list of headers, was longer
 */
record HttpResult(int status, Map<String, String> headers, String body, boolean truncated) {}
