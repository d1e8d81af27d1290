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
import dev.atf.hsc.member.HscMember;
import dev.atf.hsc.member.Presence;
import dev.atf.hsc.plans.HscPlansModule;
import dev.atf.hsc.rpc.HscRpc;
import dev.atf.hsc.rpc.StagingRpc;
import dev.atf.runtime.ProcessName;
import dev.atf.runtime.Service;
import dev.atf.runtime.loop.Loops;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.process.LoopsModule;
import dev.atf.store.MemberRegistry;
import dev.atf.store.StoreLocality;
import io.grpc.BindableService;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** Provides the threads of calls, and what depends on more than the settings. */
@Module(includes = {HscPlansModule.class, LoopsModule.class})
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
  static Presence presence(
      MemberRegistry members, HscMember self, HscConfig config, Loops loops, InstantSource clock) {
    return new Presence(members, self, config.beatInterval(), loops, clock);
  }

  @Provides
  @Singleton
  static HscMember self(ProcessName name, RandomGenerator random) {
    return new HscMember(name.unique(random));
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
