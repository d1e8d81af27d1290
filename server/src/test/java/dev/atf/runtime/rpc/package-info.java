@NullMarked
package dev.atf.runtime.rpc;

import org.jspecify.annotations.NullMarked;
