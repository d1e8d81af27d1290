package dev.atf.controller;

import dev.atf.controller.WorkerReports.HostState;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.v1.DescribeLambdasRequest;
import dev.atf.protocol.v1.DescribeLambdasResponse;
import dev.atf.protocol.v1.HscServiceGrpc.HscServiceBlockingStub;
import dev.atf.protocol.v1.LambdaSettings;
import dev.atf.protocol.v1.WorkerRefusals;
import dev.atf.queue.QueueName;
import dev.atf.runtime.LogLimit;
import dev.atf.runtime.ProcessName;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.WakeableStep;
import dev.atf.runtime.rpc.CallTimeout;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the priorities, gates and needs of the served lambdas from the HSC, reports the state of
 * their executors, and starts polls of new queues. A lambda that is not registered yet is read
 * again soon. A lambda that joined and is not registered is no longer served.
 */
@Singleton
final class SettingsRefresh implements WakeableStep {
  private static final Logger log = LoggerFactory.getLogger(SettingsRefresh.class);
  private static final Duration LOG_EVERY = Duration.ofSeconds(10);

  private final ControllerConfig config;
  private final ServedLambdas lambdas;
  private final HscServiceBlockingStub hsc;
  private final TaskMatcher matcher;
  private final QueuePolls polls;
  private final MessageSettler messages;
  private final HostOffers offers;
  private final WorkerReports reports;
  private final RefusedLambdas refused;
  private final LogLimit dismissals;

  /** Identity of this start, made of host, process and a random number. */
  private final String controllerId;

  private final Set<LambdaName> known = new HashSet<>();
  private Set<LambdaName> missing = Set.of();

  @Inject
  SettingsRefresh(
      ControllerConfig config,
      ServedLambdas lambdas,
      HscServiceBlockingStub hsc,
      TaskMatcher matcher,
      QueuePolls polls,
      MessageSettler messages,
      HostOffers offers,
      WorkerReports reports,
      RefusedLambdas refused,
      ProcessName process,
      MonotonicClock clock,
      RandomGenerator random) {
    this.config = config;
    this.lambdas = lambdas;
    this.hsc = hsc;
    this.matcher = matcher;
    this.polls = polls;
    this.messages = messages;
    this.offers = offers;
    this.reports = reports;
    this.refused = refused;
    this.dismissals = new LogLimit(clock, LOG_EVERY);
    this.controllerId = process.unique(random);
  }

  @Override
  public void whenEarlier(Runnable wake) {
    matcher.whenNews(wake);
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
    refused.take().forEach(this::reportRefused);
    if (!reports.mayWork()) {
      messages.returnToQueue(matcher.takeAllBuffered());
    }
    matcher.checkAgain();
    return reports.next(
        unknown.isEmpty() ? config.settingsRefresh() : config.tuning().unknownLambdaRefresh());
  }

  /**
   * Reads and adopts the settings of lambdas.
   *
   * @return the lambdas that are not registered
   * @throws StatusRuntimeException if the HSC does not answer, or refuses one of the lambdas
   */
  private Set<LambdaName> ask(Collection<LambdaName> names, HostState host) {
    var request = DescribeLambdasRequest.newBuilder().setReport(reports.report(host));
    for (var name : names) {
      request.addLambdas(name.value()).addWorkers(reports.presence(name, host));
    }
    long sentAt = reports.sending();
    var response = describe(request);
    reports.answered(response.getWorker(), sentAt);
    var unknown = new HashSet<>(names);
    for (var settings : response.getLambdasList()) {
      var lambda = new LambdaName(settings.getLambda());
      if (unknown.remove(lambda)) {
        known.add(lambda);
        adopt(lambda, settings);
      }
    }
    return unknown;
  }

  /**
   * Adopts the settings of a lambda. None of its queues is polled if its gate is closed, if the
   * host lacks a capability that it needs, or if the host is unhealthy for it.
   */
  private void adopt(LambdaName lambda, LambdaSettings settings) {
    var priorities = settings.getPrioritiesList().stream().map(Priority::new).toList();
    boolean offered = offers.match(lambda, settings.getNeedsList());
    boolean closed = settings.getPaused() || !offered || !reports.unhealthy(lambda).isEmpty();
    matcher.setPriorities(lambda, priorities);
    messages.returnToQueue(matcher.setPaused(lambda, closed));
    matcher.setIdle(lambda, settings.getIdle());
    priorities.forEach(priority -> polls.ensure(new QueueName(lambda, priority)));
  }

  /**
   * Reads the settings of one lambda that joined. It needs its own call, so that a failure does not
   * affect other lambdas.
   */
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
    matcher.dismiss(lambda).forEach(call -> call.refuse(reason, "lambda " + lambda + " " + why));
    dismissals.log(
        left ->
            log.warn(
                "lambda={} is requested by an executor and {}; {} more such lines left out",
                lambda,
                why,
                left));
  }

  /** Reports to the HSC that this host does not serve a lambda that its executors ask for. */
  private void reportRefused(LambdaName lambda, long calls) {
    try {
      var ignored =
          describe(
              DescribeLambdasRequest.newBuilder()
                  .addLambdas(lambda.value())
                  .addRefusals(
                      WorkerRefusals.newBuilder().setLambda(lambda.value()).setCalls(calls)));
    } catch (StatusRuntimeException e) {
      log.debug("lambda={} the HSC does not take that it is refused here", lambda, e);
    }
  }

  /**
   * Reports that this host shuts down in an orderly way. If the HSC does not answer, it notices the
   * shutdown by the host's silence.
   */
  void leave() {
    known.stream().findAny().ifPresent(this::reportLeaving);
  }

  private void reportLeaving(LambdaName any) {
    try {
      var ignored =
          describe(
              DescribeLambdasRequest.newBuilder()
                  .addLambdas(any.value())
                  .setReport(reports.leaving()));
    } catch (StatusRuntimeException e) {
      log.info("the HSC was not notified that this host stops: {}", e.getStatus().getCode());
    }
  }

  private DescribeLambdasResponse describe(DescribeLambdasRequest.Builder request) {
    return CallTimeout.on(hsc, config.claimTimeout())
        .describeLambdas(request.setControllerId(controllerId).build());
  }
}
