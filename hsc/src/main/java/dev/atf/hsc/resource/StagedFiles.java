package dev.atf.hsc.resource;

import dev.atf.access.AccessControl;
import dev.atf.access.Tenancy;
import dev.atf.access.TenantQuota;
import dev.atf.access.Transfers;
import dev.atf.blob.BlobUpload;
import dev.atf.blob.Blobs;
import dev.atf.blob.TenantFiles;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.rpc.LongCall;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import java.time.InstantSource;
import java.util.List;

/**
 * Files that executors read and write. They belong to the tenant whose lambda the executor runs.
 */
public final class StagedFiles {
  private final TenantFiles files;
  private final Transfers transfers;
  private final AccessControl access;
  private final Counter reads;
  private final Counter writes;

  @Inject
  StagedFiles(
      Blobs blobs,
      InstantSource clock,
      Transfers transfers,
      AccessControl access,
      MeterRegistry metrics) {
    this.files = new TenantFiles(blobs, clock);
    this.transfers = transfers;
    this.access = access;
    this.reads =
        Counter.builder("atf.hsc.files.read")
            .description("started downloads of resources by worker hosts")
            .register(metrics);
    this.writes =
        Counter.builder("atf.hsc.files.written")
            .description("started uploads of outputs by worker hosts")
            .register(metrics);
  }

  /**
   * Begins to read or write a file.
   *
   * @throws io.grpc.StatusRuntimeException OVERLOADED
   */
  public Transfers.Transfer transfer(String lambda, LongCall call) {
    return transfers.begin(Tenancy.of(lambda), call);
  }

  /**
   * Opens a file.
   *
   * @throws io.grpc.StatusRuntimeException RESOURCE_NOT_FOUND
   */
  public TenantFiles.Opened open(String lambda, String sha256) {
    var opened =
        files
            .open(Tenancy.of(lambda), sha256)
            .orElseThrow(
                () ->
                    RpcErrors.of(
                        ErrorReason.RESOURCE_NOT_FOUND,
                        "resource %s is not kept any more".formatted(sha256)));
    reads.increment();
    return opened;
  }

  /**
   * Returns the digests whose contents are not stored. The others are kept for at least one day.
   */
  public List<String> missing(String lambda, List<String> digests) {
    return files.missing(Tenancy.of(lambda), digests);
  }

  /**
   * Begins to store a file.
   *
   * @throws dev.atf.blob.TenantFullException if the tenant has used up its quota of bytes
   */
  public BlobUpload write(String lambda, String sha256, long bytes) {
    long max = access.quotaOfTenant(lambda).map(TenantQuota::filesBytesMax).orElse(0L);
    var upload = files.upload(Tenancy.of(lambda), sha256, bytes, max);
    writes.increment();
    return upload;
  }
}
