/* A speed controller outside the model: it reads the speed every millisecond and sets the torque of the motor.
 *
 * usage: controller examples/signals/external_torque.toml */

#include "halfshaft.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int code, const halfshaft *simulation)
{
    if (code != HALFSHAFT_OK) {
        fprintf(stderr, "code %d: %s\n", code, halfshaft_error(simulation));
        exit(1);
    }
}

/* Controls the speed of the load to 200 rpm until a time; the integral of the error goes on from call to call. */
static double control(halfshaft *simulation, double until, double *integral)
{
    const double period = 1e-3, proportional = 0.4, integrating = 0.5;
    double speed = 0.0;
    while (halfshaft_time(simulation) < until - 0.5 * period) {
        check(halfshaft_output(simulation, "speed", &speed), simulation);
        double error = 200.0 - speed;
        *integral += error * period;
        check(halfshaft_set_input(simulation, "torque", proportional * error + integrating * *integral), simulation);
        check(halfshaft_advance_to(simulation, halfshaft_time(simulation) + period), simulation);
    }
    check(halfshaft_output(simulation, "speed", &speed), simulation);
    return speed;
}

int main(int count, char **arguments)
{
    if (count != 2) {
        fprintf(stderr, "usage: %s MODEL\n", arguments[0]);
        return 2;
    }
    const char *overrides[] = {"default", "0 N m", "damping", "2 N m s/rad"};
    halfshaft *simulation = halfshaft_open(arguments[1], overrides, 2);
    if (simulation == NULL || halfshaft_error(simulation)[0] != '\0') {
        fprintf(stderr, "%s\n", halfshaft_error(simulation));
        return 1;
    }

    double integral = 0.0, first = control(simulation, 2.0, &integral);

    /* Saved, and once more from there: the same bits. */
    size_t length = 0;
    check(halfshaft_save(simulation, NULL, 0, &length), simulation);
    uint8_t *saved = malloc(length);
    check(halfshaft_save(simulation, saved, length, &length), simulation);
    double again = integral, speed = control(simulation, 6.0, &integral);
    check(halfshaft_restore(simulation, saved, length), simulation);
    int same = control(simulation, 6.0, &again) == speed;

    /* From the torque to the speed of the load, in N m and rpm. */
    size_t states = 0;
    check(halfshaft_linearize(simulation, "torque", "speed", 0, &states, NULL, NULL, NULL, NULL), simulation);
    double *a = calloc(states * states, sizeof(double)), *b = calloc(states, sizeof(double)), d = 1.0;
    check(halfshaft_linearize(simulation, "torque", "speed", states, &states, a, b, NULL, &d), simulation);
    double largest = 0.0;
    for (size_t i = 0; i < states; i++)
        largest = fmax(largest, fabs(b[i]));

    /* What makes no sense has a code and a reason. */
    int unknown = halfshaft_set_input(simulation, "torqe", 1.0);
    int named = strstr(halfshaft_error(simulation), "did you mean \"torque\"?") != NULL;
    int past = halfshaft_advance_to(simulation, 1.0);
    uint8_t nothing[4] = {0};
    int damaged = halfshaft_restore(simulation, nothing, sizeof nothing);

    printf("speed %.6f rpm after 2 s, %.6f rpm after 6 s, same %d, states %zu, b %.6f, d %.3g, codes %d %d %d, named %d\n", first, speed,
           same, states, largest, d, unknown, past, damaged, named);
    free(saved);
    free(a);
    free(b);
    halfshaft_free(simulation);
    return 0;
}
