package dev.atf.testtime;

import java.lang.management.ManagementFactory;

/** Describes how busy the machine is, for messages of tests whose wait timed out. */
public final class MachineLoad {
  private MachineLoad() {}

  /** Returns the load average of the last minute, the number of processors, and the pace. */
  public static String describe() {
    var system = ManagementFactory.getOperatingSystemMXBean();
    return "load average %.1f on %d processors%s"
        .formatted(
            system.getSystemLoadAverage(),
            system.getAvailableProcessors(),
            MeasuredPace.ifMeasured().map(pace -> ", " + pace).orElse(""));
  }
}
