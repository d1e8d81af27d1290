package dev.atf.executor.core;

import io.grpc.Status;

/** What became of a report. */
public sealed interface ReportAnswer {
  /**
   * The HSC has decided; the report is over.
   *
   * @param verdict for people and metrics
   */
  record Definite(String verdict, boolean recorded) implements ReportAnswer {}

  /** It may or may not have been recorded; the same report may be made again. */
  record Unknown(Status status) implements ReportAnswer {}
}
