package dev.atf.controller;

import dev.atf.controller.WorkerReports.HostState;
import dev.atf.model.LambdaName;
import dev.atf.protocol.ErrorReason;
import dev.atf.queue.QueueName;
import dev.atf.runtime.LogLimit;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Step;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the HSC for the priorities, gates and needs of the served lambdas, reports what their
 * executors do, and begins to poll queues that are new. A lambda that is not registered yet is
 * asked for again soon; one that joined and is not registered is no longer served.
 */
@Singleton
final class SettingsRefresh implements Step {
  private static final Logger log = LoggerFactory.getLogger(SettingsRefresh.class);
  private static final Duration LOG_EVERY = Duration.ofSeconds(10);

  private final ServedLambdas lambdas;
  private final SettingsCalls hsc;
  private final WorkerReports reports;
  private final ControllerConfig config;
  private final TaskMatcher matcher;
  private final QueuePolls polls;
  private final MessageSettler messages;
  private final RefusedLambdas refused;
  private final LogLimit dismissals;
  private final Set<LambdaName> known = new HashSet<>();
  private Set<LambdaName> missing = Set.of();

  @Inject
  SettingsRefresh(
      ServedLambdas lambdas,
      SettingsCalls hsc,
      WorkerReports reports,
      ControllerConfig config,
      TaskMatcher matcher,
      QueuePolls polls,
      MessageSettler messages,
      RefusedLambdas refused,
      MonotonicClock clock) {
    this.lambdas = lambdas;
    this.hsc = hsc;
    this.reports = reports;
    this.config = config;
    this.matcher = matcher;
    this.polls = polls;
    this.messages = messages;
    this.refused = refused;
    this.dismissals = new LogLimit(clock, LOG_EVERY);
  }

  @Override
  public Duration turn() {
    var host = reports.state();
    var unknown =
        lambdas.names().isEmpty() ? new HashSet<LambdaName>() : ask(lambdas.names(), host);
    matcher.joined().forEach(lambda -> askJoined(lambda, host));
    if (!unknown.isEmpty() && !unknown.equals(missing)) {
      log.warn("lambdas={} are not registered, asking again", unknown);
    }
    missing = unknown;
    refused.take().forEach(this::tell);
    if (!reports.mayWork()) {
      messages.giveBack(matcher.takeAllBuffered());
    }
    matcher.checkAgain();
    return reports.next(
        unknown.isEmpty() ? config.settingsRefresh() : config.tuning().unknownLambdaRefresh());
  }

  /** Tells the HSC that this host ends in order. */
  void leave() {
    known.stream().findAny().ifPresent(hsc::leave);
  }

  /** Returns those of the lambdas that are not registered. */
  private Set<LambdaName> ask(Collection<LambdaName> names, HostState host) {
    var unknown = new HashSet<>(names);
    for (var settings : hsc.ask(names, host)) {
      var lambda = settings.lambda();
      if (unknown.remove(lambda)) {
        known.add(lambda);
        matcher.setPriorities(lambda, settings.priorities());
        messages.giveBack(matcher.setPaused(lambda, settings.closed()));
        matcher.setIdle(lambda, settings.idle());
        settings.priorities().forEach(priority -> polls.ensure(new QueueName(lambda, priority)));
      }
    }
    return unknown;
  }

  /** Asks for it alone: what is wrong with it must not keep the settings of the others away. */
  private void askJoined(LambdaName lambda, HostState host) {
    try {
      if (!ask(Set.of(lambda), host).isEmpty() && !known.contains(lambda)) {
        dismiss(lambda, ErrorReason.LAMBDA_NOT_FOUND, "is not registered; register it first");
      }
    } catch (StatusRuntimeException e) {
      if (e.getStatus().getCode() != Status.Code.PERMISSION_DENIED || known.contains(lambda)) {
        throw e;
      }
      dismiss(
          lambda,
          ErrorReason.ACTION_NOT_ALLOWED,
          "is none that this host's controller may work for: its own credentials say so");
    }
  }

  private void dismiss(LambdaName lambda, ErrorReason reason, String why) {
    matcher
        .dismiss(lambda)
        .forEach(call -> call.refuse(reason, "lambda " + lambda + " " + why));
    dismissals.log(
        left ->
            log.warn(
                "lambda={} is asked for by an executor and {}; {} more such lines left out",
                lambda,
                why,
                left));
  }

  private void tell(LambdaName lambda, long calls) {
    try {
      hsc.tellRefused(lambda, calls);
    } catch (StatusRuntimeException e) {
      log.debug("lambda={} the HSC does not take that it is refused here", lambda, e);
    }
  }
}
