package dev.atf.hsc.plans;

import dagger.Binds;
import dagger.Module;
import dev.atf.hsc.claim.SuccessEffects;
import dev.atf.hsc.claim.WorkInputs;
import dev.atf.hsc.condition.Conditions;

/** Wires plans into an HSC. */
@Module
public interface HscPlansModule {
  @Binds
  WorkInputs inputs(JobInputs jobs);

  @Binds
  SuccessEffects effects(PlanEffects plans);

  @Binds
  Conditions conditions(StoredConditions plans);
}
