package dev.atf.hsc;

import dagger.Binds;
import dagger.Module;
import dev.atf.runtime.Service;

/** Parts of the HSC, whatever store it writes to. */
@Module
interface HscModule {
  @Binds
  Service service(HscService service);
}
