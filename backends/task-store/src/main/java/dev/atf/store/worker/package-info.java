/** Worker hosts, as the HSC records them and others read them. */
@NullMarked
package dev.atf.store.worker;

import org.jspecify.annotations.NullMarked;
