package dev.atf.hsc.plans;

import dagger.Binds;
import dagger.Module;
import dagger.multibindings.IntoMap;
import dagger.multibindings.StringKey;
import dev.atf.hsc.claim.WorkInputs;
import dev.atf.hsc.condition.Conditions;
import dev.atf.hsc.result.EndListener;
import dev.atf.hsc.result.SuccessEffects;
import dev.atf.runtime.loop.Step;

/** Wires plans into an HSC. */
@Module
public interface HscPlansModule {
  @Binds
  WorkInputs inputs(JobInputs jobs);

  @Binds
  SuccessEffects effects(PlanEffects plans);

  @Binds
  Conditions conditions(StoredConditions plans);

  @Binds
  EndListener ends(HintSender hints);

  @Binds
  @IntoMap
  @StringKey("hsc-hints")
  Step hints(HintSender sender);
}
