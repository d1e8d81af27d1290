package dev.atf.runtime.logs;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.opentelemetry.api.trace.Span;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Log encoder that writes each line as one JSON document: {@code at, level, logger, thread,
 * message}, and {@code error} with the stack trace. The field {@code ids} contains the values that
 * the message names in the form {@code taskId={}}, so that programs need not parse sentences. If
 * the thread is in a span, {@code traceId} and {@code spanId} are added. The logging configuration
 * selects it by {@code ATF_LOG_FORMAT=json}.
 */
public final class JsonLines extends EncoderBase<ILoggingEvent> {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final byte[] NOTHING = {};
  private static final Pattern PLACE = Pattern.compile("(?:(\\w+)=)?\\{}");

  @Override
  public byte[] encode(ILoggingEvent event) {
    var line = new LinkedHashMap<String, Object>();
    line.put("at", Instant.ofEpochMilli(event.getTimeStamp()).toString());
    line.put("level", event.getLevel().toString());
    line.put("logger", event.getLoggerName());
    line.put("thread", event.getThreadName());
    line.put("message", event.getFormattedMessage());
    var ids = ids(event);
    if (!ids.isEmpty()) {
      line.put("ids", ids);
    }
    var thrown = event.getThrowableProxy();
    if (thrown != null) {
      line.put("error", ThrowableProxyUtil.asString(thrown));
    }
    try {
      return (JSON.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, String> ids(ILoggingEvent event) {
    var ids = new LinkedHashMap<String, String>();
    var span = Span.current().getSpanContext();
    if (span.isValid()) {
      ids.put("traceId", span.getTraceId());
      ids.put("spanId", span.getSpanId());
    }
    var arguments = event.getArgumentArray();
    if (arguments == null || event.getMessage() == null) {
      return ids;
    }
    var places = PLACE.matcher(event.getMessage());
    for (int i = 0; i < arguments.length && places.find(); i++) {
      if (places.group(1) != null) {
        ids.put(places.group(1), String.valueOf(arguments[i]));
      }
    }
    return ids;
  }

  @Override
  public byte[] headerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] footerBytes() {
    return NOTHING;
  }
}
