package dev.atf.executor.core;

import io.grpc.Status;

/** Answer to the report of a result. */
public sealed interface ReportAnswer {
  /**
   * The HSC has decided; the report is over.
   *
   * @param verdict for people and metrics
   */
  record Definite(String verdict, boolean recorded) implements ReportAnswer {}

  /**
   * The result may or may not have been recorded; the same report may be repeated.
   *
   * @param callRefused whether the HSC refused the call for one of several results: each has to be
   *     repeated by itself
   */
  record Unknown(Status status, boolean callRefused) implements ReportAnswer {}
}
