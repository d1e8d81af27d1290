/** All ports of one store. */
@NullMarked
package dev.atf.store.ports;

import org.jspecify.annotations.NullMarked;
