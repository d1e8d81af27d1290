package dev.atf.hsc.call;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Metrics of the HSC, counted in tasks and not in calls. */
@Singleton
public final class HscMetrics {
  private final MeterRegistry registry;
  private final Counter deadLetters;

  /**
   * Counters of single tasks. They are cached, because a lookup in the registry takes longer than
   * the decision about a task.
   */
  private final Map<Counted, Counter> ofTasks = new ConcurrentHashMap<>();

  private record Counted(Object what, Object verdict) {}

  @Inject
  public HscMetrics(MeterRegistry registry) {
    this.registry = registry;
    this.deadLetters = registry.counter("atf.hsc.dead.letters");
  }

  /** Counts a report, or a claim, that ended its task as a fatal failure. */
  public void deadLetter() {
    deadLetters.increment();
  }

  /** Counts {@code atf.hsc.claims} by verdict: claimed, or the reason of the refusal. */
  public void claim(String verdict) {
    ofTasks
        .computeIfAbsent(
            new Counted("claim", verdict),
            it -> registry.counter("atf.hsc.claims", "verdict", verdict))
        .increment();
  }

  /** Counts {@code atf.hsc.heartbeats} by verdict: held, cancel_requested, kill_requested, lost. */
  public void heartbeat(Enum<?> verdict) {
    count("atf.hsc.heartbeats", "verdict", lower(verdict));
  }

  /** Counts {@code atf.hsc.results} by reported outcome and verdict. */
  public void result(Enum<?> reported, Enum<?> verdict) {
    ofTasks
        .computeIfAbsent(
            new Counted(reported, verdict),
            it ->
                registry.counter(
                    "atf.hsc.results", "reported", lower(reported), "verdict", lower(verdict)))
        .increment();
  }

  /** Counts {@code atf.hsc.notes.dropped} by call: parts of notes that cannot be stored. */
  public void notesDropped(String call, int parts) {
    registry.counter("atf.hsc.notes.dropped", "call", call).increment(parts);
  }

  /** Counts {@code atf.hsc.replays}: repeated calls with the same answer as before. */
  public void replay(String call) {
    count("atf.hsc.replays", "call", call);
  }

  /** Counts {@code atf.hsc.unknown.outcomes}: writes that had to be repeated. */
  void outcomeUnknown() {
    registry.counter("atf.hsc.unknown.outcomes").increment();
  }

  /**
   * Counts {@code atf.hsc.entities.missing}: tasks that cannot run because their entity is missing.
   * It should stay 0.
   */
  public void entityMissing() {
    registry.counter("atf.hsc.entities.missing").increment();
  }

  /** Counts {@code atf.hsc.lambdas.unknown}: calls about a lambda that is not registered. */
  public void lambdaUnknown() {
    registry.counter("atf.hsc.lambdas.unknown").increment();
  }

  /**
   * Counts {@code atf.hsc.gate.writes.failed}: tasks behind a closed gate whose write failed, so
   * that their alarm handles them.
   */
  public void gateWriteFailed() {
    registry.counter("atf.hsc.gate.writes.failed").increment();
  }

  /**
   * Counts {@code atf.hsc.permits.left}: permits that were not returned in time and are pruned
   * later.
   */
  public void permitLeft() {
    registry.counter("atf.hsc.permits.left").increment();
  }

  /**
   * Counts {@code atf.hsc.permits.pruned}: permits of dead processes that were found and released.
   */
  public void permitsPruned(int count) {
    registry.counter("atf.hsc.permits.pruned").increment(count);
  }

  /**
   * Counts {@code atf.hsc.retries.paced}: retries that were delayed because their lambda's budget
   * was used up.
   */
  public void retryPaced() {
    registry.counter("atf.hsc.retries.paced").increment();
  }

  /**
   * Counts {@code atf.hsc.calls.shed}: calls that were refused because too many of their kind were
   * in progress.
   */
  void shed(String bulkhead) {
    count("atf.hsc.calls.shed", "lane", bulkhead);
  }

  private void count(String name, String tag, String value) {
    registry.counter(name, tag, value).increment();
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
