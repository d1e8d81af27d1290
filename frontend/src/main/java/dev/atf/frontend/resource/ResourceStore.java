package dev.atf.frontend.resource;

import dev.atf.access.AccessControl;
import dev.atf.access.Tenancy;
import dev.atf.access.TenantQuota;
import dev.atf.access.Transfers;
import dev.atf.blob.BlobKey;
import dev.atf.blob.BlobUpload;
import dev.atf.blob.Blobs;
import dev.atf.blob.TenantFiles;
import dev.atf.frontend.lambda.LambdaCache;
import dev.atf.model.LambdaName;
import dev.atf.model.resource.Digest;
import dev.atf.model.resource.Resource;
import dev.atf.model.resource.TaskFiles;
import dev.atf.model.task.TaskEntity;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.rpc.LongCall;
import dev.atf.store.route.RouteRegistry;
import dev.atf.validation.Violations;
import io.grpc.StatusRuntimeException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Resources that callers request by the name of a lambda or a route of their tenant, and resources
 * that a task needs.
 */
public final class ResourceStore {
  /**
   * Maximum number of concurrent transfers. Over HTTP they use at most a third of the call threads.
   */
  public static final int TRANSFERS_MAX = 64;

  /**
   * Time for which files are kept after their task's entity expires, because entities may be
   * deleted late.
   */
  private static final Duration KEPT_BEYOND_ENTITY = Duration.ofDays(1);

  private final Blobs blobs;
  private final TenantFiles files;
  private final LambdaCache lambdas;
  private final RouteRegistry routes;
  private final Transfers transfers;
  private final AccessControl access;
  private final Counter uploads;
  private final Counter downloads;

  @Inject
  ResourceStore(
      Blobs blobs,
      InstantSource clock,
      LambdaCache lambdas,
      RouteRegistry routes,
      Transfers transfers,
      AccessControl access,
      MeterRegistry metrics) {
    this.blobs = blobs;
    this.files = new TenantFiles(blobs, clock);
    this.lambdas = lambdas;
    this.routes = routes;
    this.transfers = transfers;
    this.access = access;
    this.uploads =
        Counter.builder("atf.frontend.resources.uploads")
            .description("uploads of resources that were started")
            .register(metrics);
    this.downloads =
        Counter.builder("atf.frontend.resources.downloads")
            .description("downloads of resources and outputs that were started")
            .register(metrics);
  }

  /** Returns the key of a file of a lambda's task, a resource or an output. */
  public static BlobKey keyOf(LambdaName lambda, Digest digest) {
    return new BlobKey(Tenancy.of(lambda.value()), digest);
  }

  /**
   * Returns the digests whose content the tenant does not have. The content of all others is kept
   * for at least a day.
   *
   * @throws StatusRuntimeException LAMBDA_NOT_FOUND
   */
  List<String> missing(String lambda, List<String> digests) {
    return files.missing(tenant(lambda), digests);
  }

  /**
   * Begins an upload or a download.
   *
   * @throws StatusRuntimeException LAMBDA_NOT_FOUND, OVERLOADED
   */
  public Transfers.Transfer transfer(String lambda, LongCall call) {
    return transfers.begin(tenant(lambda), call);
  }

  /**
   * Begins the upload of a resource.
   *
   * @throws StatusRuntimeException LAMBDA_NOT_FOUND
   * @throws dev.atf.blob.TenantFullException if the tenant has used up its quota of bytes
   */
  public BlobUpload upload(String lambda, String sha256, long bytes) {
    var tenant = tenant(lambda);
    long max = access.quotaOfTenant(lambda).map(TenantQuota::filesBytesMax).orElse(0L);
    var upload = files.upload(tenant, sha256, bytes, max);
    uploads.increment();
    return upload;
  }

  /**
   * Opens a resource.
   *
   * @throws StatusRuntimeException LAMBDA_NOT_FOUND, RESOURCE_NOT_FOUND
   */
  public TenantFiles.Opened open(String lambda, String sha256) {
    var opened =
        files
            .open(tenant(lambda), sha256)
            .orElseThrow(
                () ->
                    RpcErrors.of(
                        ErrorReason.RESOURCE_NOT_FOUND,
                        "there is no resource %s, or no task has used it for long"
                            .formatted(sha256)));
    downloads.increment();
    return opened;
  }

  /**
   * Extends the lifetime of the resources of a task that is about to be stored, so that they are
   * kept as long as the task may run.
   *
   * @return the task with the sizes of its resources; missing resources are added to {@code
   *     violations}
   */
  public TaskEntity keep(TaskEntity task, Violations violations) {
    var asked = task.files();
    if (asked.resources().isEmpty()) {
      return task;
    }
    var until = task.expiresAt().plus(KEPT_BEYOND_ENTITY);
    var kept = new ArrayList<Resource>();
    for (int i = 0; i < asked.resources().size(); i++) {
      var resource = asked.resources().get(i);
      var blob = blobs.use(keyOf(task.header().lambda(), resource.digest()), until);
      if (blob.isEmpty()) {
        violations.add(
            ErrorReason.RESOURCE_MISSING,
            "resources[%d].sha256".formatted(i),
            resource.digest(),
            "one that is uploaded: PUT /v1/resources/{sha256}?lambda=, or UploadResource");
      } else {
        kept.add(new Resource(resource.path(), resource.digest(), blob.get().bytes()));
      }
    }
    return violations.isEmpty() ? task.withFiles(new TaskFiles(kept, asked.outputs())) : task;
  }

  private String tenant(String lambda) {
    var name = new LambdaName(lambda);
    if (lambdas.find(name).isEmpty() && routes.find(name).isEmpty()) {
      throw LambdaCache.notFound(name);
    }
    return Tenancy.of(lambda);
  }
}
