package dev.atf.frontend.notice;

import com.google.protobuf.Value;
import dev.atf.model.Payload;
import dev.atf.protocol.v1.NoticeTarget;
import dev.atf.store.notice.NoticePayload;
import dev.atf.validation.JsonValues;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Request of the built-in lambda {@code http}, as a subscription keeps it. */
record Webhook(String url, Map<String, String> headers) {
  /**
   * Placeholder for the value of a header, which may be a secret. In an answer it replaces every
   * value; in a request it refers to the stored value.
   */
  static final String HIDDEN = "***";

  private static final Value NONE = Value.getDefaultInstance();

  /** Returns the request of a subscription's contents; empty if its notices go to other lambdas. */
  static Optional<Webhook> of(Payload contents) {
    return Optional.of(NoticePayload.request(contents))
        .filter(request -> !request.isEmpty())
        .flatMap(request -> JsonValues.toValue(request.getBytes(StandardCharsets.UTF_8)))
        .map(value -> of(value.getStructValue().getFieldsMap()));
  }

  private static Webhook of(Map<String, Value> fields) {
    return new Webhook(
        fields.getOrDefault("url", NONE).getStringValue(),
        fields.getOrDefault("headers", NONE).getStructValue().getFieldsMap().entrySet().stream()
            .collect(
                Collectors.toMap(Map.Entry::getKey, header -> header.getValue().getStringValue())));
  }

  /**
   * Returns a target with the stored values of its hidden headers. Stored values are only used for
   * the same URL, because the right to change a subscription does not include the right to send its
   * secrets elsewhere.
   */
  NoticeTarget revealIn(NoticeTarget asked) {
    if (!asked.getUrl().equals(url)) {
      return asked;
    }
    var revealed = asked.toBuilder();
    headers.forEach(
        (name, value) -> {
          if (HIDDEN.equals(asked.getHeadersMap().get(name))) {
            revealed.putHeaders(name, value);
          }
        });
    return revealed.build();
  }
}
