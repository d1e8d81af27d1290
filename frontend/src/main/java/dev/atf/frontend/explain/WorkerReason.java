package dev.atf.frontend.explain;

import dev.atf.frontend.reason.ExplainCode;
import dev.atf.frontend.reason.Reason;
import dev.atf.frontend.rpc.Counted;
import dev.atf.frontend.rpc.DurationText;
import dev.atf.frontend.rpc.ShellCommands;
import dev.atf.model.LambdaName;
import dev.atf.model.task.Association;
import dev.atf.model.worker.LambdaWork;
import dev.atf.model.worker.PlaceRecord;
import dev.atf.store.worker.ExecutorSighting;
import dev.atf.store.worker.HostSighting;
import dev.atf.store.worker.HostSightings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reason why the workers of a lambda do not run a waiting task.
 *
 * @param hosts all hosts, including hosts that have not reported for some time
 * @param places places of hosts that have recently reported the lambda
 * @param holders running tasks of the lambda, the earliest claim first
 */
record WorkerReason(
    LambdaName lambda,
    List<HostSighting> hosts,
    List<PlaceRecord> places,
    List<Association> holders,
    Instant now) {
  /** Maximum number of names in a message, which keeps the message short. */
  private static final int NAMED_MAX = 5;

  /**
   * Load of the hosts that may start attempts.
   *
   * @param waiting number of executor calls that wait for work
   * @param running number of attempts that executors have taken, including prefetched ones
   * @param slots number of attempts that can run at the same time; 0 if unknown
   */
  private record Load(int hosts, int waiting, int running, int slots) {
    boolean isFull() {
      return running > 0 && running >= slots;
    }
  }

  /**
   * Returns the end of a clause about executors that request work of the lambda; empty if none
   * requests work.
   */
  String asking() {
    var load = load();
    return load.waiting() == 0 || held().isPresent()
        ? ""
        : "; executors on %s ask for work".formatted(Counted.of(load.hosts(), "host"));
  }

  /** Returns why no executor takes the task, and which executors or hosts fail. */
  List<Reason> all() {
    var absent = absent();
    boolean works = absent.filter(reason -> reason.code() != ExplainCode.WORKERS_BUSY).isEmpty();
    return Stream.concat(
            absent.stream(), works ? failing().or(this::unhealthy).stream() : Stream.empty())
        .toList();
  }

  /** Returns whether all slots of the hosts that may work are taken. */
  boolean isBusy() {
    return absent().filter(reason -> reason.code() == ExplainCode.WORKERS_BUSY).isPresent();
  }

  /** Returns why no executor takes the task; empty if executors request work of the lambda. */
  Optional<Reason> absent() {
    return held().or(this::unserved);
  }

  private Optional<Reason> unserved() {
    var load = load();
    if (load.waiting() > 0 || load.running() > 0) {
      return load.waiting() == 0 && load.isFull() ? Optional.of(busy(load)) : Optional.empty();
    }
    if (serving().anyMatch(host -> isAsked(host) && !isStarting(host))) {
      return Optional.empty();
    }
    return failing()
        .or(this::starting)
        .or(this::asleep)
        .or(this::needsUnmet)
        .or(this::unhealthy)
        .or(this::refused)
        .or(() -> Optional.of(serving().findAny().isPresent() ? unasked() : unseen()));
  }

  /**
   * Returns the load from the hosts' own reports, or from the sightings if some host has no place.
   */
  private Load load() {
    var needs = needs(hosts.stream().filter(host -> host.isRecent(now)).toList());
    var open =
        places.stream()
            .filter(place -> heldBy(place).isEmpty())
            // Executors also request work if their host takes no tasks of the lambda.
            .filter(place -> place.report().offers().containsAll(needs))
            .flatMap(place -> place.report().work().stream())
            .filter(work -> work.lambda().equals(lambda) && work.unhealthy().isEmpty())
            .toList();
    var serving = serving().toList();
    return open.isEmpty() || places.size() < serving.size()
        ? new Load(
            serving.size(),
            serving.stream().mapToInt(HostSighting::waiting).sum(),
            serving.stream().mapToInt(HostSighting::running).sum(),
            0)
        : new Load(
            open.size(),
            open.stream().mapToInt(LambdaWork::waiting).sum(),
            open.stream().mapToInt(LambdaWork::running).sum(),
            open.stream().mapToInt(LambdaWork::threads).sum());
  }

  private Reason busy(Load load) {
    var where = Counted.of(load.hosts(), "host");
    int ahead = load.running() - load.slots();
    var taken =
        load.slots() == 0
            ? "%s on %s".formatted(Counted.of(load.running(), "task runs", "tasks run"), where)
            : "%d of %s on %s are in use%s"
                .formatted(
                    load.slots(),
                    Counted.of(load.slots(), "slot"),
                    where,
                    ahead == 0
                        ? ""
                        : ", and %s prefetched"
                            .formatted(Counted.of(ahead, "more task is", "more tasks are")));
    var add =
        "add executors with " + ShellCommands.atf("worker --executors " + lambda + "=1 -- COMMAND");
    return new Reason(
        ExplainCode.WORKERS_BUSY,
        "all executors of lambda %s are busy: %s%s".formatted(lambda, taken, longest(load)),
        null,
        null,
        holders.isEmpty()
            ? "wait, or " + add
            : "wait, or %s; %s shows whether that task makes progress"
                .formatted(add, ShellCommands.atf("explain", holders.get(0).taskId())));
  }

  /**
   * Returns a clause on the tasks that hold the slots; empty if none was read. The holders are some
   * of the running tasks in no order, so the longest of all may be another one.
   */
  private String longest(Load load) {
    if (holders.isEmpty()) {
      return "";
    }
    var since = holders.get(0).startedAt();
    int named = Math.min(NAMED_MAX, holders.size());
    int more = Math.max(load.running(), holders.size()) - named;
    return "%s%s: %s%s"
        .formatted(
            since == null
                ? ""
                : ", the longest for " + DurationText.of(Duration.between(since, now)),
            holders.size() < load.running()
                ? " among "
                    + Counted.of(holders.size(), "task that was read", "tasks that were read")
                : "",
            holders.stream()
                .limit(named)
                .map(task -> "task " + task.taskId())
                .collect(Collectors.joining(", ")),
            more > 0 ? " and " + more + " more" : "");
  }

  /** Returns a reason for drained hosts, if no other host that serves the lambda may work. */
  private Optional<Reason> held() {
    boolean all =
        places.stream().anyMatch(place -> !place.drain().isEmpty())
            && places.size() >= serving().count()
            && places.stream().allMatch(place -> !heldBy(place).isEmpty());
    return all
        ? Optional.of(
            new Reason(
                ExplainCode.WORKERS_HELD,
                "%s lambda %s, and none may take work: %s"
                    .formatted(
                        Counted.of(places.size(), "host serves", "hosts serve"),
                        lambda,
                        places.stream()
                            .limit(NAMED_MAX)
                            .map(place -> place.place() + " " + heldBy(place))
                            .collect(Collectors.joining("; "))),
                null,
                null,
                "let one work again with "
                    + ShellCommands.atf("worker undrain", firstDrained().place())))
        : Optional.empty();
  }

  private PlaceRecord firstDrained() {
    return places.stream().filter(place -> !place.drain().isEmpty()).findFirst().orElseThrow();
  }

  /** Returns the reason why the host of a place must not work; empty if there is none. */
  private static String heldBy(PlaceRecord place) {
    var failing = place.report().failingCheck();
    if (!place.drain().isEmpty()) {
      return "is drained " + place.drain();
    }
    return failing.isEmpty() ? "" : "fails its health check: " + failing;
  }

  private boolean isAsked(HostSighting host) {
    return host.isAsked(now) && !host.isAsleep();
  }

  /** Returns whether none of a host's executors takes work yet. */
  private static boolean isStarting(HostSighting host) {
    return host.executors().filter(own -> own.wanted() > 0 && own.ready() == 0).isPresent();
  }

  private Stream<HostSighting> serving() {
    return hosts.stream().filter(host -> host.serves() && host.isRecent(now));
  }

  private Optional<Reason> failing() {
    return serving()
        .filter(host -> host.executors().flatMap(ExecutorSighting::failure).isPresent())
        .max(Comparator.comparing(host -> failure(host).inARow()))
        .map(this::failing);
  }

  private Reason failing(HostSighting host) {
    var executors = host.executors().orElseThrow();
    var failure = failure(host);
    var lastError =
        failure.lastError().isBlank()
            ? ""
            : "; its last line on standard error: " + failure.lastError();
    if (failure.isHandlerMissing()) {
      return new Reason(
          ExplainCode.HANDLER_MISSING,
          "the program that host %s starts for lambda %s has no handler for it%s"
              .formatted(host.host(), lambda, lastError),
          failure.since());
    }
    return new Reason(
        ExplainCode.EXECUTOR_CRASHING,
        "%d of %s of lambda %s on host %s %s with %s%s"
            .formatted(
                executors.failing(),
                Counted.of(executors.wanted(), "executor"),
                lambda,
                host.host(),
                ended(executors.failing() == 1, failure),
                failure.how(),
                lastError),
        failure.since());
  }

  private static String ended(boolean one, ExecutorSighting.Failure failure) {
    return failure.inARow() <= 1
        ? "exited soon after its start, at %s,".formatted(failure.since())
        : "%s exiting: %d deaths in a row since %s, the last"
            .formatted(one ? "keeps" : "keep", failure.inARow(), failure.since());
  }

  private static ExecutorSighting.Failure failure(HostSighting host) {
    return host.executors().flatMap(ExecutorSighting::failure).orElseThrow();
  }

  private Optional<Reason> starting() {
    return serving()
        .filter(WorkerReason::isStarting)
        .findFirst()
        .map(
            host ->
                new Reason(
                    ExplainCode.WORKERS_STARTING,
                    starting(host) == 0
                        ? "no executor of lambda %s on host %s runs now; %s to be started"
                            .formatted(
                                lambda,
                                host.host(),
                                Counted.of(wanted(host), "executor is", "executors are"))
                        : "%s of lambda %s on host %s %s starting, and none has asked for work yet"
                            .formatted(
                                Counted.of(starting(host), "executor"),
                                lambda,
                                host.host(),
                                starting(host) == 1 ? "is" : "are")));
  }

  private Optional<Reason> asleep() {
    return serving()
        .filter(HostSighting::isAsleep)
        .findFirst()
        .map(
            host ->
                new Reason(
                    ExplainCode.WORKERS_STARTING,
                    "the executors of lambda %s on host %s are asleep, because there were no tasks; one is started as soon as a task is in the queue"
                        .formatted(lambda, host.host())));
  }

  private static int wanted(HostSighting host) {
    return host.executors().map(ExecutorSighting::wanted).orElse(0);
  }

  private static int starting(HostSighting host) {
    return host.executors().map(ExecutorSighting::starting).orElse(0);
  }

  /** Returns a reason for hosts that do not offer what the lambda needs, unless others do. */
  private Optional<Reason> needsUnmet() {
    var unfit =
        hosts.stream()
            .filter(host -> !host.missingNeeds().isEmpty() && host.isRecent(now))
            .toList();
    if (unfit.isEmpty() || serving().findAny().isPresent()) {
      return Optional.empty();
    }
    var nowhere = new ArrayList<>(unfit.get(0).missingNeeds());
    unfit.forEach(host -> nowhere.retainAll(host.missingNeeds()));
    var lacking =
        nowhere.isEmpty()
            ? unfit.stream()
                .map(host -> host.host() + " lacks " + String.join(", ", host.missingNeeds()))
                .collect(Collectors.joining("; ", "everything that it needs: ", ""))
            : String.join(", ", nowhere);
    return Optional.of(
        new Reason(
            ExplainCode.NEEDS_UNMET,
            "%s lambda %s, and none offers %s"
                .formatted(Counted.of(unfit.size(), "host serves", "hosts serve"), lambda, lacking),
            null,
            null,
            "start a host that offers everything with "
                + ShellCommands.atf(
                    "worker --offers %s --executors %s=1 -- COMMAND"
                        .formatted(String.join(",", needs(unfit)), lambda))));
  }

  private static Set<String> needs(List<HostSighting> unfit) {
    var needs = new TreeSet<String>();
    unfit.forEach(host -> needs.addAll(host.missingNeeds()));
    return needs;
  }

  /** Returns a reason for hosts that start no attempts of the lambda. */
  private Optional<Reason> unhealthy() {
    var recent = hosts.stream().filter(host -> !host.refuses() && host.isRecent(now)).toList();
    var unhealthy = recent.stream().filter(host -> !host.unhealthy().isEmpty()).toList();
    if (unhealthy.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Reason(
            ExplainCode.HOST_UNHEALTHY,
            "%d of %s of lambda %s %s unhealthy: %s"
                .formatted(
                    unhealthy.size(),
                    Counted.of(recent.size(), "host"),
                    lambda,
                    unhealthy.size() == 1 ? "is" : "are",
                    unhealthy.stream()
                        .map(host -> host.host() + ": " + host.unhealthy())
                        .collect(Collectors.joining("; ")))));
  }

  private Optional<Reason> refused() {
    var refusing = hosts.stream().filter(host -> host.refuses() && host.isRecent(now)).toList();
    if (refusing.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Reason(
            ExplainCode.NO_WORKER,
            "executors of lambda %s ask for its work, and their controller refuses them: %s does not serve it"
                .formatted(
                    lambda,
                    refusing.stream().map(HostSighting::host).collect(Collectors.joining(", "))),
            refusing.stream().map(HostSighting::at).max(Comparator.naturalOrder()).orElse(null),
            null,
            "add lambda %s to the setting `lambdas` of that controller".formatted(lambda)));
  }

  /** Returns the reason for hosts that serve the lambda but whose executors request no work. */
  private Reason unasked() {
    var latest = serving().flatMap(host -> host.askedAt().stream()).max(Comparator.naturalOrder());
    return new Reason(
        ExplainCode.NO_WORKER,
        "no executor has asked for work of lambda %s in the last %s, although %s it: %s; %s"
            .formatted(
                lambda,
                DurationText.of(HostSightings.SEEN_RECENTLY),
                Counted.of(serving().count(), "host serves", "hosts serve"),
                serving().map(HostSighting::host).collect(Collectors.joining(", ")),
                latest
                    .map(
                        at ->
                            "the last request was %s ago"
                                .formatted(DurationText.of(Duration.between(at, now))))
                    .orElse("there was none since the start of the hosts")),
        latest.orElse(null),
        null,
        "restart its executors; %s shows its hosts"
            .formatted(ShellCommands.atf("worker list --lambda", lambda)));
  }

  private Reason unseen() {
    var latest =
        hosts.stream().filter(host -> !host.refuses()).max(Comparator.comparing(HostSighting::at));
    return new Reason(
        ExplainCode.NO_WORKER,
        "no worker host serves lambda %s now; %s"
            .formatted(
                lambda,
                latest
                    .map(
                        host ->
                            "the last was %s, %s ago"
                                .formatted(
                                    host.host(), DurationText.of(Duration.between(host.at(), now))))
                    .orElse("none did in the last " + DurationText.of(TaskFacts.WORKERS_OF))),
        latest.map(HostSighting::at).orElse(null));
  }
}
