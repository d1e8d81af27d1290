package dev.atf.sim.time;

import dev.atf.runtime.loop.Pool;
import dev.atf.runtime.loop.ThreadHandle;
import dev.atf.runtime.loop.Threads;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * Threads of a process whose pools run several tasks at a time, like real pools. They are for
 * simulations in which the throughput of a process matters, and not only the order.
 */
public record PooledThreads(Timeline timeline, VirtualProcess process) implements Threads {
  @Override
  public ThreadHandle start(String name, Runnable work) {
    return process.start(name, work);
  }

  @Override
  public Pool pool(String name, int threads) {
    return new VirtualPool(timeline, process, name, threads);
  }

  @Override
  public Condition condition(Lock lock) {
    return process.condition(lock);
  }

  @Override
  public void sleep(Duration time) throws InterruptedException {
    process.sleep(time);
  }
}
