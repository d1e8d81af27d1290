package dev.atf.frontend.resource;

import dev.atf.access.Tenancy;
import dev.atf.access.Transfers;
import dev.atf.blob.BlobUpload;
import dev.atf.blob.Blobs;
import dev.atf.blob.TenantFiles;
import dev.atf.frontend.lambda.LambdaCache;
import dev.atf.model.LambdaName;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.rpc.LongCall;
import dev.atf.store.route.RouteRegistry;
import io.grpc.StatusRuntimeException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import java.time.InstantSource;
import java.util.List;

/** Resources as callers ask for them: by the name of a lambda, or of a route, of their tenant. */
public final class ResourceStore {
  /** Those over HTTP take a third of the threads of calls. */
  public static final int TRANSFERS_MAX = 64;

  private final TenantFiles files;
  private final LambdaCache lambdas;
  private final RouteRegistry routes;
  private final Transfers transfers;
  private final Counter uploads;
  private final Counter downloads;

  @Inject
  ResourceStore(
      Blobs blobs,
      InstantSource clock,
      LambdaCache lambdas,
      RouteRegistry routes,
      Transfers transfers,
      MeterRegistry metrics) {
    this.files = new TenantFiles(blobs, clock);
    this.lambdas = lambdas;
    this.routes = routes;
    this.transfers = transfers;
    this.uploads =
        Counter.builder("atf.frontend.resources.uploads")
            .description("uploads of resources that were begun")
            .register(metrics);
    this.downloads =
        Counter.builder("atf.frontend.resources.downloads")
            .description("downloads of resources and outputs that were begun")
            .register(metrics);
  }

  /**
   * Returns the digests of which the tenant has no content; the others are kept for a day at least.
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
   * Begins to keep a resource.
   *
   * @throws StatusRuntimeException LAMBDA_NOT_FOUND
   */
  public BlobUpload upload(String lambda, String sha256, long bytes) {
    var upload = files.upload(tenant(lambda), sha256, bytes);
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

  private String tenant(String lambda) {
    var name = new LambdaName(lambda);
    if (lambdas.find(name).isEmpty() && routes.find(name).isEmpty()) {
      throw LambdaCache.notFound(name);
    }
    return Tenancy.of(lambda);
  }
}
