package dev.atf.frontend.rpc;

import dev.atf.model.TriggerPartition;
import dev.atf.store.PageMark;
import dev.atf.store.TriggerEntry;
import dev.atf.store.TriggerIndex;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/** Reads several lists of the index as one, page by page. */
public final class IndexPages {
  /** Time after every possible trigger or alarm. */
  public static final Instant ALWAYS = Instant.parse("9999-12-31T23:59:59.999Z");

  /**
   * Maximum number of lists that are read for one page. A page may be short although there is a
   * next one.
   */
  private static final int READS_MAX = 64;

  private final TriggerIndex index;

  @Inject
  IndexPages(TriggerIndex index) {
    this.index = index;
  }

  /**
   * Page of index entries.
   *
   * @param next position of the next page; empty on the last page
   */
  public record Page(List<TriggerEntry> entries, Optional<PageToken> next) {}

  public static PageToken first(List<TriggerPartition> lists) {
    return new PageToken(lists.get(0).key(), Optional.empty());
  }

  /**
   * Reads one list after the other, each in the order of its triggers.
   *
   * @param start {@link #first}, or the {@code next} of an earlier page
   * @throws io.grpc.StatusRuntimeException PAGE_TOKEN_INVALID if {@code start} is in none of the
   *     lists
   */
  public Page read(List<TriggerPartition> lists, PageToken start, int pageSize) {
    var entries = new ArrayList<TriggerEntry>();
    int at = indexOf(lists, start.partition());
    var after = start.after().filter(mark -> !mark.triggerAt().isAfter(ALWAYS));
    for (int reads = 0; reads < READS_MAX && entries.size() < pageSize; reads++) {
      var page = index.read(lists.get(at), ALWAYS, pageSize - entries.size(), after);
      entries.addAll(page.entries());
      after = page.next();
      if (after.isEmpty() && ++at == lists.size()) {
        return new Page(entries, Optional.empty());
      }
    }
    return new Page(entries, Optional.of(new PageToken(lists.get(at).key(), after)));
  }

  /**
   * Reads the entries of all lists by their time, the latest first. For equal times, entries of an
   * earlier list come first. Each page reads every list at least once.
   *
   * @param start {@link #first}, or the {@code next} of an earlier page
   * @param since the first time that is read
   * @param until the last time that is read
   * @throws io.grpc.StatusRuntimeException PAGE_TOKEN_INVALID if {@code start} is in none of the
   *     lists
   */
  public Page latest(
      List<TriggerPartition> lists, PageToken start, Instant since, Instant until, int pageSize) {
    int from = indexOf(lists, start.partition());
    int chunk = Math.min(pageSize, 2 * pageSize / lists.size() + 2);
    var byTime =
        new PriorityQueue<Latest>(
            Comparator.comparing(Latest::time).reversed().thenComparing(list -> list.number));
    var mark = start.after().filter(last -> !last.triggerAt().isAfter(until));
    var upTo = mark.map(PageMark::triggerAt).orElse(until);
    for (int i = 0; i < lists.size(); i++) {
      // The lists before that of the mark have already returned all entries of its time.
      var last = mark.isPresent() && i < from ? upTo.minusMillis(1) : upTo;
      var before = i == from ? mark : Optional.<PageMark>empty();
      var list = new Latest(i, lists.get(i), since, last, chunk, before);
      if (list.hasMore()) {
        byTime.add(list);
      }
    }
    var entries = new ArrayList<TriggerEntry>();
    var next = Optional.<PageToken>empty();
    while (!byTime.isEmpty() && entries.size() < pageSize) {
      var list = byTime.remove();
      var entry = list.take();
      entries.add(entry);
      next =
          Optional.of(
              new PageToken(
                  list.partition.key(),
                  Optional.of(new PageMark(entry.triggerAt(), entry.taskId()))));
      if (list.hasMore()) {
        byTime.add(list);
      }
    }
    return new Page(entries, byTime.isEmpty() ? Optional.empty() : next);
  }

  /** One list, read in chunks against its order. */
  private final class Latest {
    private final int number;
    private final TriggerPartition partition;
    private final Instant since;
    private final Instant until;
    private final int chunk;
    private final Deque<TriggerEntry> read = new ArrayDeque<>();
    private Optional<PageMark> next;

    Latest(
        int number,
        TriggerPartition partition,
        Instant since,
        Instant until,
        int chunk,
        Optional<PageMark> before) {
      this.number = number;
      this.partition = partition;
      this.since = since;
      this.until = until;
      this.chunk = chunk;
      this.next = before;
      read();
    }

    private void read() {
      if (until.isBefore(since)) {
        return;
      }
      do {
        var page = index.latest(partition, since, until, chunk, next);
        read.addAll(page.entries());
        next = page.next();
      } while (read.isEmpty() && next.isPresent());
    }

    boolean hasMore() {
      return !read.isEmpty();
    }

    Instant time() {
      return read.element().triggerAt();
    }

    TriggerEntry take() {
      var entry = read.remove();
      if (read.isEmpty() && next.isPresent()) {
        read();
      }
      return entry;
    }
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
