/** Worker hosts, which HSCs record and other services read. */
@NullMarked
package dev.atf.store.worker;

import org.jspecify.annotations.NullMarked;
