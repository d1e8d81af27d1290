@NullMarked
package dev.atf.runtime.tls;

import org.jspecify.annotations.NullMarked;
