package dev.atf.springboot;

import dev.atf.outbox.OutboxRelay;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/** The relay of an application, which starts after all other beans and stops before them. */
final class OutboxLifecycle implements SmartLifecycle {
  private final OutboxRelay.Builder settings;
  private volatile @Nullable OutboxRelay relay;

  OutboxLifecycle(OutboxRelay.Builder settings) {
    this.settings = settings;
  }

  @Override
  public synchronized void start() {
    relay = settings.start();
  }

  @Override
  public synchronized void stop() {
    var running = relay;
    if (running != null) {
      running.close();
    }
    relay = null;
  }

  @Override
  public boolean isRunning() {
    return relay != null;
  }

  /** Makes the relay read the table now. */
  void wake() {
    var running = relay;
    if (running != null) {
      running.wake();
    }
  }
}
