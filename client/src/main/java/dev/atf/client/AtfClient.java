package dev.atf.client;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.client.connection.ClientConnection;
import dev.atf.client.connection.Stubs;
import dev.atf.client.resource.Resources;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.CancelTaskRequest;
import dev.atf.protocol.v1.CancelTaskResponse;
import dev.atf.protocol.v1.ExplainTaskRequest;
import dev.atf.protocol.v1.ExplainTaskResponse;
import dev.atf.protocol.v1.GetLambdaRequest;
import dev.atf.protocol.v1.GetTaskLogRequest;
import dev.atf.protocol.v1.GetTaskLogResponse;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.KillAttemptRequest;
import dev.atf.protocol.v1.KillAttemptResponse;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ListLambdasRequest;
import dev.atf.protocol.v1.RescheduleTaskRequest;
import dev.atf.protocol.v1.ResubmitTaskRequest;
import dev.atf.protocol.v1.RunTaskNowRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.ScheduleResponse;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.WatchTransitionsRequest;
import dev.atf.protocol.v1.WatchTransitionsResponse;
import io.grpc.CallCredentials;
import io.grpc.Channel;
import io.grpc.Context;
import io.grpc.StatusRuntimeException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Client for services that schedule tasks. It is safe for use by many threads, and a process needs
 * only one.
 *
 * <pre>{@code
 * try (var atf = AtfClient.builder("http://localhost:8080").build()) {
 *   var scheduled = atf.schedule(TaskSpec.of("resize-image", new Resize("cat.png", 200)));
 *   var task = atf.await(scheduled.taskId(), Duration.ofMinutes(1));
 *   Resized resized = task.resultAs(Resized.class);
 * }
 * }</pre>
 *
 * <p>Every call has a deadline. The client retries it, with backoff and jitter, when the server is
 * unavailable, does not answer in time, or ends the call without an answer. A retry is always safe:
 * the client gives a task without an idempotency key a key for the call, so that a retry after a
 * lost reply does not create a second task. Any other failure is an {@link AtfException}.
 */
public final class AtfClient implements AutoCloseable {
  private final ClientConnection connection;
  private final Stubs stubs;
  private final PayloadJson json;
  private final RandomGenerator random;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Retries retries;
  private final Awaiting awaiting;
  private final Function<ScheduleRequest, ScheduleResponse> schedules;

  private AtfClient(Builder builder) {
    this.connection = builder.connect.apply(builder.tls);
    this.stubs = new Stubs(connection.channel(), builder.credentials, builder.callTimeout);
    this.json = new PayloadJson(builder.json);
    this.random = new SecureRandom();
    this.retries = new Retries(builder.triesMax, builder.callTimeout, random, closed);
    this.awaiting = new Awaiting(retries, builder.callTimeout, random, closed);
    this.schedules =
        builder.shareCalls
            ? new SharedSchedules(stubs::tasks, builder.callTimeout)::schedule
            : request -> stubs.tasks().schedule(request);
  }

  /**
   * Returns a builder of a client that opens its own connections.
   *
   * @param target {@code http://host:port} or {@code https://host:port} of a frontend. Several
   *     frontends are separated by commas: calls go to one of them, and to the next one when it
   *     does not answer
   */
  public static Builder builder(String target) {
    var uris = ClientConnection.requireTargets(target);
    return new Builder(tls -> ClientConnection.open(uris, tls)).shareCalls(true);
  }

  /**
   * Returns a builder of a client that uses a given channel.
   *
   * @param channel channel to a frontend. The client does not close it. Use it for in-process
   *     channels, such as the test kit's, and for settings that a {@link Builder} does not have
   */
  public static Builder builder(Channel channel) {
    return new Builder(tls -> ClientConnection.given(channel));
  }

  /**
   * Schedules a task. The task is durable once this method has returned.
   *
   * @throws AtfException if the task was refused. With {@code UNAVAILABLE}, {@code
   *     DEADLINE_EXCEEDED} or {@code CANCELLED} (the server ended the call without an answer, or
   *     the thread was interrupted), the outcome is unknown; the caller can then safely repeat the
   *     call only if the task has an idempotency key
   */
  public ScheduledTask schedule(TaskSpec spec) {
    var request = keyed(spec);
    var response = retries.call(() -> schedules.apply(request));
    return ScheduledTask.of(
        spec, response.getTaskId(), response.getCreated(), response.getScheduledAt());
  }

  /**
   * Schedules up to 1,000 tasks of one lambda. A refused task does not affect the others. Tasks
   * that the server could not accept at the moment are retried within the client's maximum number
   * of tries.
   *
   * @return one outcome for each task, in the order of the tasks. If a later try failed as a whole,
   *     every task in that try has its error
   * @throws AtfException if the whole batch was refused, or no try was answered
   */
  public List<BatchOutcome> scheduleBatch(List<TaskSpec> specs) {
    return specs.isEmpty()
        ? List.of()
        : new Batch(specs, specs.stream().map(this::keyed).toList(), stubs::tasks, retries)
            .schedule();
  }

  /** Returns the current state of the task. */
  public TaskSnapshot get(String taskId) {
    var request = GetTaskRequest.newBuilder().setTaskId(taskId).build();
    return snapshot(retries.call(() -> stubs.tasks().getTask(request)));
  }

  /**
   * Waits until the task has finished, successfully or not. The client polls often at first, and
   * later once a second.
   *
   * @throws TimeoutException if the task has not finished after {@code timeout}; the task continues
   * @throws InterruptedException if the thread was interrupted while waiting
   */
  public TaskSnapshot await(String taskId, Duration timeout)
      throws TimeoutException, InterruptedException {
    var request = GetTaskRequest.newBuilder().setTaskId(taskId).build();
    return awaiting.await(
        new Awaiting.Awaited<>(
            "task " + taskId,
            end -> snapshot(stubs.tasks(end).getTask(request)),
            TaskSnapshot::isFinished,
            task -> task.task().getStatus()),
        timeout);
  }

  /** Returns tasks of a lambda without their payloads, results and labels. */
  public Pages<TaskSnapshot> list(TaskQuery query) {
    return Pages.of(
        query.request(),
        page -> retries.call(() -> stubs.tasks().listTasks(page)),
        answer -> answer.getTasksList().stream().map(this::snapshot).toList(),
        answer ->
            Pages.token(answer.getNextPageToken())
                .map(token -> query.request().toBuilder().setPageToken(token).build()));
  }

  /**
   * Cancels a task: a pending task ends at once, a running task is asked to stop, and a finished
   * task stays as it is.
   */
  public CancelTaskResponse cancel(String taskId, String reason) {
    var request = CancelTaskRequest.newBuilder().setTaskId(taskId).setReason(reason).build();
    return retries.call(() -> stubs.tasks().cancelTask(request));
  }

  /** Changes the scheduled time of a task that is not running. */
  public TaskSnapshot reschedule(String taskId, Instant at) {
    var request =
        RescheduleTaskRequest.newBuilder()
            .setTaskId(taskId)
            .setScheduledAt(ProtoTimes.proto(at))
            .build();
    return snapshot(retries.call(() -> stubs.tasks().rescheduleTask(request)));
  }

  /** Makes a task due immediately that is waiting for its scheduled time or its retry. */
  public TaskSnapshot runNow(String taskId) {
    var request = RunTaskNowRequest.newBuilder().setTaskId(taskId).build();
    return snapshot(retries.call(() -> stubs.tasks().runTaskNow(request)));
  }

  /**
   * Kills the running attempt of a task, such as one that hangs. The attempt fails with KILLED, and
   * the task continues as after any failure.
   *
   * @throws AtfException with TASK_NOT_RUNNING if no attempt is running, or the attempt has ended
   *     since this method read the task, also because of an earlier try whose answer was lost
   */
  public KillAttemptResponse kill(String taskId, String reason) {
    // With its epoch, a later try does not kill the next attempt. The first epoch is 1.
    var request =
        KillAttemptRequest.newBuilder()
            .setTaskId(taskId)
            .setEpoch(Math.max(1, get(taskId).task().getEpoch()))
            .setReason(reason)
            .build();
    return retries.call(() -> stubs.tasks().killAttempt(request));
  }

  /**
   * Schedules a copy of a task that has ended, with its payload, priority, collection, labels and
   * ordering key.
   */
  public ScheduledTask resubmit(String taskId) {
    return resubmit(ResubmitTaskRequest.newBuilder().setTaskId(taskId));
  }

  /**
   * Schedules a copy of a task that has ended, with another payload.
   *
   * @param payload written as JSON by the client's ObjectMapper
   */
  public ScheduledTask resubmit(String taskId, Object payload) {
    return resubmit(
        ResubmitTaskRequest.newBuilder()
            .setTaskId(taskId)
            .setData(json.bytes(payload))
            .setContentType("application/json"));
  }

  private ScheduledTask resubmit(ResubmitTaskRequest.Builder resubmitted) {
    var request = resubmitted.setIdempotencyKey(randomName()).build();
    var response = retries.call(() -> stubs.tasks().resubmitTask(request));
    // No other call has this key: an existing task was created by an earlier try.
    return new ScheduledTask(
        response.getTaskId(), true, ProtoTimes.java(response.getScheduledAt()));
  }

  /**
   * Returns the stored log of an attempt as answers of up to 512 KiB. There is at least one answer;
   * if it has no parts, its notice says why. The log of a running attempt ends with what is stored
   * so far.
   *
   * @param attempt number of the attempt; 0 for the latest attempt that has started
   */
  public Pages<GetTaskLogResponse> log(String taskId, int attempt) {
    var request = GetTaskLogRequest.newBuilder().setTaskId(taskId).setAttempt(attempt).build();
    return Pages.of(
        request,
        page -> retries.call(() -> stubs.tasks().getTaskLog(page)),
        answer -> List.of(answer),
        answer ->
            Optional.of(answer)
                .filter(log -> log.getPartsCount() > 0 && !log.getComplete())
                .map(
                    log ->
                        request.toBuilder()
                            .setAttempt(log.getAttempt())
                            .setAfter(log.getNextAfter())
                            .build()));
  }

  /**
   * Passes the transitions of tasks to a consumer as they happen, from now on or from the request's
   * cursor on, until the consumer returns false or the client is closed. The consumer gets each
   * answer of the server on the caller's thread, including heartbeats and gaps. When the server
   * ends the stream or does not answer, the client continues after the latest answer.
   *
   * @param consumer returns whether to continue
   * @throws AtfException if the call was refused, the server stays unavailable, or the thread was
   *     interrupted
   */
  public void watch(WatchTransitionsRequest request, Predicate<WatchTransitionsResponse> consumer) {
    try (var watch = new Watch(stubs, request)) {
      boolean more = true;
      while (more && closed.getCount() > 0) {
        more = consumer.test(retries.call(watch::next));
      }
    }
  }

  /** Explains why a task is not running or has not finished. */
  public ExplainTaskResponse explain(String taskId) {
    var request = ExplainTaskRequest.newBuilder().setTaskId(taskId).build();
    return retries.call(() -> stubs.tasks().explainTask(request));
  }

  /** Returns the operations on jobs, which are graphs of steps. */
  public Jobs jobs() {
    return new Jobs(stubs, retries, awaiting, json, this::randomName);
  }

  /** Returns the operations on lambdas and routes for their owners. */
  public LambdaControl lambdaControl() {
    return new LambdaControl(stubs, retries);
  }

  /** Returns the operations on ordering keys, whose tasks run one at a time. */
  public OrderingKeys orderingKeys() {
    return new OrderingKeys(stubs, retries);
  }

  /** Returns the operations on periodic tasks. */
  public PeriodicControl periodic() {
    return new PeriodicControl(stubs, retries, json, this::randomName);
  }

  /** Returns the operations on subscriptions, which report how tasks end. */
  public Subscriptions subscriptions() {
    return new Subscriptions(stubs, retries, json);
  }

  /**
   * Returns the operations that upload the input files of tasks and download their output files.
   */
  public Resources resources() {
    return new Resources(stubs.resources(), retries::call);
  }

  /**
   * Creates or replaces the settings of a lambda. A field that is zero, empty or absent gets its
   * default.
   */
  public Lambda registerLambda(Lambda lambda) {
    return retries.call(() -> stubs.lambdas().registerLambda(lambda));
  }

  /** Returns a lambda's settings and live figures. */
  public Lambda getLambda(String name) {
    var request = GetLambdaRequest.newBuilder().setLambda(name).build();
    return retries.call(() -> stubs.lambdas().getLambda(request));
  }

  /** Returns the settings of all lambdas. */
  public List<Lambda> listLambdas() {
    var request = ListLambdasRequest.getDefaultInstance();
    return retries.call(() -> stubs.lambdas().listLambdas(request)).getLambdasList();
  }

  /**
   * Returns a view of this client whose calls return futures.
   *
   * @param executor runs the calls. A call occupies a thread until it has its answer, and a wait
   *     until it ends. An executor of virtual threads (JDK 21 and later) is suitable
   */
  public AsyncCalls async(Executor executor) {
    return new AsyncCalls(this, executor);
  }

  /** Ends all waits, and gives calls in progress a moment to finish. */
  @Override
  public void close() {
    closed.countDown();
    connection.end().run();
  }

  private ScheduleRequest keyed(TaskSpec spec) {
    var request = spec.toRequest(json.mapper());
    return spec.hasKey() ? request : request.toBuilder().setIdempotencyKey(randomName()).build();
  }

  private String randomName() {
    var name = new byte[16];
    random.nextBytes(name);
    return "client-" + HexFormat.of().formatHex(name);
  }

  private TaskSnapshot snapshot(Task task) {
    return new TaskSnapshot(task, json.mapper());
  }

  /** Settings of a client. Each has a default. */
  public static final class Builder {
    private final Function<@Nullable SSLSocketFactory, ClientConnection> connect;
    private Duration callTimeout = Duration.ofSeconds(10);
    private int triesMax = 4;
    private ObjectMapper json = new ObjectMapper();
    private @Nullable CallCredentials credentials;
    private @Nullable SSLSocketFactory tls;
    private boolean shareCalls;

    private Builder(Function<@Nullable SSLSocketFactory, ClientConnection> connect) {
      this.connect = connect;
    }

    /** Sets the timeout of each try of a call. Default: 10 s. */
    public Builder callTimeout(Duration timeout) {
      if (timeout.isNegative() || timeout.isZero()) {
        throw new IllegalArgumentException("callTimeout: " + timeout + " (expected: more than 0)");
      }
      callTimeout = timeout;
      return this;
    }

    /**
     * Sets the maximum number of tries of a call, including the first. 1 disables retries. Default:
     * 4.
     */
    public Builder triesMax(int tries) {
      if (tries < 1) {
        throw new IllegalArgumentException("triesMax: " + tries + " (expected: 1 or more)");
      }
      triesMax = tries;
      return this;
    }

    /** Sets the mapper that writes payloads and reads results. */
    public Builder objectMapper(ObjectMapper mapper) {
      json = mapper;
      return this;
    }

    /** Sets the caller's credentials, such as {@link BearerToken}. Default: none. */
    public Builder credentials(CallCredentials shown) {
      credentials = shown;
      return this;
    }

    /**
     * Sets the trusted certificates and the client's own certificate for https. Default: those of
     * the JDK.
     */
    public Builder tls(SSLSocketFactory sockets) {
      tls = sockets;
      return this;
    }

    /**
     * Sets whether concurrent Schedule calls of a lambda may share one ScheduleBatch call, which
     * costs the client and the server much less. A call waits for others only while two calls for
     * its lambda are in progress. Every caller gets the answer for its own task. Default: true if
     * the client opens its own connection; false for a given channel, whose interceptors would see
     * the shared call as one call. Switch it off if a tracing agent links each call to the trace of
     * its caller.
     */
    public Builder shareCalls(boolean share) {
      shareCalls = share;
      return this;
    }

    /** Builds the client. It connects on the first call. */
    public AtfClient build() {
      return new AtfClient(this);
    }
  }

  /** Transitions as they happen, over one stream after the other. */
  private static final class Watch implements AutoCloseable {
    private final Stubs stubs;
    private final WatchTransitionsRequest.Builder next;
    private final Context.CancellableContext context = Context.current().withCancellation();
    private Iterator<WatchTransitionsResponse> answers = Collections.emptyIterator();

    Watch(Stubs stubs, WatchTransitionsRequest request) {
      this.stubs = stubs;
      this.next = request.toBuilder();
    }

    /**
     * Waits for the next answer. After a failure, the next call continues with a new stream.
     *
     * @throws StatusRuntimeException if the call was refused or the stream has failed
     */
    WatchTransitionsResponse next() {
      try {
        while (!answers.hasNext()) {
          open();
        }
        var answer = answers.next();
        next.setCursor(answer.getCursor());
        return answer;
      } catch (StatusRuntimeException e) {
        answers = Collections.emptyIterator();
        throw e;
      }
    }

    private void open() {
      // The stream ends with its context.
      var outer = context.attach();
      try {
        answers = stubs.events().watchTransitions(next.build());
      } finally {
        context.detach(outer);
      }
    }

    @Override
    public void close() {
      context.close();
    }
  }
}
