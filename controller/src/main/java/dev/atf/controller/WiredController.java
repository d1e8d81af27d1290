package dev.atf.controller;

import dev.atf.runtime.Service;
import dev.atf.runtime.loop.Loops;
import io.micrometer.core.instrument.MeterRegistry;

/** A controller, and the parts of it that other services in the same process use. */
public interface WiredController {
  Service service();

  /** Metrics that its port serves, for other code in its process. */
  MeterRegistry metrics();

  /** Receives reports on executors that the process supervises. */
  HostReports host();

  /**
   * Loops that the health check reports. Other code in the process may start and stop its loops
   * here.
   */
  Loops loops();
}
