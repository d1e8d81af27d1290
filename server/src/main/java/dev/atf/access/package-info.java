/**
 * Access control for callers, calls and lambdas. The protocol declares the rights that each call
 * needs. The policy and the credentials grant rights to callers. Everything that is not granted is
 * refused.
 */
@NullMarked
package dev.atf.access;

import org.jspecify.annotations.NullMarked;
