package dev.atf.controller;

import dev.atf.runtime.Service;
import dev.atf.runtime.loop.Loops;
import io.micrometer.core.instrument.MeterRegistry;

/** Controller with the parts that other services in the same process use. */
public interface WiredController {
  Service service();

  /** Returns the metrics that the controller's port serves. */
  MeterRegistry metrics();

  /** Returns the receiver of reports on executors that the process supervises. */
  HostReports host();

  /**
   * Returns the loops that the health check reports. Other code in the process may start and stop
   * its loops here.
   */
  Loops loops();
}
