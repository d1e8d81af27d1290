package dev.atf.frontend.resource;

import dev.atf.access.Tenancy;
import dev.atf.blob.BlobKey;
import dev.atf.blob.BlobUpload;
import dev.atf.blob.Blobs;
import dev.atf.frontend.lambda.LambdaCache;
import dev.atf.model.LambdaName;
import dev.atf.model.resource.Digest;
import dev.atf.model.resource.Resource;
import dev.atf.model.resource.TaskFiles;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.store.route.RouteRegistry;
import dev.atf.validation.Violations;
import io.grpc.StatusRuntimeException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import java.io.InputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Resources as callers ask for them: by the name of a lambda, whose tenant they are of. */
public final class ResourceStore {
  /** Chosen: how long a resource is kept that no task uses, for the Schedule to come. */
  private static final Duration UNUSED_KEPT = Duration.ofDays(1);

  private final Blobs blobs;
  private final LambdaCache lambdas;
  private final RouteRegistry routes;
  private final InstantSource clock;
  private final Counter uploads;
  private final Counter downloads;

  @Inject
  ResourceStore(
      Blobs blobs,
      LambdaCache lambdas,
      RouteRegistry routes,
      InstantSource clock,
      MeterRegistry metrics) {
    this.blobs = blobs;
    this.lambdas = lambdas;
    this.routes = routes;
    this.clock = clock;
    this.uploads =
        Counter.builder("atf.frontend.resources.uploads")
            .description("uploads of resources that were begun")
            .register(metrics);
    this.downloads =
        Counter.builder("atf.frontend.resources.downloads")
            .description("downloads of resources and outputs that were begun")
            .register(metrics);
  }

  /** Resource that is read. */
  record Opened(long bytes, InputStream content) {}

  /**
   * Returns the digests of which the tenant has no content; the others are kept for a day at least.
   *
   * @throws StatusRuntimeException LAMBDA_NOT_FOUND
   */
  List<String> missing(String lambda, List<String> asked) {
    var violations = new Violations();
    violations.requireBetween("sha256", asked.size(), 1, TaskFiles.RESOURCES_MAX);
    violations.refuse();
    var digests = asked.stream().map(hex -> violations.read(() -> new Digest(hex))).toList();
    violations.refuse();
    var tenant = tenant(lambda);
    var until = clock.instant().plus(UNUSED_KEPT);
    return digests.stream()
        .map(Optional::orElseThrow)
        .distinct()
        .filter(digest -> blobs.use(new BlobKey(tenant, digest), until).isEmpty())
        .map(Digest::hex)
        .toList();
  }

  /**
   * Begins to keep a resource.
   *
   * @throws StatusRuntimeException LAMBDA_NOT_FOUND
   */
  BlobUpload upload(String lambda, String sha256, long bytes) {
    var violations = new Violations();
    var digest = violations.read(() -> new Digest(sha256));
    violations.requireBetween("bytes", bytes, 0, Resource.BYTES_MAX);
    violations.refuse();
    var key = new BlobKey(tenant(lambda), digest.orElseThrow());
    uploads.increment();
    return blobs.upload(key, bytes, clock.instant().plus(UNUSED_KEPT));
  }

  /**
   * Opens a resource.
   *
   * @throws StatusRuntimeException LAMBDA_NOT_FOUND, RESOURCE_NOT_FOUND
   */
  Opened open(String lambda, String sha256) {
    var digest = new Digest(sha256);
    downloads.increment();
    var key = new BlobKey(tenant(lambda), digest);
    return blobs
        .find(key)
        .flatMap(blob -> blobs.open(key).map(content -> new Opened(blob.bytes(), content)))
        .orElseThrow(
            () ->
                RpcErrors.of(
                    ErrorReason.RESOURCE_NOT_FOUND,
                    "there is no resource %s, or no task has used it for long".formatted(digest)));
  }

  /** Returns the tenant of a lambda, or of a route, whose lambdas are its own tenant's. */
  private String tenant(String lambda) {
    var name = new LambdaName(lambda);
    if (lambdas.find(name).isEmpty() && routes.find(name).isEmpty()) {
      throw LambdaCache.notFound(name);
    }
    return Tenancy.of(lambda);
  }
}
