package dev.atf.store.notice;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.atf.model.Payload;
import dev.atf.model.task.Notice;
import dev.atf.store.stored.Stored;
import java.nio.charset.StandardCharsets;

/**
 * Payload of a notice. It consists of a fixed part from the subscription, and the end of one task.
 * The end is stored in the association of the notice, so that only the frontend writes entities.
 */
public final class NoticePayload {
  /** Media type of the fixed part, as the payload of an entity. */
  static final String CONTENTS_TYPE = "application/vnd.atf.notice";

  private NoticePayload() {}

  /**
   * Returns the fixed part.
   *
   * @param request JSON object without its end, to which the notice is added as the field {@code
   *     body}; empty if the payload is the notice itself
   * @param context context as JSON; empty if there is none
   */
  public static Payload contents(String request, String context) {
    var contents =
        Stored.NoticeContents.newBuilder().setRequest(request).setContext(context).build();
    return new Payload(contents.toByteArray(), CONTENTS_TYPE);
  }

  /** Returns the context in the fixed part, as JSON; empty if there is none. */
  public static String context(Payload contents) {
    return read(contents).getContext();
  }

  /** Returns the request in the fixed part as a whole JSON object; empty if there is none. */
  public static String request(Payload contents) {
    var request = read(contents).getRequest();
    return request.isEmpty() ? "" : request + "}";
  }

  /** Returns the whole payload, in JSON. */
  public static Payload of(Notice notice, Payload contents) {
    var first = read(contents);
    var json = json(notice, first.getContext());
    var request = first.getRequest();
    var whole = request.isEmpty() ? json : request + ",\"body\":" + json + "}";
    return new Payload(whole.getBytes(StandardCharsets.UTF_8), Payload.JSON);
  }

  private static String json(Notice notice, String context) {
    var json = new StringBuilder("{");
    text(json, "notice", notice.name()).append(',');
    text(json, "taskId", notice.source().value()).append(',');
    text(json, "lambda", notice.lambda().value()).append(',');
    text(json, "status", notice.status().name()).append(',');
    json.append("\"attempt\":").append(notice.attempt()).append(',');
    json.append("\"epoch\":").append(notice.epoch()).append(',');
    text(json, "finishedAt", notice.finishedAt().toString());
    if (!notice.failureCode().isEmpty()) {
      text(json.append(','), "failureCode", notice.failureCode());
    }
    if (!context.isEmpty()) {
      json.append(",\"context\":").append(context);
    }
    return json.append('}').toString();
  }

  private static StringBuilder text(StringBuilder json, String name, String value) {
    json.append('"').append(name).append("\":\"");
    JsonStringEncoder.getInstance().quoteAsString(value, json);
    return json.append('"');
  }

  private static Stored.NoticeContents read(Payload contents) {
    try {
      return Stored.NoticeContents.parseFrom(contents.bytes());
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("the contents of a notice are damaged", e);
    }
  }
}
