package dev.atf.e2e.tracing;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.runtime.logs.JsonLines;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Output of a logger, as {@code ATF_LOG_FORMAT=json} writes it. */
final class JsonLog implements AutoCloseable {
  private final Logger logger;
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();

  JsonLog(Class<?> of) {
    logger = (Logger) LoggerFactory.getLogger(of);
    var encoder = new JsonLines();
    encoder.start();
    appender.setContext((LoggerContext) LoggerFactory.getILoggerFactory());
    appender.setEncoder(encoder);
    appender.setOutputStream(written);
    appender.start();
    logger.addAppender(appender);
    logger.setAdditive(false);
  }

  /** Returns the ids of each line that contains this one. */
  List<JsonNode> ids(String name, String value) {
    return written
        .toString(StandardCharsets.UTF_8)
        .lines()
        .map(JsonLog::ids)
        .filter(ids -> ids.path(name).asText().equals(value))
        .toList();
  }

  private static JsonNode ids(String line) {
    try {
      return new ObjectMapper().readTree(line).path("ids");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(line, e);
    }
  }

  @Override
  public void close() {
    logger.detachAppender(appender);
    logger.setAdditive(true);
    appender.stop();
  }
}
