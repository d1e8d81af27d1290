package dev.atf.hsc;

import dagger.Binds;
import dagger.Module;
import dev.atf.runtime.Service;

/** What the HSC is made of, whatever store it writes to. */
@Module
interface HscModule {
  @Binds
  Service service(HscService service);
}
