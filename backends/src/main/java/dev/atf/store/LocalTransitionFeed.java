package dev.atf.store;

import dev.atf.model.task.Association;
import dev.atf.model.task.TaskTransition;
import dev.atf.store.activity.Activity;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Feed of a store whose writers are all in this process and report each write. Writers never wait
 * for readers. A reader that is too slow gets a gap.
 */
public final class LocalTransitionFeed implements TransitionFeed {
  /**
   * Number of transitions that are kept. One machine at full speed produces them in a quarter of a
   * second.
   */
  private static final int KEPT_MAX = 32_768;

  private static final int PAGE_MAX = 4_096;

  /** Pause between two reads, which is too short for people to notice. */
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final Activity activity = new Activity();
  private final LongConsumer awaitDurable;
  private final List<Reader> readers = new CopyOnWriteArrayList<>();

  /**
   * Creates a feed.
   *
   * @param awaitDurable returns when the write of this number is durable; the write is not
   *     published before that
   */
  public LocalTransitionFeed(LongConsumer awaitDurable) {
    this.awaitDurable = awaitDurable;
  }

  /**
   * Publishes a write. It is called while no other writer can change the task, so that the task's
   * transitions are in order.
   *
   * @param before previous state; null for a new task
   * @param number number of the write
   */
  public void wrote(@Nullable Association before, Association after, long number) {
    TaskTransition.between(before, after)
        .ifPresent(
            transition -> {
              activity.count(transition);
              for (var reader : readers) {
                reader.add(transition, number);
              }
            });
  }

  @Override
  public Following follow() {
    var reader = new Reader();
    readers.add(reader);
    return reader;
  }

  @Override
  public Duration pause() {
    return PAUSE;
  }

  @Override
  public Optional<Activity> counted() {
    return Optional.of(activity);
  }

  private final class Reader implements Following {
    private final Queue<TaskTransition> waiting = new ArrayDeque<>();
    private long lastNumber;
    private boolean gap;

    synchronized void add(TaskTransition transition, long number) {
      lastNumber = Math.max(lastNumber, number);
      if (waiting.size() == KEPT_MAX) {
        waiting.clear();
        gap = true;
      }
      waiting.add(transition);
    }

    @Override
    public TransitionPage read() {
      TransitionPage page;
      long number;
      synchronized (this) {
        page = take();
        number = lastNumber;
      }
      if (!page.transitions().isEmpty()) {
        awaitDurable.accept(number);
      }
      return page;
    }

    private TransitionPage take() {
      var taken = new ArrayList<TaskTransition>(Math.min(waiting.size(), PAGE_MAX));
      while (taken.size() < PAGE_MAX && !waiting.isEmpty()) {
        taken.add(waiting.remove());
      }
      var page = new TransitionPage(taken, gap, !waiting.isEmpty());
      gap = false;
      return page;
    }

    @Override
    public void close() {
      readers.remove(this);
    }
  }
}
