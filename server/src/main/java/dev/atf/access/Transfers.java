package dev.atf.access;

import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.auth.Principal;
import dev.atf.runtime.rpc.LongCall;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Uploads and downloads of files in progress at one server. A tenant may use at most as many
 * transfers as are still free, and a caller at most as many as its tenant can still start.
 * Therefore, other tenants, and other callers of the same tenant, can always start some.
 */
public final class Transfers {
  private final int max;
  private final Set<Transfer> inProgress = new HashSet<>();

  public Transfers(int max) {
    this.max = max;
  }

  /**
   * Starts a transfer for the caller of this thread's call. It ends with the call at the latest.
   *
   * @param tenant tenant that owns the files
   * @throws io.grpc.StatusRuntimeException OVERLOADED
   */
  public Transfer begin(String tenant, LongCall call) {
    return begin(tenant, Principal.current(), call);
  }

  Transfer begin(String tenant, Optional<Principal> caller, LongCall call) {
    var transfer = new Transfer(tenant, caller, call);
    add(transfer);
    call.whenOver(transfer::close);
    return transfer;
  }

  private synchronized void add(Transfer transfer) {
    long ofTenant = inProgress.stream().filter(transfer::isOfSameTenant).count();
    long ofCaller = inProgress.stream().filter(transfer::isOfSameCaller).count();
    long free = max - inProgress.size() - ofTenant;
    if (free <= 0 || (transfer.caller.isPresent() && ofCaller >= free)) {
      throw RpcErrors.of(
          ErrorReason.OVERLOADED,
          "too many files are transferred: %d of this caller, %d of its tenant, %d in all (at most"
                  .formatted(ofCaller, ofTenant, inProgress.size())
              + " %d; each tenant and caller leaves some to others); try again later"
                  .formatted(max));
    }
    inProgress.add(transfer);
  }

  private synchronized void remove(Transfer transfer) {
    inProgress.remove(transfer);
  }

  /** Transfer in progress. */
  public final class Transfer implements AutoCloseable {
    private final String tenant;
    private final Optional<Principal> caller;
    private final LongCall call;

    private Transfer(String tenant, Optional<Principal> caller, LongCall call) {
      this.tenant = tenant;
      this.caller = caller;
      this.call = call;
    }

    private boolean isOfSameTenant(Transfer other) {
      return tenant.equals(other.tenant);
    }

    private boolean isOfSameCaller(Transfer other) {
      return caller.map(Principal::name).equals(other.caller.map(Principal::name))
          && caller.map(Principal::tenant).equals(other.caller.map(Principal::tenant));
    }

    /** Returns the content of a download. Closing it ends this transfer. */
    public InputStream of(InputStream content) {
      return new FilterInputStream(content) {
        @Override
        public int read() throws IOException {
          int read = super.read();
          call.moved(read < 0 ? 0 : 1);
          return read;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
          int read = super.read(into, from, length);
          call.moved(Math.max(0, read));
          return read;
        }

        @Override
        public void close() throws IOException {
          Transfer.this.close();
          super.close();
        }
      };
    }

    @Override
    public void close() {
      remove(this);
    }
  }
}
