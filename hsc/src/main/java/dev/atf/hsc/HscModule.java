package dev.atf.hsc;

import dagger.Binds;
import dagger.Module;
import dagger.multibindings.IntoSet;
import dev.atf.hsc.plans.HscPlansModule;
import dev.atf.hsc.rpc.HscRpc;
import dev.atf.runtime.Service;
import io.grpc.BindableService;

/** Parts of the HSC, whatever store it writes to. */
@Module(includes = HscPlansModule.class)
interface HscModule {
  @Binds
  Service service(HscService service);

  @Binds
  @IntoSet
  BindableService served(HscRpc rpc);
}
