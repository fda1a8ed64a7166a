/* The simulation handle of halfshaft: a model that another program drives.
 *
 * Link with the library of the crate halfshaft-c: cargo build --release -p halfshaft-c makes libhalfshaft_c.so and
 * libhalfshaft_c.a in target/release. An example is crates/halfshaft-c/tests/controller.c.
 *
 * Functions that return int return 0, or a code below zero; halfshaft_error then has the reason. Texts are UTF-8 and end with
 * a null character. Handles are independent of each other; one handle must not be used by two threads at the same time. */

#ifndef HALFSHAFT_H
#define HALFSHAFT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HALFSHAFT_OK 0
/* An argument is null or no UTF-8, or a buffer is too small. */
#define HALFSHAFT_BAD_ARGUMENT (-1)
/* The model is invalid. */
#define HALFSHAFT_INVALID_MODEL (-2)
/* The computation failed; the simulation stays where its last step ended. */
#define HALFSHAFT_FAILED (-3)
/* There is no input, output or channel of this name. */
#define HALFSHAFT_UNKNOWN_NAME (-4)
/* A time that has passed or is too late, or a number that is not finite. */
#define HALFSHAFT_REFUSED (-5)
/* A saved state of another version or of another model. */
#define HALFSHAFT_UNRESTORABLE (-6)
/* An internal error, or a model that was not opened; the handle can only be freed. */
#define HALFSHAFT_PANICKED (-7)

typedef struct halfshaft halfshaft;

/* Reads and assembles a model file. overrides are count pairs of name and value, as --set of the command line; NULL and 0
 * for none. Returns NULL for arguments that are no texts, else a handle that must be freed. If halfshaft_error is not empty,
 * the model could not be opened. */
halfshaft *halfshaft_open(const char *path, const char *const *overrides, size_t count);

/* The message of the last failure, valid until the next call with the handle; empty if there was none. */
const char *halfshaft_error(const halfshaft *simulation);

/* Frees a handle; NULL is allowed. */
void halfshaft_free(halfshaft *simulation);

/* Sets an input, an item of [[input]], in its unit. A held input jumps now; a linear one reaches the value at the end of the
 * next halfshaft_advance_to. */
int halfshaft_set_input(halfshaft *simulation, const char *name, double value);

/* Advances to a time in seconds, where a step ends. */
int halfshaft_advance_to(halfshaft *simulation, double time);

/* Takes one step. *time, unless NULL, is set to the time at which it ends. */
int halfshaft_step(halfshaft *simulation, double *time);

/* The time at which the last step ended, in seconds. */
double halfshaft_time(const halfshaft *simulation);

/* The value of an output now, an item of [[output]], in its unit. */
int halfshaft_output(halfshaft *simulation, const char *name, double *value);

/* The value of a channel now, as "motor.speed", in its SI unit. */
int halfshaft_channel(halfshaft *simulation, const char *path, double *value);

/* The value of an output at a time, from inside a step: no step ends there for it. Steps are taken until one covers the time;
 * times before the last step are refused. */
int halfshaft_sample(halfshaft *simulation, double time, const char *name, double *value);

/* Saves everything that the rest of the motion depends on. *length is set to the number of bytes; they are written to bytes
 * if that is not NULL and capacity is large enough. */
int halfshaft_save(halfshaft *simulation, uint8_t *bytes, size_t capacity, size_t *length);

/* Goes to a saved state, of the same model and the same version of halfshaft. What follows has the same bits. */
int halfshaft_restore(halfshaft *simulation, const uint8_t *bytes, size_t length);

/* Linearizes about the present state, from one input to one output: x' = A x + B u, y = C x + D u, in their units. *states is
 * set to the number n of states. With capacity 0 that is all; with capacity >= n, A (n * n, by rows), B (n), C (n) and D (1) are
 * written, each unless it is NULL. */
int halfshaft_linearize(halfshaft *simulation, const char *input, const char *output, size_t capacity, size_t *states,
                        double *a, double *b, double *c, double *d);

#ifdef __cplusplus
}
#endif

#endif
