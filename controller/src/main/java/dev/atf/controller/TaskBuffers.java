package dev.atf.controller;

import dev.atf.model.LambdaName;
import dev.atf.queue.QueueName;
import dev.atf.runtime.loop.MonotonicClock;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** References that polls of the queues have brought, as many as waiting calls demand. */
final class TaskBuffers {
  private final LambdaMatchers lambdas;
  private final MonotonicClock clock;

  @Inject
  TaskBuffers(LambdaMatchers lambdas, MonotonicClock clock) {
    this.lambdas = lambdas;
    this.clock = clock;
  }

  /**
   * Waits until a queue has demand and capacity, and returns for how many references. A caller that
   * is told more than none polls the queue, and then calls {@link #polled}.
   *
   * @param most maximum of one poll
   * @param patience how long to wait until there are any
   */
  int awaitRoom(QueueName queue, int most, Duration patience) throws InterruptedException {
    lambdas.lock().lock();
    try {
      long until = clock.nanos() + patience.toNanos();
      while (true) {
        long now = clock.nanos();
        var matcher = lambdas.of(queue.lambda());
        int room =
            lambdas.takesNoReferences() ? 0 : Math.min(most, matcher.room(queue.priority(), now));
        if (room > 0) {
          matcher.polls().began(queue.priority(), room, now);
          matcher.idle().polled(queue.priority(), now);
          // Lower queues wait for its answer from now on.
          matcher.demanded().signalAll();
        }
        if (room > 0 || now - until >= 0) {
          return room;
        }
        long roomIn = matcher.untilRoom(queue.priority(), now).orElse(until - now);
        matcher.demanded().awaitNanos(Math.min(until - now, roomIn));
      }
    } finally {
      lambdas.lock().unlock();
    }
  }

  void polled(QueueName queue, int received) {
    lambdas.inLock(
        () -> {
          var matcher = lambdas.of(queue.lambda());
          long now = clock.nanos();
          matcher.polls().ended(queue.priority(), received, now);
          if (received > 0) {
            matcher.idle().received(now);
          }
          matcher.demanded().signalAll();
        });
  }

  /** Buffers received references; returns those without capacity, which have to be given back. */
  List<BufferedRef> arrived(Collection<BufferedRef> refs) {
    return place(refs, false);
  }

  /** Buffers references again that were taken and not claimed; returns those without capacity. */
  List<BufferedRef> putBack(Collection<BufferedRef> refs) {
    return place(refs, true);
  }

  /**
   * Keeps references that were claimed too early until their time, the value from now.
   *
   * @return the references without capacity
   */
  List<BufferedRef> putBackLater(Map<BufferedRef, Duration> refs) {
    return lambdas.locked(
        () -> {
          long now = clock.nanos();
          var left = new ArrayList<BufferedRef>();
          refs.forEach(
              (ref, wait) -> {
                if (lambdas.takesNoReferences()
                    || !lambdas.of(ref.queue().lambda()).keepUntil(ref, now + wait.toNanos())) {
                  left.add(ref);
                }
              });
          lambdas.matchable().signal();
          return left;
        });
  }

  private List<BufferedRef> place(Collection<BufferedRef> refs, boolean before) {
    return lambdas.locked(
        () -> {
          if (lambdas.takesNoReferences()) {
            return List.copyOf(refs);
          }
          long now = clock.nanos();
          var left = new ArrayList<BufferedRef>();
          for (var ref : refs) {
            var buffers = lambdas.of(ref.queue().lambda()).buffers();
            if (lambdas.of(ref.queue().lambda()).isPaused()
                || !(before ? buffers.putBack(ref, now) : buffers.add(ref, now))) {
              left.add(ref);
            } else {
              lambdas.endsAt(buffers.endOf(ref));
            }
            lambdas.matchable().signal();
          }
          return left;
        });
  }

  List<BufferedRef> takeOverAged() {
    return lambdas.collect(
        (matcher, all) -> {
          var aged = matcher.buffers().takeOverAged(clock.nanos());
          if (!aged.isEmpty()) {
            matcher.demanded().signalAll();
          }
          all.addAll(aged);
        });
  }

  void countHandedOut(LambdaName lambda, int count) {
    lambdas.inLock(() -> lambdas.of(lambda).countHandedOut(count, clock.nanos()));
  }

  Demand demand(LambdaName lambda) {
    return lambdas.locked(() -> lambdas.of(lambda).demand(clock.nanos()));
  }

  int waitingCount(LambdaName lambda) {
    return lambdas.locked(() -> lambdas.of(lambda).waitingCount());
  }

  /** Lets the queues of a lambda be polled, or not, although none of its executors runs. */
  void setAsleep(LambdaName lambda, boolean asleep) {
    lambdas.inLock(
        () -> {
          lambdas.of(lambda).setAsleep(asleep);
          lambdas.of(lambda).demanded().signalAll();
        });
  }

  /** Records whether a lambda sleeps while another host waits at its queues. */
  void setIdle(LambdaName lambda, boolean idle) {
    lambdas.inLock(
        () -> {
          lambdas.of(lambda).idle().set(idle, clock.nanos());
          lambdas.of(lambda).demanded().signalAll();
        });
  }

  /** Returns the queues of a lambda; none before its priorities are known. */
  List<QueueName> queues(LambdaName lambda) {
    return lambdas.locked(
        () ->
            lambdas.of(lambda).buffers().priorities().stream()
                .map(priority -> new QueueName(lambda, priority))
                .toList());
  }

  /** Returns the served lambdas, those that executors asked for among them. */
  List<LambdaName> lambdas() {
    return lambdas.locked(() -> List.copyOf(lambdas.names()));
  }

  /** Returns whether any claim is under way, whose tasks may still be handed out. */
  boolean isClaiming() {
    return lambdas.locked(
        () -> lambdas.all().stream().anyMatch(matcher -> matcher.claimsUnderWay() > 0));
  }

  /** Returns the number of references of all of a lambda's queues. */
  int bufferedCount(LambdaName lambda) {
    return lambdas.locked(() -> lambdas.of(lambda).buffers().size());
  }

  int bufferedCount(QueueName queue) {
    return lambdas.locked(() -> lambdas.of(queue.lambda()).buffers().size(queue.priority()));
  }
}
