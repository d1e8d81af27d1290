package dev.atf.controller;

import dev.atf.runtime.Service;
import dev.atf.runtime.loop.Loops;
import io.micrometer.core.instrument.MeterRegistry;

/** A controller, and the parts that other services in its process show and start beside it. */
public interface WiredController {
  Service service();

  /** Metrics that its port serves; for others that work in its process. */
  MeterRegistry metrics();

  /** Receives reports on executors that the process supervises. */
  HostReports host();

  /** Loops that the health check reports; others in the process may start and stop theirs here. */
  Loops loops();
}
