package dev.atf.sim.time;

import dev.atf.runtime.loop.Pool;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/** Pool of virtual threads. They are started when needed, and kept. */
final class VirtualPool implements Pool {
  private static final Duration FOR_EVER = Duration.ofDays(1);

  private final Timeline timeline;
  private final VirtualProcess process;
  private final String name;
  private final int size;
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private final Deque<Signal> idle = new ArrayDeque<>();
  private int started;
  private boolean closed;

  VirtualPool(Timeline timeline, VirtualProcess process, String name, int size) {
    this.timeline = timeline;
    this.process = process;
    this.name = name;
    this.size = size;
  }

  @Override
  public <A, B> List<B> map(Collection<A> items, Function<A, B> work) {
    var call = new Call(timeline, items.size());
    var answers = new ArrayList<CompletableFuture<B>>();
    for (var item : items) {
      var answer = new CompletableFuture<B>();
      answers.add(answer);
      execute(
          () -> {
            try {
              answer.complete(work.apply(item));
            } catch (RuntimeException e) {
              answer.completeExceptionally(e);
            }
            call.oneDone();
          });
    }
    call.awaitAll();
    return answers.stream().map(VirtualPool::answer).toList();
  }

  /** Remaining items of one call. */
  private static final class Call {
    private final Signal done;
    private int left;

    Call(Timeline timeline, int left) {
      this.done = new Signal(timeline);
      this.left = left;
    }

    void oneDone() {
      if (--left == 0) {
        done.raise();
      }
    }

    /** Waits for all items, even if it is interrupted. */
    void awaitAll() {
      boolean interrupted = false;
      while (left > 0) {
        try {
          boolean ignored = done.await(FOR_EVER);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static <B> B answer(CompletableFuture<B> answer) {
    try {
      return answer.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException failure ? failure : e;
    }
  }

  @Override
  public void execute(Runnable work) {
    waiting.add(work);
    var free = idle.poll();
    if (free != null) {
      free.raise();
    } else if (started < size) {
      process.start(name + "-" + ++started, this::serve);
    }
  }

  private void serve() {
    while (true) {
      var work = waiting.poll();
      if (work != null) {
        work.run();
      } else if (closed) {
        return;
      } else {
        awaitWork();
      }
    }
  }

  private void awaitWork() {
    var called = new Signal(timeline);
    idle.add(called);
    try {
      boolean ignored = called.await(FOR_EVER);
    } catch (InterruptedException e) {
      // Meant for the previous work item; a thread of a pool goes on.
    } finally {
      idle.remove(called);
    }
  }

  @Override
  public void close() {
    closed = true;
    List.copyOf(idle).forEach(Signal::raise);
  }
}
