package dev.atf.executor.core.staging;

import dev.atf.executor.core.call.StagingCalls;
import java.time.InstantSource;

/** Ports through which attempts access files. */
public record StagingPorts(StagingCalls calls, DiskSpace disk, InstantSource instants) {
  /** Ports of a process without an HSC that stores files. */
  public static final StagingPorts REFUSING = of(StagingCalls.REFUSING);

  /** Returns the ports with the real disk and time. */
  public static StagingPorts of(StagingCalls calls) {
    return new StagingPorts(calls, DiskSpace.system(), InstantSource.system());
  }
}
