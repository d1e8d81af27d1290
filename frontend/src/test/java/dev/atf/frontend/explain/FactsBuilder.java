package dev.atf.frontend.explain;

import dev.atf.frontend.lambda.PendingTasks.Backlog;
import dev.atf.frontend.notice.NoticeOrigin;
import dev.atf.frontend.origin.OriginReasons;
import dev.atf.frontend.plans.condition.ConditionOrigin;
import dev.atf.frontend.plans.job.JobOrigin;
import dev.atf.frontend.plans.order.OrderExplanation;
import dev.atf.frontend.plans.periodic.PeriodicOrigin;
import dev.atf.frontend.reason.Reason;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.task.Association;
import dev.atf.model.task.Notice;
import dev.atf.model.worker.HealthTimes;
import dev.atf.model.worker.LambdaWork;
import dev.atf.model.worker.PlaceRecord;
import dev.atf.model.worker.PlaceReport;
import dev.atf.model.worker.WorkerInstance;
import dev.atf.model.worker.WorkerPlace;
import dev.atf.plans.job.JobStatus;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanKind;
import dev.atf.store.MemberRegistry.Sighting;
import dev.atf.store.worker.HostSighting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Facts about a task with a live worker and no obstacle, to which tests add obstacles. */
final class FactsBuilder {
  private final Association task;
  private final List<HostSighting> workers = new ArrayList<>();
  private final List<PlaceRecord> places = new ArrayList<>();
  private Optional<LambdaDefinition> lambda;
  private final List<Gate> gates = new ArrayList<>();
  private final List<Association> holders = new ArrayList<>();
  private Optional<Backlog> ahead = Optional.empty();
  private Optional<Integer> queued = Optional.empty();
  private Optional<Double> released = Optional.empty();
  private Optional<Instant> nextRelease = Optional.empty();
  private Optional<Integer> running = Optional.empty();
  private Optional<Integer> runningOfKey = Optional.empty();
  private Optional<Facts.TenantRunning> tenant = Optional.empty();
  private Optional<Reason> silentConsumers = Optional.empty();
  private Optional<Reason> turn = Optional.empty();
  private Optional<Plan> plan = Optional.empty();
  private Optional<JobStatus> jobStatus = Optional.empty();

  FactsBuilder(Association task, LambdaDefinition lambda) {
    this.task = task;
    this.lambda = Optional.of(lambda);
  }

  FactsBuilder lambda(Optional<LambdaDefinition> value) {
    lambda = value;
    return this;
  }

  FactsBuilder gate(Gate value) {
    gates.add(value);
    return this;
  }

  FactsBuilder ahead(long count) {
    ahead = Optional.of(new Backlog(count, true));
    return this;
  }

  FactsBuilder queued(int count) {
    queued = Optional.of(count);
    return this;
  }

  FactsBuilder released(double perSecond) {
    released = Optional.of(perSecond);
    return this;
  }

  FactsBuilder nextRelease(Instant at) {
    nextRelease = Optional.of(at);
    return this;
  }

  FactsBuilder running(int count) {
    running = Optional.of(count);
    return this;
  }

  FactsBuilder runningOfKey(int count) {
    runningOfKey = Optional.of(count);
    return this;
  }

  FactsBuilder tenant(String name, int running, int max) {
    tenant = Optional.of(new Facts.TenantRunning(name, running, max));
    return this;
  }

  FactsBuilder consumersSilentSince(Instant at) {
    silentConsumers =
        StoreConsumerReports.silent(List.of(new Sighting(at, "")), ExplainedTasks.NOW);
    return this;
  }

  FactsBuilder turn(OrderExplanation.Position value) {
    turn = Optional.of(OrderExplanation.reason(value, task, ExplainedTasks.NOW));
    return this;
  }

  FactsBuilder blocked(Reason value) {
    turn = Optional.of(value);
    return this;
  }

  FactsBuilder plan(Plan value) {
    plan = Optional.of(value);
    return this;
  }

  FactsBuilder job(JobStatus status) {
    plan = Optional.of(ExplainedTasks.plan(PlanKind.JOB));
    jobStatus = Optional.of(status);
    return this;
  }

  FactsBuilder holder(Association value) {
    holders.add(value);
    return this;
  }

  FactsBuilder noWorkers() {
    workers.clear();
    return this;
  }

  FactsBuilder worker(String name, Instant at, String note) {
    workers.add(HostSighting.of(name, new Sighting(at, note)));
    return this;
  }

  /**
   * @param drain who drains the place; empty if nobody does
   * @param failingCheck failing check of the host; empty if all pass
   */
  FactsBuilder place(String name, String drain, String failingCheck, LambdaWork... work) {
    return place(name, drain, failingCheck, List.of(), work);
  }

  /**
   * @param offers capabilities that the host of the place offers
   */
  FactsBuilder place(
      String name, String drain, String failingCheck, List<String> offers, LambdaWork... work) {
    var report =
        new PlaceReport(
            new WorkerPlace(name),
            new WorkerInstance("a", ExplainedTasks.NOW, "host", ""),
            "",
            true,
            true,
            false,
            false,
            true,
            failingCheck,
            offers,
            List.of(work));
    places.add(
        new PlaceRecord(
            report.place(),
            Optional.of(report.instance()),
            ExplainedTasks.NOW,
            report,
            drain,
            HealthTimes.DEFAULT,
            List.of()));
    return this;
  }

  Facts build() {
    return new Facts(
        task,
        lambda,
        LeaseTimes.DEFAULT,
        gates,
        ahead,
        queued,
        released,
        nextRelease,
        new LambdaHosts(workers, places),
        holders,
        running,
        runningOfKey,
        tenant,
        silentConsumers,
        reasons());
  }

  private OriginReasons reasons() {
    var origin = task.header().origin();
    if (origin == null) {
      return new OriginReasons(turn, Optional.empty(), Optional.empty());
    }
    if (origin.kind().equals(Notice.KIND)) {
      return NoticeOrigin.reasons(task);
    }
    if (PlanKind.CONDITION.isKindOf(origin)) {
      return ConditionOrigin.reasons(origin, plan);
    }
    return PlanKind.JOB.isKindOf(origin)
        ? JobOrigin.reasons(origin, plan, jobStatus)
        : PeriodicOrigin.reasons(task, origin, plan);
  }
}
