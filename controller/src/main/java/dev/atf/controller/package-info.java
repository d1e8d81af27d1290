/**
 * The controller of one worker host: pulls the queues of its lambdas, claims at the HSC, and hands
 * claimed tasks to the executors that ask. It has no access to any database.
 */
@NullMarked
package dev.atf.controller;

import org.jspecify.annotations.NullMarked;
