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
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ListLambdasRequest;
import dev.atf.protocol.v1.RescheduleTaskRequest;
import dev.atf.protocol.v1.RunTaskNowRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.ScheduleResponse;
import dev.atf.protocol.v1.Task;
import io.grpc.CallCredentials;
import io.grpc.Channel;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Client for services that schedule tasks. Safe to use from many threads; one is enough for a
 * process.
 *
 * <pre>{@code
 * try (var atf = AtfClient.builder("http://localhost:8080").build()) {
 *   var scheduled = atf.schedule(TaskSpec.of("resize-image", new Resize("cat.png", 200)));
 *   var task = atf.await(scheduled.taskId(), Duration.ofMinutes(1));
 *   Resized resized = task.resultAs(Resized.class);
 * }
 * }</pre>
 *
 * <p>Every call has a deadline and is repeated, with backoff and jitter, when the server was not
 * available, did not answer in time, or ended the call without an answer. That is always safe: a
 * task without an idempotency key gets one for the call, so that a repetition whose first reply was
 * lost does not create a second task. Any other failure is an {@link AtfException}.
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
   * @param target {@code http://host:port} of a frontend, or {@code https://host:port}; or several
   *     with commas between: calls go to one of them, and to the next when it does not answer
   */
  public static Builder builder(String target) {
    var uris = ClientConnection.requireTargets(target);
    return new Builder(tls -> ClientConnection.open(uris, tls)).shareCalls(true);
  }

  /**
   * @param channel of a frontend; it stays open when the client is closed. For channels in the
   *     process, such as the test kit's, and for those with settings that a {@link Builder} lacks
   */
  public static Builder builder(Channel channel) {
    return new Builder(tls -> ClientConnection.given(channel));
  }

  /**
   * Makes a task durable.
   *
   * @throws AtfException if it was refused; or, with {@code UNAVAILABLE}, {@code DEADLINE_EXCEEDED}
   *     or {@code CANCELLED} (the server ended the call without an answer, or the thread was
   *     interrupted), if the outcome is unknown: repeating it is safe only with a key of one's own
   */
  public ScheduledTask schedule(TaskSpec spec) {
    var request = keyed(spec);
    var response = retries.call(() -> schedules.apply(request));
    return ScheduledTask.of(
        spec, response.getTaskId(), response.getCreated(), response.getScheduledAt());
  }

  /**
   * Schedules up to 1,000 tasks of one lambda; one bad task does not spoil the others. Those that
   * the server could not take for the moment are tried again, up to the number of tries in all.
   *
   * @return one outcome for each task, in their order; when a later try failed as a whole, its
   *     error for those that were in it
   * @throws AtfException if the batch as a whole was refused, or no try was answered
   */
  public List<BatchOutcome> scheduleBatch(List<TaskSpec> specs) {
    return specs.isEmpty()
        ? List.of()
        : new Batch(specs, specs.stream().map(this::keyed).toList(), stubs::tasks, retries)
            .schedule();
  }

  /** The task as it is now. */
  public TaskSnapshot get(String taskId) {
    var request = GetTaskRequest.newBuilder().setTaskId(taskId).build();
    return snapshot(retries.call(() -> stubs.tasks().getTask(request)));
  }

  /**
   * Waits until the task is finished, whatever its end; polls often at first and then up to once a
   * second.
   *
   * @throws TimeoutException if it is unfinished after {@code timeout}; the task continues
   * @throws InterruptedException if the thread was interrupted while it waited
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

  /** Returns tasks of a lambda, without their payloads, results and labels. */
  public Pages<TaskSnapshot> list(TaskQuery query) {
    return Pages.of(
        query.request(),
        page -> retries.call(() -> stubs.tasks().listTasks(page)),
        answer -> answer.getTasksList().stream().map(this::snapshot).toList(),
        answer ->
            Pages.token(answer.getNextPageToken())
                .map(token -> query.request().toBuilder().setPageToken(token).build()));
  }

  /** Ends a pending task at once, asks a running one to stop, leaves a finished one as it is. */
  public CancelTaskResponse cancel(String taskId, String reason) {
    var request = CancelTaskRequest.newBuilder().setTaskId(taskId).setReason(reason).build();
    return retries.call(() -> stubs.tasks().cancelTask(request));
  }

  /** Gives a task that does not run another time. */
  public TaskSnapshot reschedule(String taskId, Instant at) {
    var request =
        RescheduleTaskRequest.newBuilder()
            .setTaskId(taskId)
            .setScheduledAt(ProtoTimes.proto(at))
            .build();
    return snapshot(retries.call(() -> stubs.tasks().rescheduleTask(request)));
  }

  /** Makes a task that waits for its time, or for its retry, due at once. */
  public TaskSnapshot runNow(String taskId) {
    var request = RunTaskNowRequest.newBuilder().setTaskId(taskId).build();
    return snapshot(retries.call(() -> stubs.tasks().runTaskNow(request)));
  }

  /** Explains why a task is not running, or not finished. */
  public ExplainTaskResponse explain(String taskId) {
    var request = ExplainTaskRequest.newBuilder().setTaskId(taskId).build();
    return retries.call(() -> stubs.tasks().explainTask(request));
  }

  /** Graphs of steps, and what operators do with them. */
  public Jobs jobs() {
    return new Jobs(stubs, retries, awaiting, json, this::randomName);
  }

  /** Returns the operations of owners on their lambdas and routes. */
  public LambdaControl lambdaControl() {
    return new LambdaControl(stubs, retries);
  }

  /** Returns the operations on ordering keys, whose tasks run one at a time. */
  public OrderingKeys orderingKeys() {
    return new OrderingKeys(stubs, retries);
  }

  /** Tasks that are made again and again. */
  public PeriodicControl periodic() {
    return new PeriodicControl(stubs, retries, json, this::randomName);
  }

  /** Returns the operations on subscriptions, which tell how tasks end. */
  public Subscriptions subscriptions() {
    return new Subscriptions(stubs, retries, json);
  }

  /** Returns the transfer of files that tasks need and have made. */
  public Resources resources() {
    return new Resources(stubs.resources(), retries::call);
  }

  /** Creates or replaces the settings of a lambda; zero, empty or absent means the default. */
  public Lambda registerLambda(Lambda lambda) {
    return retries.call(() -> stubs.lambdas().registerLambda(lambda));
  }

  /** A lambda's settings and live figures. */
  public Lambda getLambda(String name) {
    var request = GetLambdaRequest.newBuilder().setLambda(name).build();
    return retries.call(() -> stubs.lambdas().getLambda(request));
  }

  /** The settings of all lambdas. */
  public List<Lambda> listLambdas() {
    var request = ListLambdasRequest.getDefaultInstance();
    return retries.call(() -> stubs.lambdas().listLambdas(request)).getLambdasList();
  }

  /**
   * Returns the same calls as futures.
   *
   * @param executor whose threads make the calls: a call occupies one until it has its answer, a
   *     wait until the end. On JDK 21 and later one of virtual threads fits
   */
  public AsyncCalls async(Executor executor) {
    return new AsyncCalls(this, executor);
  }

  /** Ends waits and gives calls under way a moment to end. */
  @Override
  public void close() {
    closed.countDown();
    connection.end().run();
  }

  private ScheduleRequest keyed(TaskSpec spec) {
    var request = spec.request().toBuilder();
    Optional.ofNullable(spec.payload())
        .ifPresent(
            payload -> request.setData(json.bytes(payload)).setContentType("application/json"));
    if (!spec.hasKey()) {
      request.setIdempotencyKey(randomName());
    }
    return request.build();
  }

  private String randomName() {
    var name = new byte[16];
    random.nextBytes(name);
    return "client-" + HexFormat.of().formatHex(name);
  }

  private TaskSnapshot snapshot(Task task) {
    return new TaskSnapshot(task, json.mapper());
  }

  /** Settings of a client, each with a default. */
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

    /** Sets the time-out of each try of a call; default 10 s. */
    public Builder callTimeout(Duration timeout) {
      if (timeout.isNegative() || timeout.isZero()) {
        throw new IllegalArgumentException("callTimeout: " + timeout + " (expected: more than 0)");
      }
      callTimeout = timeout;
      return this;
    }

    /** Tries of a call in all, 1 for none but the first; default 4. */
    public Builder triesMax(int tries) {
      if (tries < 1) {
        throw new IllegalArgumentException("triesMax: " + tries + " (expected: 1 or more)");
      }
      triesMax = tries;
      return this;
    }

    /** Writes payloads and reads results. */
    public Builder objectMapper(ObjectMapper mapper) {
      json = mapper;
      return this;
    }

    /** Sets the caller's credentials, such as {@link BearerToken}; default: none. */
    public Builder credentials(CallCredentials shown) {
      credentials = shown;
      return this;
    }

    /** Sets, for https, the trusted certificates and the client's own; default: the JDK's. */
    public Builder tls(SSLSocketFactory sockets) {
      tls = sockets;
      return this;
    }

    /**
     * Sets whether concurrent Schedules of a lambda may go together in one ScheduleBatch, which
     * costs both sides a fraction: a call waits for others only while two are under way. Each has
     * an answer of its own. Default: true for a connection of the client's own, false for a given
     * channel, whose interceptors see a shared call as one. To be switched off where an agent ties
     * each call to its caller's trace.
     */
    public Builder shareCalls(boolean share) {
      shareCalls = share;
      return this;
    }

    /** Connects with the first call. */
    public AtfClient build() {
      return new AtfClient(this);
    }
  }
}
