package dev.atf.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.Descriptors;
import com.google.protobuf.Message;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.grpc.GrpcServiceBuilder;
import com.linecorp.armeria.server.prometheus.PrometheusExpositionService;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.Action;
import dev.atf.runtime.WatchedFile;
import dev.atf.runtime.auth.Principal;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.refusal.CallRefusal;
import dev.atf.runtime.server.AuthConfig;
import dev.atf.runtime.server.AuthMode;
import dev.atf.runtime.server.RpcServerConfig;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/**
 * Rights of the callers of one service. Where callers show no credentials, every caller has all
 * rights.
 */
@Singleton
public final class AccessControl {
  /** Delay until a changed policy, such as a revoked grant, takes effect. */
  private static final Duration CHECK_EVERY = Duration.ofSeconds(1);

  private static final CallRefusal METRICS_NOT_ALLOWED =
      new CallRefusal(
          Status.Code.PERMISSION_DENIED,
          HttpStatus.FORBIDDEN,
          ErrorReason.ACTION_NOT_ALLOWED.name(),
          "not allowed to read metrics, which are of all tenants (expected: the grant read:* and,"
              + " with tokens, the tenant *)");

  private final boolean on;
  private final boolean credentialsNameTenants;
  private final Supplier<Policy> policy;

  /**
   * Reads the policy, if there is one.
   *
   * @throws dev.atf.runtime.config.ConfigException if the policy cannot be read
   */
  @Inject
  public AccessControl(RpcServerConfig config) {
    var auth = config.auth();
    this.on = auth.mode() != AuthMode.NONE;
    this.credentialsNameTenants = auth.mode() == AuthMode.JWT;
    this.policy = policyOf(auth);
  }

  private static Supplier<Policy> policyOf(AuthConfig auth) {
    if (auth.policyFile().isEmpty()) {
      var policy =
          auth.policy().isEmpty() ? Policy.EMPTY : Policy.parse(auth.policy().getBytes(UTF_8));
      return () -> policy;
    }
    var file = Path.of(auth.policyFile());
    return new WatchedFile<>(file, CHECK_EVERY, MonotonicClock.system(), Policy::parse)::get;
  }

  /**
   * Adds the check of rights in front of the handlers of a server, and the audit log in front of
   * that check.
   */
  public void guard(GrpcServiceBuilder grpc, TaskLambdas tasks) {
    var audit = new AuditLog();
    if (!on) {
      grpc.intercept(audit);
      return;
    }
    var rights = new Authorization(this::rightsOf, credentialsNameTenants, tasks);
    grpc.intercept(
        new ServerInterceptor() {
          @Override
          public <Q, A> ServerCall.Listener<Q> interceptCall(
              ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
            return audit.interceptCall(
                call, headers, (seen, metadata) -> rights.interceptCall(seen, metadata, next));
          }
        });
  }

  /**
   * Restricts a server's metrics to callers that may read the lambdas of all tenants, which the
   * metrics name.
   */
  public void guardMetrics(ServerBuilder server) {
    if (on) {
      server.decorator(
          (call, context, request) ->
              context.config().service().as(PrometheusExpositionService.class) == null
                      || Principal.current().filter(this::readsAll).isPresent()
                  ? call.serve(context, request)
                  : METRICS_NOT_ALLOWED.render(request));
    }
  }

  private boolean readsAll(Principal principal) {
    return rightsOf(principal).everywhere(Set.of(Action.READ), credentialsNameTenants);
  }

  /** Returns the lambdas that the caller of this thread's call may see. */
  public Predicate<String> visible() {
    return visibility().get();
  }

  /**
   * Returns the visible lambdas for a long call. Each call of the supplier applies the current
   * policy.
   */
  public Supplier<Predicate<String>> visibility() {
    return allowed(Action.READ);
  }

  /**
   * Returns the lambdas on which the caller of this thread's call may perform an action. The result
   * is also valid on other threads.
   */
  public Supplier<Predicate<String>> allowed(Action action) {
    var caller = Principal.current();
    if (!on || caller.isEmpty()) {
      return () -> lambda -> !on;
    }
    return () -> {
      var rights = rightsOf(caller.get());
      return lambda -> rights.on(Set.of(action), lambda) == Rights.Decision.ALLOWED;
    };
  }

  /**
   * Returns whether the caller of this thread's call may perform an action on a lambda that the
   * call did not name.
   */
  public boolean allows(Action action, String lambda) {
    return allowed(action).get().test(lambda);
  }

  /**
   * Returns the refusal of this thread's call, which did not arrive over gRPC.
   *
   * @return empty if the call is allowed
   */
  public Optional<StatusRuntimeException> refusal(
      MethodDescriptor<?, ?> method, Message request, TaskLambdas tasks) {
    return on
        ? new Authorization(this::rightsOf, credentialsNameTenants, tasks).refusal(method, request)
        : Optional.empty();
  }

  /**
   * Returns the refusal of this thread's call, decided from its path before its body is read.
   *
   * @param fromPath values of the fields in the path, by name
   * @return empty if only the whole call decides
   */
  public Optional<StatusRuntimeException> refusal(
      Descriptors.MethodDescriptor method, Map<String, String> fromPath) {
    return on
        ? new Authorization(this::rightsOf, credentialsNameTenants, TaskLambdas.NONE)
            .refusal(method, fromPath)
        : Optional.empty();
  }

  /** Returns the limits of a lambda's tenant; empty if it has none. */
  public Optional<TenantQuota> quotaOfTenant(String lambda) {
    return policy.get().quotaOf(Tenancy.of(lambda));
  }

  /**
   * Checks that the tenant of a lambda may have one more of what all tenants together have a
   * limited number of. Without a quota a tenant has at most half of what the other tenants leave,
   * so that some are left for each; names without a tenant may have all. A quota of 0 is none.
   *
   * @param kind plural name of the objects, such as {@code routes}
   * @param present lambdas of the existing objects
   * @param max maximum number of objects of all tenants
   * @throws StatusRuntimeException TENANT_FULL
   */
  public void requirePlace(
      String lambda,
      String kind,
      Collection<String> present,
      int max,
      ToIntFunction<TenantQuota> quota) {
    var tenant = Tenancy.of(lambda);
    long own = present.stream().filter(each -> Tenancy.of(each).equals(tenant)).count();
    int limit = quotaOfTenant(lambda).map(quota::applyAsInt).orElse(0);
    long left = max - (present.size() - own);
    if (limit > 0 && own >= limit) {
      throw RpcErrors.of(
          ErrorReason.TENANT_FULL,
          "the tenant %s has %d %s (expected: at most %d, by its quota)"
              .formatted(tenant, own, kind, limit));
    }
    if (limit == 0 && !tenant.isEmpty() && own >= (left + 1) / 2) {
      throw RpcErrors.of(
          ErrorReason.TENANT_FULL,
          "the tenant %s has %d %s (expected: at most half of what other tenants leave of %d; its quota in the policy may allow more)"
              .formatted(tenant, own, kind, max));
    }
  }

  private Rights rightsOf(Principal principal) {
    return Rights.of(principal, policy.get());
  }
}
