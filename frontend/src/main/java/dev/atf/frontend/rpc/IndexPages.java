package dev.atf.frontend.rpc;

import dev.atf.model.TriggerPartition;
import dev.atf.store.PageMark;
import dev.atf.store.TriggerEntry;
import dev.atf.store.TriggerIndex;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads several lists of the index as one, one after the other, page by page. */
public final class IndexPages {
  /** Time after every possible trigger, or alarm. */
  public static final Instant ALWAYS = Instant.parse("9999-12-31T23:59:59.999Z");

  /** Chosen: lists that are read for one page. A page may be short, and have a next one. */
  private static final int READS_MAX = 64;

  private final TriggerIndex index;

  @Inject
  IndexPages(TriggerIndex index) {
    this.index = index;
  }

  /**
   * @param next empty after the last list
   */
  public record Page(List<TriggerEntry> entries, Optional<PageToken> next) {}

  public static PageToken first(List<TriggerPartition> lists) {
    return new PageToken(lists.get(0).key(), Optional.empty());
  }

  /**
   * @param start {@link #first}, or the {@code next} of an earlier page
   * @param from where each list is begun; empty for its beginning
   * @param until the last time that is read of each list
   * @throws io.grpc.StatusRuntimeException PAGE_TOKEN_INVALID if it names none of the lists
   */
  public Page read(
      List<TriggerPartition> lists,
      PageToken start,
      Optional<PageMark> from,
      Instant until,
      int pageSize) {
    var entries = new ArrayList<TriggerEntry>();
    int at = indexOf(lists, start.partition());
    var after = start.after().or(() -> from);
    for (int reads = 0; reads < READS_MAX && entries.size() < pageSize; reads++) {
      Optional<PageMark> next = Optional.empty();
      if (after.filter(mark -> mark.triggerAt().isAfter(until)).isEmpty()) {
        var page = index.read(lists.get(at), until, pageSize - entries.size(), after);
        entries.addAll(page.entries());
        next = page.next();
      }
      if (next.isEmpty() && ++at == lists.size()) {
        return new Page(entries, Optional.empty());
      }
      after = next.isPresent() ? next : from;
    }
    return new Page(entries, Optional.of(new PageToken(lists.get(at).key(), after)));
  }

  private static int indexOf(List<TriggerPartition> lists, String key) {
    for (int i = 0; i < lists.size(); i++) {
      if (lists.get(i).key().equals(key)) {
        return i;
      }
    }
    throw PageToken.invalid();
  }
}
