@NullMarked
package dev.atf.runtime.server;

import org.jspecify.annotations.NullMarked;
