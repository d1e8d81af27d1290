@NullMarked
package dev.atf.frontend.rpc;

import org.jspecify.annotations.NullMarked;
