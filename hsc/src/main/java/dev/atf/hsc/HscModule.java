package dev.atf.hsc;

import dagger.Binds;
import dagger.Module;
import dagger.multibindings.IntoSet;
import dev.atf.hsc.claim.WorkInputs;
import dev.atf.hsc.plans.JobInputs;
import dev.atf.hsc.plans.PlanEffects;
import dev.atf.hsc.result.SuccessEffects;
import dev.atf.hsc.rpc.HscRpc;
import dev.atf.runtime.Service;
import io.grpc.BindableService;

/** Parts of the HSC, whatever store it writes to. */
@Module
interface HscModule {
  @Binds
  Service service(HscService service);

  @Binds
  @IntoSet
  BindableService served(HscRpc rpc);

  @Binds
  WorkInputs inputs(JobInputs jobs);

  @Binds
  SuccessEffects effects(PlanEffects plans);
}
