@NullMarked
package dev.atf.hsc.rpc;

import org.jspecify.annotations.NullMarked;
