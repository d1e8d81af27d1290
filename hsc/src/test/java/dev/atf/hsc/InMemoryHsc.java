package dev.atf.hsc;

import dagger.BindsInstance;
import dagger.Component;
import dagger.Module;
import dagger.Provides;
import dev.atf.blob.store.BlobConnection;
import dev.atf.hints.ConsumerChannels;
import dev.atf.hints.HintReceiver;
import dev.atf.hints.HintSettings;
import dev.atf.hsc.worker.PlaceDirectory;
import dev.atf.runtime.Service;
import dev.atf.runtime.process.RuntimePorts;
import dev.atf.store.ports.StorePorts;
import dev.atf.testtime.TestTimeouts;
import io.grpc.inprocess.InProcessChannelBuilder;
import jakarta.inject.Singleton;

/** The HSC wired as in production, with the steps that tests turn. */
@Singleton
@Component(
    modules = {HscModule.class, InMemoryHsc.TestModule.class},
    dependencies = {HscConfig.class, StorePorts.class, RuntimePorts.class})
interface InMemoryHsc {
  Service service();

  Refresh refresh();

  PlaceDirectory places();

  @Component.Factory
  interface Factory {
    InMemoryHsc create(
        HscConfig config,
        StorePorts store,
        @BindsInstance BlobConnection blobs,
        RuntimePorts runtime);
  }

  @Module
  interface TestModule {
    /** Leads to the server of this process that has the member's name. */
    @Provides
    static ConsumerChannels consumers() {
      return (member, uri) -> InProcessChannelBuilder.forName(member).directExecutor().build();
    }

    @Provides
    static HintReceiver noConsumer() {
      return HintReceiver.NONE;
    }

    /** Long enough that a slow machine does not end a call. */
    @Provides
    static HintSettings hints() {
      return new HintSettings(TestTimeouts.STALL, "");
    }
  }
}
