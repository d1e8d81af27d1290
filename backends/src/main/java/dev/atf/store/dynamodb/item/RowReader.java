package dev.atf.store.dynamodb.item;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Reads rows, some of which may have another version or be damaged (F27). An unreadable row is
 * counted as {@code atf.dynamodb.unreadable{table}}, its key is logged once, and it does not block
 * other rows.
 */
@Singleton
public final class RowReader {
  public static final String UNREADABLE = "atf.dynamodb.unreadable";

  private static final Logger log = LoggerFactory.getLogger(RowReader.class);

  /** Maximum number of unreadable rows that one process logs. All of them are counted. */
  private static final int LOGGED_MAX = 1_000;

  private final MeterRegistry meters;
  private final Set<String> logged = ConcurrentHashMap.newKeySet();

  @Inject
  RowReader(MeterRegistry meters) {
    this.meters = meters;
  }

  /**
   * Reads a row.
   *
   * @param key attribute that identifies the row in the log
   * @return empty if the row cannot be read
   */
  public <T> Optional<T> read(
      String table,
      String key,
      Map<String, AttributeValue> item,
      Function<Map<String, AttributeValue>, T> as) {
    try {
      return Optional.of(as.apply(item));
    } catch (RuntimeException e) {
      meters.counter(UNREADABLE, "table", table).increment();
      var name = table + " " + key + "=" + (item.containsKey(key) ? item.get(key).s() : "?");
      if (logged.size() < LOGGED_MAX && logged.add(name)) {
        log.warn("{} cannot be read and is not changed: {}", name, e.toString());
      }
      return Optional.empty();
    }
  }
}
