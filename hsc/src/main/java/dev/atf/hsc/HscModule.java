package dev.atf.hsc;

import dagger.Binds;
import dagger.Module;
import dagger.Provides;
import dagger.multibindings.IntoSet;
import dev.atf.access.Transfers;
import dev.atf.blob.Blobs;
import dev.atf.blob.store.BlobConnection;
import dev.atf.hsc.call.Bulkhead;
import dev.atf.hsc.call.Bulkheads;
import dev.atf.hsc.call.HscMetrics;
import dev.atf.hsc.plans.HscPlansModule;
import dev.atf.hsc.rpc.HscRpc;
import dev.atf.hsc.rpc.StagingRpc;
import dev.atf.runtime.Service;
import dev.atf.runtime.loop.Threads;
import dev.atf.store.StoreLocality;
import io.grpc.BindableService;
import jakarta.inject.Singleton;

/** Parts of an HSC that are the same for every store. */
@Module(includes = HscPlansModule.class)
interface HscModule {
  @Binds
  Service service(HscService service);

  @Provides
  static Blobs blobs(BlobConnection connection) {
    return connection.blobs();
  }

  @Provides
  @Singleton
  static Bulkheads bulkheads(
      Bulkhead.Limits limits, StoreLocality store, Threads threads, HscMetrics metrics) {
    return Bulkheads.of(limits, store, threads, metrics);
  }

  @Provides
  @Singleton
  static Transfers transfers() {
    return new Transfers(Bulkheads.STREAMS_MAX);
  }

  @Binds
  @IntoSet
  BindableService served(HscRpc rpc);

  @Binds
  @IntoSet
  BindableService staging(StagingRpc rpc);
}
