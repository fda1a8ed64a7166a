"""Constructors of the items and sections of a model, one for each kind.

Generated from the descriptions of the kinds; HALFSHAFT_UPDATE=1 with the tests of halfshaft-model rewrites it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from halfshaft.items import Amount, Axis, File, Function, Item, Part, Vector


def body(
    name: str,
    *,
    mass: Amount | None = None,
    inertia: Amount | Vector | None = None,
    position: Vector | None = None,
    orientation: Mapping[str, Any] | None = None,
    velocity: Vector | None = None,
    angular_velocity: Vector | None = None,
    rotates: bool | str | None = None,
    start: str | None = None,
    flexible: Mapping[str, Any] | None = None,
    shape: Mapping[str, Any] | None = None,
    look: Mapping[str, Any] | None = None,
    repeat: Mapping[str, Any] | None = None,
    when: bool | str | None = None,
) -> Item:
    """A rigid body: mass and inertia about its centre of mass. Or a mass point, which does not turn.

    name: its name, unique in the model
    mass: mass; a mass in kg
    inertia: moments of inertia about the centre of mass, in the body's axes; one, three or six moments of inertia
    position: centre of mass at the design position, in the model frame; three numbers, each a length in m, by default
        [0, 0, 0]
    orientation: turns the body's axes from the model frame's at the design position; a rotation
    velocity: velocity of the centre of mass at the start, in the model frame; three numbers, each a velocity in m/s,
        by default [0, 0, 0]
    angular_velocity: angular velocity at the start, in the model frame; three numbers, each an angular velocity in
        rad/s, by default [0, 0, 0]
    rotates: whether it can turn; `false` makes it a mass point, which has no `inertia` and is held and pushed at its
        place alone; true or false, by default true
    start: where the parts do not meet at the start: `fixed` stays where it is, `guess` moves as little as possible,
        `free` goes where the others need it; one of fixed, guess, free, by default 'guess'
    flexible: makes a wheel elastic: a body with `shape = { wheel = { … } }` becomes a superelement, whose bore is the
        body for joints and loads; its teeth touch those of another one by `[[contact]]` with `type = 'teeth'`; a
        table of basis, modes, frequency_limit, effective_mass, zones, profile_zones, fineness, damping_ratio,
        static_damping_ratio, damping
    shape: what it is made of, instead of mass and inertia: a table with one of cylinder, tube, sphere, wheel, box
    look: what it looks like, where that says nothing about its mass: a table of outline, axis, boxes
    repeat: this item stands for many; in a program a loop does the same
    when: the model has the item only if this is true

    Its channels: position_x [m], position_y [m], position_z [m], velocity_x [m/s], velocity_y [m/s], velocity_z
        [m/s], angular_velocity_x [rad/s], angular_velocity_y [rad/s], angular_velocity_z [rad/s], kinetic_energy [J],
        rotation_w, rotation_x, rotation_y, rotation_z, acceleration_x [m/s^2], acceleration_y [m/s^2], acceleration_z
        [m/s^2]
    """
    return Item.of("body", None, locals())


def beam(
    name: str,
    *,
    start: Part | None = None,
    end: Part | None = None,
    points: Sequence[Any] | None = None,
    members: Sequence[Any] | None = None,
    elements: int | str | None = None,
    element: str | None = None,
    section: Mapping[str, Any] | None = None,
    up: Axis | None = None,
    material: str | None = None,
    youngs_modulus: Amount | None = None,
    poisson_ratio: Amount | None = None,
    shear_modulus: Amount | None = None,
    density: Amount | None = None,
    shear: str | None = None,
    mass_matrix: str | None = None,
    damping: Amount | None = None,
    offset: Sequence[Any] | None = None,
    free_curvature: Vector | None = None,
    free_extension: Amount | None = None,
    load: Mapping[str, Any] | None = None,
    velocity: Vector | None = None,
    angular_velocity: Vector | None = None,
    about: Vector | None = None,
    in_: str | None = None,
    repeat: Mapping[str, Any] | None = None,
    when: bool | str | None = None,
) -> Item:
    """A flexible beam with mass, geometrically exact, along a line of points, or a frame of such members. Its nodes can be used wherever a body can: 'shaft/gear' by the name of a point, 'shaft/3' by number.

    name: its name, unique in the model
    start: the body or frame to which its first end is clamped; default: free; the name of a body or frame
    end: the body or frame to which its last end is clamped; default: free; the name of a body or frame
    points: the points of its axis, in order; default: from the frame of `start` to that of `end`; a list, each a
        table
    members: the members of a frame, each between two of the `points`; default: one line through all points; a list,
        each a table
    elements: number of elements of each segment between two points; a whole number, by default 4
    element: whether an element has a node at each end, or one more in its middle: more accurate for the same number
        of nodes; one of two-node, three-node, by default 'two-node'
    section: its section; a table with a type: circle (diameter), tube (outer_diameter, inner_diameter), rectangle
        (height, width), box (height, width, thickness), i (height, width, web, flange), numbers (area,
        second_moments, torsion_constant, shear_factors, outline), stiffness (axial, shear, torsion, bending, mass,
        inertia)
    up: direction of the section's y axis, as far as it is across the beam; default: any; a direction
    material: name of its material, for E, ν and density; a text
    youngs_modulus: E, instead of that of a material; a pressure in Pa
    poisson_ratio: ν, instead of that of a material; a number
    shear_modulus: G; default: E/(2 + 2 ν); a pressure in Pa
    density: mass for each volume, instead of that of a material; a density in kg/m^3
    shear: whether it deforms in shear (Timoshenko) or not (Euler and Bernoulli); one of flexible, rigid, by default
        'flexible'
    mass_matrix: whether its mass is distributed along the elements or lumped at their ends; one of consistent,
        lumped, by default 'consistent'
    damping: damping over stiffness; a time in s, by default 0
    offset: from the axis through the points to the centroid of the section, along its y and z; a pair, each a length,
        by default [0, 0]
    free_curvature: twist and curvatures about y and z that it has without stress beyond those of its shape; three
        numbers, each a curvature in 1/m, by default [0, 0, 0]
    free_extension: extension that it has without stress, relative to its shape; a number, by default 0
    load: a force spread along it; a table of force, in, factor
    velocity: velocity of its nodes at the start, in the model frame; three numbers, each a velocity in m/s, by
        default [0, 0, 0]
    angular_velocity: angular velocity at the start, with which all its nodes turn about the point `about`; three
        numbers, each an angular velocity in rad/s, by default [0, 0, 0]
    about: a point on the axis of `angular_velocity`; three numbers, each a length in m, by default [0, 0, 0]
    in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two, of
        B for keys that end in `_b`; one of model, body, by default 'model'
    repeat: this item stands for many; in a program a loop does the same
    when: the model has the item only if this is true
    """
    return Item.of("beam", None, locals())


def solid(
    name: str,
    *,
    mesh: Mapping[str, Any],
    element: str | None = None,
    material: str | None = None,
    youngs_modulus: Amount | None = None,
    poisson_ratio: Amount | None = None,
    density: Amount | None = None,
    law: str | None = None,
    mass_matrix: str | None = None,
    damping: Amount | None = None,
    mass_damping: Amount | None = None,
    position: Vector | None = None,
    orientation: Mapping[str, Any] | None = None,
    sets: Sequence[Any] | None = None,
    fixed: Sequence[Any] | None = None,
    light_surfaces: Sequence[Any] | None = None,
    attachments: Sequence[Any] | None = None,
    pressure: Sequence[Any] | None = None,
    velocity: Vector | None = None,
    angular_velocity: Vector | None = None,
    about: Vector | None = None,
    repeat: Mapping[str, Any] | None = None,
    when: bool | str | None = None,
) -> Item:
    """A deformable solid on a mesh, for rotations of any size. Joints, forces, bodies and sensors attach to its attachments, which can be used wherever a body can: 'arm/tip'.

    name: its name, unique in the model
    mesh: its mesh, undeformed; a table with a type: block (size, divisions), ring (inner_radius, outer_radius,
        length, divisions), disc (radius, length, divisions), extruded (points, cells, length, layers), swept (points,
        cells, angle, layers), gear (teeth, module, pressure_angle, helix_angle, internal, shift, tip_diameter,
        root_diameter, rack_tip_radius, thinning, face_width, bore_radius, web, tip_relief, tip_relief_length,
        root_relief, root_relief_length, crowning, lead_deviation, pitch_deviation, fineness), file (file,
        length_unit), hexahedra (nodes, cells)
    element: its elements: hexahedra of 8 nodes with enhanced strains, plain ones (too stiff in bending), or hexahedra
        of 20 nodes; one of hex8, hex8-plain, hex20, by default 'hex8'
    material: name of its material, for E, ν and density; a text
    youngs_modulus: E, instead of that of a material; a pressure in Pa
    poisson_ratio: ν, instead of that of a material; a number
    density: mass for each volume, instead of that of a material; a density in kg/m^3
    law: stress over strain: linear for small strains (St. Venant and Kirchhoff), or neo-Hookean for large ones; one
        of linear, neo-hookean, by default 'linear'
    mass_matrix: whether its mass is distributed over the elements or lumped at the nodes; one of consistent, lumped,
        by default 'consistent'
    damping: damping over stiffness; a time in s, by default 0
    mass_damping: damping over mass; it resists rigid motions too; a frequency in Hz, by default 0
    position: where the origin of the mesh is at the design position, in the model frame; three numbers, each a length
        in m, by default [0, 0, 0]
    orientation: how the axes of the mesh are oriented at the design position; a rotation
    sets: sets of nodes inside boxes; a list, each a table
    fixed: surfaces or sets whose nodes never move; a list, each a text
    light_surfaces: surfaces or sets whose nodes keep a thousandth of their mass, for impacts; the other nodes of
        their elements take it. Needs `mass_matrix = 'lumped'`; a list, each a text
    attachments: frames that move with a surface or a set of nodes; a list, each a table
    pressure: pressures on surfaces, which follow their deformation; a list, each a table
    velocity: velocity of its nodes at the start, in the model frame; three numbers, each a velocity in m/s, by
        default [0, 0, 0]
    angular_velocity: angular velocity at the start, with which all its nodes turn about the point `about`; three
        numbers, each an angular velocity in rad/s, by default [0, 0, 0]
    about: a point on the axis of `angular_velocity`; three numbers, each a length in m, by default [0, 0, 0]
    repeat: this item stands for many; in a program a loop does the same
    when: the model has the item only if this is true

    Its channels: von_mises [Pa], von_mises_x [m], von_mises_y [m], von_mises_z [m], displacement [m], displacement_x
        [m], displacement_y [m], displacement_z [m], strain_energy [J], principal_1 [Pa], principal_1_x [m],
        principal_1_y [m], principal_1_z [m], principal_3 [Pa], principal_3_x [m], principal_3_y [m], principal_3_z
        [m], strain_energy_density [Pa], strain_energy_density_x [m], strain_energy_density_y [m],
        strain_energy_density_z [m]
    """
    return Item.of("solid", None, locals())


def superelement(
    name: str,
    *,
    boundary: Sequence[Any],
    mesh: Mapping[str, Any] | None = None,
    file: File | None = None,
    matrices: Mapping[str, Any] | None = None,
    element: str | None = None,
    material: str | None = None,
    youngs_modulus: Amount | None = None,
    poisson_ratio: Amount | None = None,
    density: Amount | None = None,
    mass_matrix: str | None = None,
    basis: str | None = None,
    modes: int | str | None = None,
    frequency_limit: Amount | None = None,
    effective_mass: Amount | None = None,
    pressure_shapes: Sequence[Any] | None = None,
    node_shapes: Sequence[Any] | None = None,
    flank_zones: Sequence[Any] | None = None,
    rotation_shapes: bool | str | None = None,
    floating_frame: str | None = None,
    geometric_stiffening: bool | str | None = None,
    blocked: Sequence[Any] | None = None,
    damping_ratio: Amount | None = None,
    static_damping_ratio: Amount | None = None,
    damping: Amount | None = None,
    mass_damping: Amount | None = None,
    damping_frame: str | None = None,
    points: Sequence[Any] | None = None,
    reference: str | None = None,
    position: Vector | None = None,
    orientation: Mapping[str, Any] | None = None,
    sets: Sequence[Any] | None = None,
    velocity: Vector | None = None,
    angular_velocity: Vector | None = None,
    about: Vector | None = None,
    repeat: Mapping[str, Any] | None = None,
    when: bool | str | None = None,
) -> Item:
    """A flexible body on a mesh, reduced to a few shapes (Craig-Bampton): large motions, small strains. Joints, forces, bodies and sensors attach to its boundary frames, which can be used wherever a body can: 'arm/tip'.

    name: its name, unique in the model
    boundary: frames that move with a surface or a set of nodes in the mean; a list, each a table
    mesh: its mesh, undeformed; it, `file` or `matrices` is needed; a table with a type: block (size, divisions), ring
        (inner_radius, outer_radius, length, divisions), disc (radius, length, divisions), extruded (points, cells,
        length, layers), swept (points, cells, angle, layers), gear (teeth, module, pressure_angle, helix_angle,
        internal, shift, tip_diameter, root_diameter, rack_tip_radius, thinning, face_width, bore_radius, web,
        tip_relief, tip_relief_length, root_relief, root_relief_length, crowning, lead_deviation, pitch_deviation,
        fineness), file (file, length_unit), hexahedra (nodes, cells)
    file: path of a reduced body (.npz) as `halfshaft reduce` writes it, relative to this file; with `mesh` too, it
        must be the reduction of this very body; a text
    matrices: stiffness and mass matrices of another program, full or reduced, of the free body; a table with a type:
        matrix market (stiffness, mass, nodes, unknowns, length_unit, mass_unit, time_unit), abaqus (stiffness, mass,
        nodes, length_unit, mass_unit, time_unit), beam (file, beam), dmig (file, nodes, stiffness, mass, length_unit,
        mass_unit, time_unit), npz (file, length_unit, mass_unit, time_unit)
    element: its elements: hexahedra of 8 nodes with enhanced strains, plain ones (too stiff in bending), or hexahedra
        of 20 nodes; one of hex8, hex8-plain, hex20, by default 'hex20'
    material: name of its material, for E, ν and density; a text
    youngs_modulus: E, instead of that of a material; a pressure in Pa
    poisson_ratio: ν, instead of that of a material; a number
    density: mass for each volume, instead of that of a material; a density in kg/m^3
    mass_matrix: whether its mass is distributed over the elements or lumped at the nodes; one of consistent, lumped,
        by default 'consistent'
    basis: the shapes: free-free modes and residual shapes of forces on the boundary (dual), modes with the boundary
        fixed and static shapes of its motions (primal), or none (rigid); one of dual, primal, rigid, by default
        'dual'
    modes: number of elastic modes; rigid motions are not counted; a whole number, by default 10
    frequency_limit: all elastic modes below this frequency, instead of `modes`; a frequency in Hz
    effective_mass: so many modes that those with the boundary fixed have this part of the mass along and of the
        moment of inertia about each axis, instead of `modes`; as 0.9; a number
    pressure_shapes: surfaces whose static shapes of a uniform pressure are included, as the flanks of teeth; a list,
        each a table
    node_shapes: points, sets or surfaces on whose nodes single forces act: three static shapes for each node, of
        forces on it (dual) or of its displacements (primal); a list, each a text
    flank_zones: zones of each flank of a gear mesh, along its profile and across the face, whose mean displacement
        along the normal (or a pressure on it) gives a shape: `[1, 1]` is one for each flank; default: none; a list,
        each a whole number
    rotation_shapes: whether the static shapes of centrifugal forces are included: stresses of rotation are then exact
        with few modes; true or false, by default false
    floating_frame: name of the boundary frame that the floating frame is fixed to; default: the frame that moves with
        the body in the mean (Buckens); a text
    geometric_stiffening: whether the stresses of forces on the boundary frames and of rotation stiffen the body in
        bending; with `floating_frame` those of rotation only, of the body held by that frame; true or false, by
        default false
    blocked: directions of the model frame at the design position in which no node moves relative to the body; a list,
        each one of a few words
    damping_ratio: damping ratio of all shapes; a number, by default 0
    static_damping_ratio: damping ratio of the shapes above the modes: they complete the static deformations, and
        their frequencies are not those of the body; 1 lets them follow without ringing, so that steps need not
        resolve it; a number
    damping: damping over stiffness, added to the damping ratio; a time in s, by default 0
    mass_damping: damping over mass of the elastic motion, added to the damping ratio; it does not resist rigid
        motions; a frequency in Hz, by default 0
    damping_frame: name of the boundary frame relative to which elastic motions are damped: ratios and `mass_damping`
        are those of the modes that the body has while this frame is held; default: the floating frame, and without
        one the modes of the free body; a text
    points: points at which displacement and stress are recovered as channels; a list, each a table
    reference: name of the boundary frame to which displacements of points are relative; default: the floating frame;
        a text
    position: where the origin of the mesh is at the design position, in the model frame; three numbers, each a length
        in m, by default [0, 0, 0]
    orientation: how the axes of the mesh are oriented at the design position; a rotation
    sets: sets of nodes inside boxes; a list, each a table
    velocity: velocity of the body at the start, in the model frame; three numbers, each a velocity in m/s, by default
        [0, 0, 0]
    angular_velocity: angular velocity at the start, with which it turns about the point `about`; three numbers, each
        an angular velocity in rad/s, by default [0, 0, 0]
    about: a point on the axis of `angular_velocity`; three numbers, each a length in m, by default [0, 0, 0]
    repeat: this item stands for many; in a program a loop does the same
    when: the model has the item only if this is true

    Its channels: strain_energy [J], x [m], y [m], z [m], angular_velocity_x [rad/s], angular_velocity_y [rad/s],
        angular_velocity_z [rad/s]
    """
    return Item.of("superelement", None, locals())


class joint:
    """The types of `[[joint]]`."""

    @staticmethod
    def hinge(
        name: str,
        *,
        between: Sequence[Part],
        axis: Axis,
        position: Vector | None = None,
        friction: Mapping[str, Any] | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A hinge: B turns against A about one axis and moves in no other way.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        axis: direction of the axis at the design position, in the model frame; a direction
        position: the point of the joint at the design position, in the model frame; three numbers, each a length in
            m, by default [0, 0, 0]
        friction: friction, driven by the reaction of the joint; a table of coefficient, static_coefficient, law,
            velocity, stribeck_velocity, presliding_displacement, radius, length
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: angle [rad], speed [rad/s], friction_force [N], friction_loss [W], force_x [N], force_y [N],
            force_z [N], torque_x [N m], torque_y [N m], torque_z [N m]
        """
        return Item.of("joint", "hinge", locals())

    @staticmethod
    def prismatic(
        name: str,
        *,
        between: Sequence[Part],
        axis: Axis,
        position: Vector | None = None,
        friction: Mapping[str, Any] | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A prismatic joint: B slides against A along one axis and does not turn.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        axis: direction of the axis at the design position, in the model frame; a direction
        position: the point of the joint at the design position, in the model frame; three numbers, each a length in
            m, by default [0, 0, 0]
        friction: friction, driven by the reaction of the joint; a table of coefficient, static_coefficient, law,
            velocity, stribeck_velocity, presliding_displacement, length
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: displacement [m], speed [m/s], friction_force [N], friction_loss [W], force_x [N], force_y [N],
            force_z [N], torque_x [N m], torque_y [N m], torque_z [N m]
        """
        return Item.of("joint", "prismatic", locals())

    @staticmethod
    def cylindrical(
        name: str,
        *,
        between: Sequence[Part],
        axis: Axis,
        position: Vector | None = None,
        friction: Mapping[str, Any] | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A cylindrical joint: B turns against A about one axis and slides along it.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        axis: direction of the axis at the design position, in the model frame; a direction
        position: the point of the joint at the design position, in the model frame; three numbers, each a length in
            m, by default [0, 0, 0]
        friction: friction, driven by the reaction of the joint; a table of coefficient, static_coefficient, law,
            velocity, stribeck_velocity, presliding_displacement, radius, length
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: displacement [m], speed [m/s], angle [rad], angular_speed [rad/s], friction_force [N],
            friction_loss [W], force_x [N], force_y [N], force_z [N], torque_x [N m], torque_y [N m], torque_z [N m]
        """
        return Item.of("joint", "cylindrical", locals())

    @staticmethod
    def screw(
        name: str,
        *,
        between: Sequence[Part],
        axis: Axis,
        lead: Amount,
        position: Vector | None = None,
        hand: str | None = None,
        friction: Mapping[str, Any] | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A screw joint: B turns against A about one axis and rises along it in proportion. Friction is that of a square thread.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        axis: direction of the axis at the design position, in the model frame; a direction
        lead: travel along the axis for one turn; a length in m
        position: the point of the joint at the design position, in the model frame; three numbers, each a length in
            m, by default [0, 0, 0]
        hand: `right`: B turns right-handed about the direction in which it moves; one of right, left, by default
            'right'
        friction: friction, driven by the reaction of the joint; a table of coefficient, static_coefficient, law,
            velocity, stribeck_velocity, presliding_displacement, radius, length
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: displacement [m], speed [m/s], angle [rad], angular_speed [rad/s], friction_force [N],
            friction_loss [W], force_x [N], force_y [N], force_z [N], torque_x [N m], torque_y [N m], torque_z [N m]
        """
        return Item.of("joint", "screw", locals())

    @staticmethod
    def spherical(
        name: str,
        *,
        between: Sequence[Part],
        position: Vector | None = None,
        friction: Mapping[str, Any] | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A spherical joint: a point of B stays at a point of A, and B turns freely about it.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        position: the point of the joint at the design position, in the model frame; three numbers, each a length in
            m, by default [0, 0, 0]
        friction: friction, driven by the reaction of the joint; a table of coefficient, static_coefficient, law,
            velocity, stribeck_velocity, radius
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: angle [rad], speed [rad/s], friction_force [N], friction_loss [W], force_x [N], force_y [N],
            force_z [N], torque_x [N m], torque_y [N m], torque_z [N m]
        """
        return Item.of("joint", "spherical", locals())

    @staticmethod
    def universal(
        name: str,
        *,
        between: Sequence[Part],
        axis_a: Axis,
        axis_b: Axis,
        position: Vector | None = None,
        friction: Mapping[str, Any] | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A universal joint: a massless cross with one arm in A and the other in B.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        axis_a: direction of the arm in A at the design position, in the model frame; a direction
        axis_b: direction of the arm in B, at right angles to the other; a direction
        position: the point of the joint at the design position, in the model frame; three numbers, each a length in
            m, by default [0, 0, 0]
        friction: friction, driven by the reaction of the joint; a table of coefficient, static_coefficient, law,
            velocity, stribeck_velocity, radius
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: angle_a [rad], angle_b [rad], speed_a [rad/s], speed_b [rad/s], friction_force [N],
            friction_loss [W], force_x [N], force_y [N], force_z [N], torque_x [N m], torque_y [N m], torque_z [N m]
        """
        return Item.of("joint", "universal", locals())

    @staticmethod
    def constant_velocity(
        name: str,
        *,
        between: Sequence[Part],
        axis_a: Axis,
        position: Vector | None = None,
        axis_b: Axis | None = None,
        friction: Mapping[str, Any] | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A constant-velocity joint: two shafts meet in a point under any angle and turn equally fast.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        axis_a: direction of A's shaft at the design position, in the model frame; a direction
        position: the point of the joint at the design position, in the model frame; three numbers, each a length in
            m, by default [0, 0, 0]
        axis_b: direction of B's shaft in the same sense; default: that of A's; a direction
        friction: friction, driven by the reaction of the joint; a table of coefficient, static_coefficient, law,
            velocity, stribeck_velocity, radius
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: bend [rad], speed_a [rad/s], friction_force [N], friction_loss [W], force_x [N], force_y [N],
            force_z [N], torque_x [N m], torque_y [N m], torque_z [N m]
        """
        return Item.of("joint", "constant_velocity", locals())

    @staticmethod
    def rack_and_pinion(
        name: str,
        *,
        between: Sequence[Part],
        direction: Axis,
        axis: Axis,
        radius: Amount,
        position: Vector | None = None,
        side: str | None = None,
        pressure_angle: Amount | None = None,
        friction: Mapping[str, Any] | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A rack and pinion without play: the pinion B rolls along the rack A. Both need bearings of their own.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        direction: direction of the rack at the design position, in the model frame; a direction
        axis: axis of the pinion, across the rack; a direction
        radius: pitch radius of the pinion; a length in m
        position: the centre of the pinion at the design position; default: the pinion's own origin; three numbers,
            each a length in m
        side: the side of the pinion on which the rack lies, looking along the rack with the axis up; one of left,
            right, by default 'right'
        pressure_angle: angle of the flanks; matters to friction alone; an angle in rad, by default '20 deg'
        friction: friction, driven by the reaction of the joint; a table of coefficient, static_coefficient, law,
            velocity, stribeck_velocity, radius
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: displacement [m], speed [m/s], angle [rad], angular_speed [rad/s], friction_force [N],
            friction_loss [W], force_x [N], force_y [N], force_z [N], torque_x [N m], torque_y [N m], torque_z [N m]
        """
        return Item.of("joint", "rack_and_pinion", locals())

    @staticmethod
    def rolling(
        name: str,
        *,
        between: Sequence[Part],
        position: Vector,
        normal: Axis,
        radius: Amount,
        centre: Vector | None = None,
        axis: Axis | None = None,
        friction: Mapping[str, Any] | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A thin disc or a ball on B that rolls without slip on a plane of A, and stays on it.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        position: a point of the plane at the design position; three numbers, each a length in m
        normal: normal of the plane at the design position, towards the wheel; a direction
        radius: radius of the disc or ball; a length in m
        centre: centre of the wheel at the design position; default: B's own origin; three numbers, each a length in m
        axis: axis of a disc at the design position; default: a ball; a direction
        friction: resistance to rolling, driven by the normal force; with speeds of the circumference; a table of
            coefficient, static_coefficient, law, velocity, stribeck_velocity
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: normal_force [N], traction [N], adhesion, friction_force [N], friction_loss [W], force_x [N],
            force_y [N], force_z [N], torque_x [N m], torque_y [N m], torque_z [N m]
        """
        return Item.of("joint", "rolling", locals())

    @staticmethod
    def planar(
        name: str,
        *,
        between: Sequence[Part],
        normal: Axis,
        position: Vector | None = None,
        friction: Mapping[str, Any] | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A planar joint: a plane of B slides in a plane of A.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        normal: direction normal to the plane at the design position, in the model frame; a direction
        position: the point of the joint at the design position, in the model frame; three numbers, each a length in
            m, by default [0, 0, 0]
        friction: friction, driven by the reaction of the joint; a table of coefficient, static_coefficient, law,
            velocity, stribeck_velocity, presliding_displacement, radius
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: displacement_x [m], displacement_y [m], displacement_z [m], angle [rad], angular_speed [rad/s],
            friction_force [N], friction_loss [W], force_x [N], force_y [N], force_z [N], torque_x [N m], torque_y [N
            m], torque_z [N m]
        """
        return Item.of("joint", "planar", locals())

    @staticmethod
    def inline(
        name: str,
        *,
        between: Sequence[Part],
        axis: Axis,
        position: Vector | None = None,
        friction: Mapping[str, Any] | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """An in-line joint: a point of B stays on a line of A.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        axis: direction of the axis at the design position, in the model frame; a direction
        position: the point of the joint at the design position, in the model frame; three numbers, each a length in
            m, by default [0, 0, 0]
        friction: friction, driven by the reaction of the joint; a table of coefficient, static_coefficient, law,
            velocity, stribeck_velocity, presliding_displacement
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: displacement [m], speed [m/s], friction_force [N], friction_loss [W], force_x [N], force_y [N],
            force_z [N], torque_x [N m], torque_y [N m], torque_z [N m]
        """
        return Item.of("joint", "inline", locals())

    @staticmethod
    def distance(
        name: str,
        *,
        between: Sequence[Part],
        position_a: Vector | None = None,
        position_b: Vector | None = None,
        length: Amount | None = None,
        friction: Mapping[str, Any] | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A distance joint: a massless rod keeps a point of B at a constant distance from a point of A.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        position_a: point on A at the design position, in the model frame; default: A's own origin; three numbers,
            each a length in m
        position_b: point on B at the design position, in the model frame; default: B's own origin; three numbers,
            each a length in m
        length: length of the rod; default: the distance at the design position; a length in m
        friction: friction, driven by the reaction of the joint; a table of coefficient, static_coefficient, law,
            velocity, stribeck_velocity, radius
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: friction_force [N], friction_loss [W], force_x [N], force_y [N], force_z [N], torque_x [N m],
            torque_y [N m], torque_z [N m]
        """
        return Item.of("joint", "distance", locals())

    @staticmethod
    def rigid(
        name: str,
        *,
        between: Sequence[Part],
        position: Vector | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A rigid joint: B is welded to A.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        position: the point at which the reaction is given, at the design position, in the model frame; default: the
            origin of B, or of A if B is the ground; three numbers, each a length in m
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: friction_force [N], friction_loss [W], force_x [N], force_y [N], force_z [N], torque_x [N m],
            torque_y [N m], torque_z [N m]
        """
        return Item.of("joint", "rigid", locals())


class gear:
    """The types of `[[gear]]`."""

    @staticmethod
    def external(
        name: str,
        *,
        between: Sequence[Part],
        axis: Axis,
        teeth: Sequence[Any],
        module: Amount,
        position_a: Vector | None = None,
        position_b: Vector | None = None,
        plane: Vector | None = None,
        pressure_angle: Amount | None = None,
        helix_angle: Amount | None = None,
        hand: Sequence[Any] | None = None,
        centre_distance: Amount | None = None,
        stiffness: Amount | None = None,
        stiffness_file: str | None = None,
        variation: str | None = None,
        damping: Amount | None = None,
        damping_depth: Amount | None = None,
        backlash: Amount | None = None,
        friction: Mapping[str, Any] | None = None,
        face_width: Amount | None = None,
        misalignment: Amount | None = None,
        error: Mapping[str, Any] | None = None,
        shift: Sequence[Any] | None = None,
        addendum: Sequence[Any] | None = None,
        dedendum: Amount | None = None,
        contact_ratio: Amount | None = None,
        engagement: Amount | None = None,
        start: Amount | None = None,
        young: Amount | None = None,
        wheels: Mapping[str, Any] | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """Two wheels on parallel axes, both with their teeth outside.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        axis: direction of both axes at the design position; a direction
        teeth: numbers of teeth of A and B; a pair, each a whole number
        module: normal module of the teeth; a length in m
        position_a: point on A at the design position, in the model frame; default: A's own origin; three numbers,
            each a length in m
        position_b: point on B at the design position, in the model frame; default: B's own origin; three numbers,
            each a length in m
        plane: a point of the middle plane of the teeth at the design position; default: A's own; three numbers, each
            a length in m
        pressure_angle: normal pressure angle; an angle in rad, by default '20 deg'
        helix_angle: helix angle at the reference cylinder, without its hand; an angle in rad, by default 0
        hand: hands of A's and B's helices, which teeth at an angle need; unlike hands mesh in an external pair, like
            ones in an internal pair; a pair, each one of a few words
        centre_distance: distance of the axes at which the backlash holds; default: that of the design position; a
            length in m
        stiffness: of the mesh along the normal of the flanks; default: by ISO 6336 from the teeth; a stiffness in N/m
        stiffness_file: path of the stiffness over a pitch, as `halfshaft gear ltca --stiffness` writes it, instead of
            `stiffness` and `variation`; a text
        variation: `teeth`: the stiffness follows the number of pairs in contact; `contact`: it is that of a loaded
            tooth contact analysis of `wheels` under their `torque`; one of none, teeth, contact, by default 'none'
        damping: along the normal of the flanks; a damping in N s/m, by default 0
        damping_depth: deformation at which the damping has its full strength; a length in m, by default '1 um'
        backlash: play along the normal of the flanks; a length in m, by default 0
        friction: friction of the teeth as they slide along their height; a table with a type: mean (coefficient,
            velocity, arm), sliding (coefficient, velocity)
        face_width: common width of the teeth; a length in m
        misalignment: contact over a part of the face where the wheels tilt; this angle in the plane of action is
            there from the mounting; an angle in rad
        error: error of the tooth forms, the same on every tooth; a table of amplitude, harmonic, phase
        shift: profile shift coefficients of A and B, for contact ratio and stiffness; a pair, each a number, by
            default [0, 0]
        addendum: tip heights over the module, from the reference cylinders; default: 1 and the shift; a pair, each a
            number
        dedendum: dedendum of the basic rack over the module, for the stiffness by ISO 6336 and for drawings: 1.25 by
            ISO 53 A, 1.4 by ISO 53 D; a number, by default 1.25
        contact_ratio: transverse contact ratio; default: from the teeth; a number
        engagement: part of the base pitch over which a pair of teeth takes up its share of the load; a number, by
            default 0.05
        start: place of a pair of teeth on the path of contact at the design position, from the pitch point over the
            base pitch; a number, by default 0
        young: Young's modulus of the teeth, for the stiffness by ISO 6336 and for `wheels`; a pressure in Pa, by
            default '206 GPa'
        wheels: the wheels as elastic bodies, for meshes and for the loaded tooth contact analysis (`halfshaft gear`);
            a table of bore_radius, root_diameter, rack_tip_radius, poisson, rim_radius, hub_radius, web_thickness,
            hub_length, thinning, tip_relief, tip_relief_length, root_relief, root_relief_length, crowning,
            lead_deviation, pitch_deviation, torque
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: normal_force [N], tangential_force [N], axial_force [N], radial_force [N], deformation [m],
            flank, transmission_error [m], stiffness [N/m], pairs, distance [m], angle_a [rad], angle_b [rad],
            torque_a [N m], torque_b [N m], misalignment_moment [N m], sliding [m/s], power [W], loss [W], energy [J],
            dissipation [W]
        """
        return Item.of("gear", "external", locals())

    @staticmethod
    def internal(
        name: str,
        *,
        between: Sequence[Part],
        axis: Axis,
        teeth: Sequence[Any],
        module: Amount,
        position_a: Vector | None = None,
        position_b: Vector | None = None,
        plane: Vector | None = None,
        pressure_angle: Amount | None = None,
        helix_angle: Amount | None = None,
        hand: Sequence[Any] | None = None,
        centre_distance: Amount | None = None,
        stiffness: Amount | None = None,
        stiffness_file: str | None = None,
        variation: str | None = None,
        damping: Amount | None = None,
        damping_depth: Amount | None = None,
        backlash: Amount | None = None,
        friction: Mapping[str, Any] | None = None,
        face_width: Amount | None = None,
        misalignment: Amount | None = None,
        error: Mapping[str, Any] | None = None,
        shift: Sequence[Any] | None = None,
        addendum: Sequence[Any] | None = None,
        dedendum: Amount | None = None,
        contact_ratio: Amount | None = None,
        engagement: Amount | None = None,
        start: Amount | None = None,
        young: Amount | None = None,
        wheels: Mapping[str, Any] | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """Two wheels on parallel axes; the one with more teeth has them inside.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        axis: direction of both axes at the design position; a direction
        teeth: numbers of teeth of A and B; a pair, each a whole number
        module: normal module of the teeth; a length in m
        position_a: point on A at the design position, in the model frame; default: A's own origin; three numbers,
            each a length in m
        position_b: point on B at the design position, in the model frame; default: B's own origin; three numbers,
            each a length in m
        plane: a point of the middle plane of the teeth at the design position; default: A's own; three numbers, each
            a length in m
        pressure_angle: normal pressure angle; an angle in rad, by default '20 deg'
        helix_angle: helix angle at the reference cylinder, without its hand; an angle in rad, by default 0
        hand: hands of A's and B's helices, which teeth at an angle need; unlike hands mesh in an external pair, like
            ones in an internal pair; a pair, each one of a few words
        centre_distance: distance of the axes at which the backlash holds; default: that of the design position; a
            length in m
        stiffness: of the mesh along the normal of the flanks; default: by ISO 6336 from the teeth; a stiffness in N/m
        stiffness_file: path of the stiffness over a pitch, as `halfshaft gear ltca --stiffness` writes it, instead of
            `stiffness` and `variation`; a text
        variation: `teeth`: the stiffness follows the number of pairs in contact; `contact`: it is that of a loaded
            tooth contact analysis of `wheels` under their `torque`; one of none, teeth, contact, by default 'none'
        damping: along the normal of the flanks; a damping in N s/m, by default 0
        damping_depth: deformation at which the damping has its full strength; a length in m, by default '1 um'
        backlash: play along the normal of the flanks; a length in m, by default 0
        friction: friction of the teeth as they slide along their height; a table with a type: mean (coefficient,
            velocity, arm), sliding (coefficient, velocity)
        face_width: common width of the teeth; a length in m
        misalignment: contact over a part of the face where the wheels tilt; this angle in the plane of action is
            there from the mounting; an angle in rad
        error: error of the tooth forms, the same on every tooth; a table of amplitude, harmonic, phase
        shift: profile shift coefficients of A and B, for contact ratio and stiffness; a pair, each a number, by
            default [0, 0]
        addendum: tip heights over the module, from the reference cylinders; default: 1 and the shift; a pair, each a
            number
        dedendum: dedendum of the basic rack over the module, for the stiffness by ISO 6336 and for drawings: 1.25 by
            ISO 53 A, 1.4 by ISO 53 D; a number, by default 1.25
        contact_ratio: transverse contact ratio; default: from the teeth; a number
        engagement: part of the base pitch over which a pair of teeth takes up its share of the load; a number, by
            default 0.05
        start: place of a pair of teeth on the path of contact at the design position, from the pitch point over the
            base pitch; a number, by default 0
        young: Young's modulus of the teeth, for the stiffness by ISO 6336 and for `wheels`; a pressure in Pa, by
            default '206 GPa'
        wheels: the wheels as elastic bodies, for meshes and for the loaded tooth contact analysis (`halfshaft gear`);
            a table of bore_radius, root_diameter, rack_tip_radius, poisson, rim_radius, hub_radius, web_thickness,
            hub_length, thinning, tip_relief, tip_relief_length, root_relief, root_relief_length, crowning,
            lead_deviation, pitch_deviation, torque
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: normal_force [N], tangential_force [N], axial_force [N], radial_force [N], deformation [m],
            flank, transmission_error [m], stiffness [N/m], pairs, distance [m], angle_a [rad], angle_b [rad],
            torque_a [N m], torque_b [N m], misalignment_moment [N m], sliding [m/s], power [W], loss [W], energy [J],
            dissipation [W]
        """
        return Item.of("gear", "internal", locals())

    @staticmethod
    def bevel(
        name: str,
        *,
        between: Sequence[Part],
        position: Vector,
        axis_a: Axis,
        axis_b: Axis,
        teeth: Sequence[Any],
        module: Amount,
        stiffness: Amount,
        pressure_angle: Amount | None = None,
        spiral_angle: Amount | None = None,
        hand: Sequence[Any] | None = None,
        variation: str | None = None,
        damping: Amount | None = None,
        damping_depth: Amount | None = None,
        backlash: Amount | None = None,
        friction: Mapping[str, Any] | None = None,
        face_width: Amount | None = None,
        misalignment: Amount | None = None,
        error: Mapping[str, Any] | None = None,
        contact_ratio: Amount | None = None,
        engagement: Amount | None = None,
        start: Amount | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """Two bevel wheels on axes that meet.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        position: the point where the axes meet, at the design position; three numbers, each a length in m
        axis_a: direction from that point to wheel A along its axis; a direction
        axis_b: direction from that point to wheel B along its axis; a direction
        teeth: numbers of teeth of A and B; a pair, each a whole number
        module: normal module of the teeth; a length in m
        stiffness: of the mesh along the normal of the flanks; a stiffness in N/m
        pressure_angle: normal pressure angle; an angle in rad, by default '20 deg'
        spiral_angle: spiral angle in the middle of the face, without its hand; the module is the normal one there; an
            angle in rad, by default 0
        hand: hands of A's and B's helices, which teeth at an angle need; unlike hands mesh in an external pair, like
            ones in an internal pair; a pair, each one of a few words
        variation: `teeth`: the stiffness follows the number of pairs in contact; one of none, teeth, by default
            'none'
        damping: along the normal of the flanks; a damping in N s/m, by default 0
        damping_depth: deformation at which the damping has its full strength; a length in m, by default '1 um'
        backlash: play along the normal of the flanks; a length in m, by default 0
        friction: friction of the teeth as they slide along their height; a table with a type: mean (coefficient,
            velocity, arm), sliding (coefficient, velocity)
        face_width: common width of the teeth; a length in m
        misalignment: contact over a part of the face where the wheels tilt; this angle in the plane of action is
            there from the mounting; an angle in rad
        error: error of the tooth forms, the same on every tooth; a table of amplitude, harmonic, phase
        contact_ratio: transverse contact ratio; default: from the teeth; a number
        engagement: part of the base pitch over which a pair of teeth takes up its share of the load; a number, by
            default 0.05
        start: place of a pair of teeth on the path of contact at the design position, from the pitch point over the
            base pitch; a number, by default 0
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: normal_force [N], tangential_force [N], axial_force [N], radial_force [N], deformation [m],
            flank, transmission_error [m], stiffness [N/m], pairs, distance [m], angle_a [rad], angle_b [rad],
            torque_a [N m], torque_b [N m], misalignment_moment [N m], sliding [m/s], power [W], loss [W], energy [J],
            dissipation [W]
        """
        return Item.of("gear", "bevel", locals())

    @staticmethod
    def rack(
        name: str,
        *,
        between: Sequence[Part],
        axis: Axis,
        normal: Axis,
        teeth: int | str,
        module: Amount,
        stiffness: Amount,
        position_a: Vector | None = None,
        plane: Vector | None = None,
        pressure_angle: Amount | None = None,
        helix_angle: Amount | None = None,
        hand: str | None = None,
        variation: str | None = None,
        damping: Amount | None = None,
        damping_depth: Amount | None = None,
        backlash: Amount | None = None,
        friction: Mapping[str, Any] | None = None,
        face_width: Amount | None = None,
        misalignment: Amount | None = None,
        error: Mapping[str, Any] | None = None,
        contact_ratio: Amount | None = None,
        engagement: Amount | None = None,
        start: Amount | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A wheel A on a rack B.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        axis: direction of both axes at the design position; a direction
        normal: direction from the wheel's centre to the rack at the design position; a direction
        teeth: number of teeth of the wheel; a whole number
        module: normal module of the teeth; a length in m
        stiffness: of the mesh along the normal of the flanks; a stiffness in N/m
        position_a: point on A at the design position, in the model frame; default: A's own origin; three numbers,
            each a length in m
        plane: a point of the middle plane of the teeth at the design position; default: A's own; three numbers, each
            a length in m
        pressure_angle: normal pressure angle; an angle in rad, by default '20 deg'
        helix_angle: helix angle at the reference cylinder, without its hand; an angle in rad, by default 0
        hand: hand of the wheel's helix; one with a helix angle needs it; one of right, left
        variation: `teeth`: the stiffness follows the number of pairs in contact; one of none, teeth, by default
            'none'
        damping: along the normal of the flanks; a damping in N s/m, by default 0
        damping_depth: deformation at which the damping has its full strength; a length in m, by default '1 um'
        backlash: play along the normal of the flanks; a length in m, by default 0
        friction: friction of the teeth as they slide along their height; a table with a type: mean (coefficient,
            velocity, arm), sliding (coefficient, velocity)
        face_width: common width of the teeth; a length in m
        misalignment: contact over a part of the face where the wheels tilt; this angle in the plane of action is
            there from the mounting; an angle in rad
        error: error of the tooth forms, the same on every tooth; a table of amplitude, harmonic, phase
        contact_ratio: transverse contact ratio; default: from the teeth; a number
        engagement: part of the base pitch over which a pair of teeth takes up its share of the load; a number, by
            default 0.05
        start: place of a pair of teeth on the path of contact at the design position, from the pitch point over the
            base pitch; a number, by default 0
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: normal_force [N], tangential_force [N], axial_force [N], radial_force [N], deformation [m],
            flank, transmission_error [m], stiffness [N/m], pairs, distance [m], angle_a [rad], angle_b [rad],
            torque_a [N m], torque_b [N m], misalignment_moment [N m], sliding [m/s], power [W], loss [W], energy [J],
            dissipation [W]
        """
        return Item.of("gear", "rack", locals())


class force:
    """The types of `[[force]]`."""

    @staticmethod
    def spring(
        name: str,
        *,
        between: Sequence[Part],
        position_a: Vector | None = None,
        position_b: Vector | None = None,
        stiffness: Amount | None = None,
        curve: Sequence[Any] | None = None,
        polynomial: Sequence[Any] | None = None,
        damping: Amount | None = None,
        damping_curve: Sequence[Any] | None = None,
        hysteresis: Mapping[str, Any] | None = None,
        free_length: Amount | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A spring and damper along the line between a point of A and a point of B.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        position_a: point on A at the design position, in the model frame; default: A's own origin; three numbers,
            each a length in m
        position_b: point on B at the design position, in the model frame; default: B's own origin; three numbers,
            each a length in m
        stiffness: effort for each unit of displacement; a stiffness in N/m, by default 0
        curve: effort against displacement through points, constant outside; instead of `stiffness`; a list of points
            [x, y]
        polynomial: effort as c₁ x + c₂ x² + …, coefficients in SI units; instead of `stiffness`; a list, each a
            number
        damping: effort for each unit of the rate; a damping in N s/m, by default 0
        damping_curve: effort against the rate through points, straight between and beyond them; added to that of
            `damping`; a list of points [x, y]
        hysteresis: a spring in series with a slider, beside the rest: it loses 4 `limit` (X − `limit`/`stiffness`) in
            a cycle of amplitude X; a table of limit, stiffness
        free_length: length without displacement; default: the distance of the points at the design position; a length
            in m
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: length [m], speed [m/s], tension [N], energy [J], dissipation [W]
        """
        return Item.of("force", "spring", locals())

    @staticmethod
    def rotational_spring(
        name: str,
        *,
        between: Sequence[Part],
        axis: Axis,
        stiffness: Amount | None = None,
        curve: Sequence[Any] | None = None,
        polynomial: Sequence[Any] | None = None,
        damping: Amount | None = None,
        damping_curve: Sequence[Any] | None = None,
        hysteresis: Mapping[str, Any] | None = None,
        free_angle: Amount | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A spring and damper against the rotation of B against A about an axis, over any number of turns.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        axis: direction of the axis at the design position, in the model frame; a direction
        stiffness: effort for each unit of displacement; a rotational stiffness in N m/rad, by default 0
        curve: effort against displacement through points, constant outside; instead of `stiffness`; a list of points
            [x, y]
        polynomial: effort as c₁ x + c₂ x² + …, coefficients in SI units; instead of `stiffness`; a list, each a
            number
        damping: effort for each unit of the rate; a rotational damping in N m s/rad, by default 0
        damping_curve: effort against the rate through points, straight between and beyond them; added to that of
            `damping`; a list of points [x, y]
        hysteresis: a spring in series with a slider, beside the rest: it loses 4 `limit` (X − `limit`/`stiffness`) in
            a cycle of amplitude X; a table of limit, stiffness
        free_angle: angle from the design position without displacement; an angle in rad, by default 0
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: angle [rad], speed [rad/s], torque [N m], energy [J], dissipation [W]
        """
        return Item.of("force", "rotational_spring", locals())

    @staticmethod
    def bushing(
        name: str,
        *,
        between: Sequence[Part],
        position: Vector | None = None,
        orientation: Mapping[str, Any] | None = None,
        stiffness: Vector | None = None,
        damping: Vector | None = None,
        rotational_stiffness: Vector | None = None,
        rotational_damping: Vector | None = None,
        preload: Vector | None = None,
        rotational_preload: Vector | None = None,
        deflection: Vector | None = None,
        rotational_deflection: Vector | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A bushing: linear springs and dampers against all six motions of B against A.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        position: the point of the joint at the design position, in the model frame; three numbers, each a length in
            m, by default [0, 0, 0]
        orientation: turns the bushing's axes from the model frame's at the design position; a rotation
        stiffness: stiffness along its axes; three numbers, each a stiffness in N/m, by default [0, 0, 0]
        damping: damping along its axes; three numbers, each a damping in N s/m, by default [0, 0, 0]
        rotational_stiffness: stiffness about its axes; three numbers, each a rotational stiffness in N m/rad, by
            default [0, 0, 0]
        rotational_damping: damping about its axes; three numbers, each a rotational damping in N m s/rad, by default
            [0, 0, 0]
        preload: force along its axes at zero displacement, positive when it pulls B back as the stiffness does:
            unloaded, B rests at −preload/stiffness; three numbers, each a force in N, by default [0, 0, 0]
        rotational_preload: torque about its axes at zero rotation, positive when it turns B back as the stiffness
            does; three numbers, each a torque in N m, by default [0, 0, 0]
        deflection: displacement of B from the unloaded state along its axes at the design position: a preload of
            stiffness times deflection; three numbers, each a length in m, by default [0, 0, 0]
        rotational_deflection: rotation of B from the unloaded state about its axes at the design position; three
            numbers, each an angle in rad, by default [0, 0, 0]
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: displacement_x [m], displacement_y [m], displacement_z [m], rotation_x [rad], rotation_y [rad],
            rotation_z [rad], force_x [N], force_y [N], force_z [N], torque_x [N m], torque_y [N m], torque_z [N m],
            energy [J], dissipation [W]
        """
        return Item.of("force", "bushing", locals())

    @staticmethod
    def bearing(
        name: str,
        *,
        between: Sequence[Part],
        axis: Axis,
        position: Vector | None = None,
        orientation: Mapping[str, Any] | None = None,
        stiffness: Sequence[Any] | None = None,
        damping: Sequence[Any] | None = None,
        by_speed: Sequence[Any] | None = None,
        rotational_stiffness: Sequence[Any] | None = None,
        rotational_damping: Sequence[Any] | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A bearing of a rotor: full matrices of stiffness and damping between the housing A and the rotor B, constant or by the speed of rotation.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        axis: axis of rotation; a direction
        position: the point of the joint at the design position, in the model frame; three numbers, each a length in
            m, by default [0, 0, 0]
        orientation: turns the axes of the matrices from the model frame's at the design position; a rotation
        stiffness: three rows: the force along x, y and z that resists a displacement along x, y and z; required
            without `by_speed`; a list, each three numbers, each a stiffness
        damping: the same for velocities; default: none; a list, each three numbers, each a damping
        by_speed: the matrices at increasing speeds; between two speeds they vary linearly, beyond the ends they stay;
            a list, each a table
        rotational_stiffness: three rows: the torque that resists a tilt of the rotor's axis; default: none; a list,
            each three numbers, each a rotational stiffness
        rotational_damping: the same for rates of tilt; default: none; a list, each three numbers, each a rotational
            damping
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: displacement_x [m], displacement_y [m], displacement_z [m], force_x [N], force_y [N], force_z
            [N], torque_x [N m], torque_y [N m], torque_z [N m], speed [rad/s], energy [J], dissipation [W]
        """
        return Item.of("force", "bearing", locals())

    @staticmethod
    def beam(
        name: str,
        *,
        between: Sequence[Part],
        youngs_modulus: Amount,
        shear_modulus: Amount,
        area: Amount,
        second_moments: Sequence[Any],
        torsion_constant: Amount,
        position_a: Vector | None = None,
        position_b: Vector | None = None,
        up: Axis | None = None,
        shear_factor: Amount | None = None,
        damping: Amount | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A straight elastic beam without mass, clamped to A and to B.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        youngs_modulus: E of its material; a pressure in Pa
        shear_modulus: G of its material; a pressure in Pa
        area: area of the section; an area in m^2
        second_moments: I about the section's y and z axes, against bending about them; a pair, each a second moment
            of area
        torsion_constant: J against torsion; the polar moment of a round section; a second moment of area in m^4
        position_a: its end on A at the design position, in the model frame; default: A's own origin; three numbers,
            each a length in m
        position_b: its end on B; default: B's own origin; three numbers, each a length in m
        up: direction of the section's y axis, as far as it is across the beam; default: any; a direction
        shear_factor: part of the area that carries shear, as 5/6 for a rectangle; default: a slender beam, stiff in
            shear; a number
        damping: damping over stiffness; a time in s, by default 0
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: displacement_x [m], displacement_y [m], displacement_z [m], rotation_x [rad], rotation_y [rad],
            rotation_z [rad], force_x [N], force_y [N], force_z [N], torque_x [N m], torque_y [N m], torque_z [N m],
            energy [J], dissipation [W]
        """
        return Item.of("force", "beam", locals())

    @staticmethod
    def torque(
        name: str,
        *,
        between: Sequence[Part],
        axis: Axis,
        torque: Function,
        excitation: Mapping[str, Any] | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A torque of A on B about an axis that moves with A, with its reaction on A; the ground may be A.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        axis: direction of the axis at the design position, in the model frame; a direction
        torque: torque on B, positive about the axis; a torque or a function of time or of a signal in N m
        excitation: how the load swings in a response over frequencies; of no effect elsewhere; a table of amplitude,
            phase
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: torque [N m], angular_speed [rad/s], power [W]
        """
        return Item.of("force", "torque", locals())

    @staticmethod
    def thrust(
        name: str,
        *,
        between: Sequence[Part],
        axis: Axis,
        force: Function,
        position: Vector | None = None,
        excitation: Mapping[str, Any] | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A force of A on a point of B along an axis that moves with A, with its reaction on A; the ground may be A.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        axis: direction of the axis at the design position, in the model frame; a direction
        force: force on B, positive along the axis; a force or a function of time or of a signal in N
        position: the point of the joint at the design position, in the model frame; three numbers, each a length in
            m, by default [0, 0, 0]
        excitation: how the load swings in a response over frequencies; of no effect elsewhere; a table of amplitude,
            phase
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: force [N], speed [m/s], power [W]
        """
        return Item.of("force", "thrust", locals())

    @staticmethod
    def load(
        name: str,
        *,
        on: Part,
        position: Vector | None = None,
        force: Vector | None = None,
        torque: Vector | None = None,
        in_: str | None = None,
        factor: Function | None = None,
        excitation: Mapping[str, Any] | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A force and a torque on a body.

        name: its name, unique in the model
        on: the body; the name of a body or frame
        position: where the force acts at the design position, in the model frame; default: at the body's own origin;
            three numbers, each a length in m
        force: the force; three numbers, each a force in N, by default [0, 0, 0]
        torque: the torque; three numbers, each a torque in N m, by default [0, 0, 0]
        in_: the axes in which both are given and stay constant: the model frame's, or the body's own; one of model,
            body, by default 'model'
        factor: what the force and the torque are multiplied by, over time or by a signal; a number or a function of
            time or of a signal, by default 1
        excitation: how the load swings in a response over frequencies; of no effect elsewhere; a table of amplitude,
            phase
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: force_x [N], force_y [N], force_z [N], torque_x [N m], torque_y [N m], torque_z [N m], power [W]
        """
        return Item.of("force", "load", locals())

    @staticmethod
    def drag(
        name: str,
        *,
        on: Part,
        coefficient: Amount,
        area: Amount,
        position: Vector | None = None,
        density: Amount | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """Resistance of a fluid at rest against the motion of a point of a body, with the square of its speed.

        name: its name, unique in the model
        on: the body; the name of a body or frame
        coefficient: drag coefficient; a number
        area: area to which the coefficient belongs; an area in m^2
        position: where it acts at the design position, in the model frame; default: at the body's own origin; three
            numbers, each a length in m
        density: density of the fluid; a density in kg/m^3, by default '1.2 kg/m^3'
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: force [N], force_x [N], force_y [N], force_z [N], dissipation [W]
        """
        return Item.of("force", "drag", locals())

    @staticmethod
    def rotation_stop(
        name: str,
        *,
        between: Sequence[Part],
        axis: Axis,
        law: Mapping[str, Any],
        lower: Amount | None = None,
        upper: Amount | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A stop that keeps the rotation of B against A about an axis between two limits, or on one side of one.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        axis: direction of the axis at the design position, in the model frame; a direction
        law: torque against the angle beyond a limit; a table with a type: hertz (stiffness, coefficient, exponent),
            kelvin_voigt (stiffness, coefficient, exponent, damping), hunt_crossley (stiffness, coefficient, exponent,
            restitution, speed_floor), lankarani_nikravesh (stiffness, coefficient, exponent, restitution,
            speed_floor), flores_machado (stiffness, coefficient, exponent, restitution, speed_floor), gonthier
            (stiffness, coefficient, exponent, restitution, speed_floor), plastic (stiffness, coefficient, exponent,
            restitution)
        lower: least angle, zero at the design position; default: none; an angle in rad
        upper: largest angle; default: none; an angle in rad
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: angle [rad], angular_speed [rad/s], torque [N m], dissipation [W]
        """
        return Item.of("force", "rotation_stop", locals())

    @staticmethod
    def travel_stop(
        name: str,
        *,
        between: Sequence[Part],
        axis: Axis,
        law: Mapping[str, Any],
        position: Vector | None = None,
        lower: Amount | None = None,
        upper: Amount | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A stop that keeps the travel of a point of B along an axis of A between two limits, or on one side of one.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        axis: direction of the axis at the design position, in the model frame; a direction
        law: force against the length beyond a limit; a table with a type: hertz (stiffness, coefficient, exponent),
            kelvin_voigt (stiffness, coefficient, exponent, damping), hunt_crossley (stiffness, coefficient, exponent,
            restitution, speed_floor), lankarani_nikravesh (stiffness, coefficient, exponent, restitution,
            speed_floor), flores_machado (stiffness, coefficient, exponent, restitution, speed_floor), gonthier
            (stiffness, coefficient, exponent, restitution, speed_floor), plastic (stiffness, coefficient, exponent,
            restitution)
        position: the point of the joint at the design position, in the model frame; three numbers, each a length in
            m, by default [0, 0, 0]
        lower: least travel, zero at the design position; default: none; a length in m
        upper: largest travel; default: none; a length in m
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: displacement [m], speed [m/s], force [N], dissipation [W]
        """
        return Item.of("force", "travel_stop", locals())

    @staticmethod
    def cone_stop(
        name: str,
        *,
        between: Sequence[Part],
        axis_a: Axis,
        law: Mapping[str, Any],
        axis_b: Axis | None = None,
        lower: Amount | None = None,
        upper: Amount | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A stop that keeps an axis of B in a cone around one of A: the limit of ball joints and bent shafts.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        axis_a: direction of A's axis at the design position, in the model frame; a direction
        law: torque against the angle beyond a limit; a table with a type: hertz (stiffness, coefficient, exponent),
            kelvin_voigt (stiffness, coefficient, exponent, damping), hunt_crossley (stiffness, coefficient, exponent,
            restitution, speed_floor), lankarani_nikravesh (stiffness, coefficient, exponent, restitution,
            speed_floor), flores_machado (stiffness, coefficient, exponent, restitution, speed_floor), gonthier
            (stiffness, coefficient, exponent, restitution, speed_floor), plastic (stiffness, coefficient, exponent,
            restitution)
        axis_b: direction of B's axis; default: that of A's; a direction
        lower: least angle between the axes; default: none; an angle in rad
        upper: largest angle between the axes; default: none; an angle in rad
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: bend [rad], bend_rate [rad/s], torque [N m], dissipation [W]
        """
        return Item.of("force", "cone_stop", locals())

    @staticmethod
    def distance_stop(
        name: str,
        *,
        between: Sequence[Part],
        law: Mapping[str, Any],
        position_a: Vector | None = None,
        position_b: Vector | None = None,
        lower: Amount | None = None,
        upper: Amount | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A stop that keeps the distance of two points between two limits: with `upper` alone a rope, with `lower` a strut.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        law: force against the length beyond a limit; a table with a type: hertz (stiffness, coefficient, exponent),
            kelvin_voigt (stiffness, coefficient, exponent, damping), hunt_crossley (stiffness, coefficient, exponent,
            restitution, speed_floor), lankarani_nikravesh (stiffness, coefficient, exponent, restitution,
            speed_floor), flores_machado (stiffness, coefficient, exponent, restitution, speed_floor), gonthier
            (stiffness, coefficient, exponent, restitution, speed_floor), plastic (stiffness, coefficient, exponent,
            restitution)
        position_a: point on A at the design position, in the model frame; default: A's own origin; three numbers,
            each a length in m
        position_b: point on B at the design position, in the model frame; default: B's own origin; three numbers,
            each a length in m
        lower: least distance; default: none; a length in m
        upper: largest distance; default: none; a length in m
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: length [m], length_rate [m/s], force [N], dissipation [W]
        """
        return Item.of("force", "distance_stop", locals())


class drive:
    """The types of `[[drive]]`."""

    @staticmethod
    def rotation(
        name: str,
        *,
        between: Sequence[Part],
        axis: Axis,
        angle: Function | None = None,
        speed: Function | None = None,
        lag: Amount | None = None,
        excitation: Mapping[str, Any] | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """Prescribes the rotation of B against A about an axis that moves with A; one of `angle` and `speed` is given.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        axis: direction of the axis at the design position, in the model frame; a direction
        angle: angle of B against A about the axis, zero at the design position; a signal is followed with `lag`; an
            angle or a function of time or of a signal in rad
        speed: angular velocity of B against A; an angular velocity or a function of time or of a signal in rad/s
        lag: time constant with which a position that is a signal is followed; a time in s
        excitation: how the load swings in a response over frequencies; of no effect elsewhere; a table of amplitude,
            phase
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: angle [rad], speed [rad/s], torque [N m], power [W]
        """
        return Item.of("drive", "rotation", locals())

    @staticmethod
    def translation(
        name: str,
        *,
        between: Sequence[Part],
        axis: Axis,
        position: Vector | None = None,
        displacement: Function | None = None,
        speed: Function | None = None,
        lag: Amount | None = None,
        excitation: Mapping[str, Any] | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """Prescribes the travel of a point of B along an axis of A; one of `displacement` and `speed` is given.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        axis: direction of the axis at the design position, in the model frame; a direction
        position: the point of the joint at the design position, in the model frame; three numbers, each a length in
            m, by default [0, 0, 0]
        displacement: travel of B against A along the axis, zero at the design position; a signal is followed with
            `lag`; a length or a function of time or of a signal in m
        speed: velocity of B against A along the axis; a velocity or a function of time or of a signal in m/s
        lag: time constant with which a position that is a signal is followed; a time in s
        excitation: how the load swings in a response over frequencies; of no effect elsewhere; a table of amplitude,
            phase
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: displacement [m], speed [m/s], force [N], power [W]
        """
        return Item.of("drive", "translation", locals())


class contact:
    """The types of `[[contact]]`."""

    @staticmethod
    def sphere_on_plane(
        name: str,
        *,
        between: Sequence[Part],
        position: Vector,
        normal: Axis,
        radius: Amount,
        law: Mapping[str, Any],
        centre: Vector | None = None,
        friction: Mapping[str, Any] | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A sphere on B that may touch a plane on A.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        position: a point of the plane at the design position; three numbers, each a length in m
        normal: normal of the plane at the design position, towards the sphere; a direction
        radius: radius of the sphere; a length in m
        law: normal force against indentation, or impulses; a table with a type: hertz (stiffness, coefficient,
            materials, exponent), kelvin_voigt (stiffness, coefficient, materials, exponent, damping), hunt_crossley
            (stiffness, coefficient, materials, exponent, restitution, speed_floor), lankarani_nikravesh (stiffness,
            coefficient, materials, exponent, restitution, speed_floor), flores_machado (stiffness, coefficient,
            materials, exponent, restitution, speed_floor), gonthier (stiffness, coefficient, materials, exponent,
            restitution, speed_floor), plastic (stiffness, coefficient, materials, exponent, restitution), nonsmooth
            (restitution)
        centre: centre of the sphere at the design position; default: B's own origin; three numbers, each a length in
            m
        friction: friction, smooth around rest; default: none; a table of coefficient, static_coefficient, velocity,
            stribeck_velocity
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: gap [m], gap_rate [m/s], normal_force [N], elastic_force [N], damping_force [N], friction_force
            [N], sliding_speed [m/s], energy [J], dissipation [W], status, impact_speed [m/s], contact_time [s],
            deepest [m], loop_area [J], restitution_newton, restitution_poisson, restitution_stronge
        """
        return Item.of("contact", "sphere_on_plane", locals())

    @staticmethod
    def spheres(
        name: str,
        *,
        between: Sequence[Part],
        radii: Sequence[Any],
        law: Mapping[str, Any],
        position_a: Vector | None = None,
        position_b: Vector | None = None,
        friction: Mapping[str, Any] | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """Two spheres that may touch.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        radii: their radii, A's first; a pair, each a length
        law: normal force against indentation, or impulses; a table with a type: hertz (stiffness, coefficient,
            materials, exponent), kelvin_voigt (stiffness, coefficient, materials, exponent, damping), hunt_crossley
            (stiffness, coefficient, materials, exponent, restitution, speed_floor), lankarani_nikravesh (stiffness,
            coefficient, materials, exponent, restitution, speed_floor), flores_machado (stiffness, coefficient,
            materials, exponent, restitution, speed_floor), gonthier (stiffness, coefficient, materials, exponent,
            restitution, speed_floor), plastic (stiffness, coefficient, materials, exponent, restitution), nonsmooth
            (restitution)
        position_a: centre of A's sphere at the design position; default: A's own origin; three numbers, each a length
            in m
        position_b: centre of B's sphere at the design position; default: B's own origin; three numbers, each a length
            in m
        friction: friction, smooth around rest; default: none; a table of coefficient, static_coefficient, velocity,
            stribeck_velocity
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: gap [m], gap_rate [m/s], normal_force [N], elastic_force [N], damping_force [N], friction_force
            [N], sliding_speed [m/s], energy [J], dissipation [W], status, impact_speed [m/s], contact_time [s],
            deepest [m], loop_area [J], restitution_newton, restitution_poisson, restitution_stronge
        """
        return Item.of("contact", "spheres", locals())

    @staticmethod
    def pin_in_bore(
        name: str,
        *,
        between: Sequence[Part],
        position: Vector,
        axis: Axis,
        pin_radius: Amount,
        bore_radius: Amount,
        law: Mapping[str, Any],
        end: Vector | None = None,
        friction: Mapping[str, Any] | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """One end of a pin on B in a wider bore of A; a pin that may tilt takes one at each end.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        position: a point of the bore's axis at the design position; three numbers, each a length in m
        axis: axis of the bore at the design position; a direction
        pin_radius: radius of the pin; a length in m
        bore_radius: radius of the bore, above the pin's; a length in m
        law: normal force against indentation, or impulses; a table with a type: hertz (stiffness, coefficient,
            materials, exponent), kelvin_voigt (stiffness, coefficient, materials, exponent, damping), hunt_crossley
            (stiffness, coefficient, materials, exponent, restitution, speed_floor), lankarani_nikravesh (stiffness,
            coefficient, materials, exponent, restitution, speed_floor), flores_machado (stiffness, coefficient,
            materials, exponent, restitution, speed_floor), gonthier (stiffness, coefficient, materials, exponent,
            restitution, speed_floor), plastic (stiffness, coefficient, materials, exponent, restitution), nonsmooth
            (restitution)
        end: centre of the pin's end at the design position; default: `position`; three numbers, each a length in m
        friction: friction, smooth around rest; default: none; a table of coefficient, static_coefficient, velocity,
            stribeck_velocity
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: gap [m], gap_rate [m/s], normal_force [N], elastic_force [N], damping_force [N], friction_force
            [N], sliding_speed [m/s], energy [J], dissipation [W], status, impact_speed [m/s], contact_time [s],
            deepest [m], loop_area [J], restitution_newton, restitution_poisson, restitution_stronge
        """
        return Item.of("contact", "pin_in_bore", locals())

    @staticmethod
    def rings(
        name: str,
        *,
        between: Sequence[Part],
        position: Vector,
        normal: Axis,
        outer_radius: Amount,
        law: Mapping[str, Any],
        clearance: Amount | None = None,
        inner_radius: Amount | None = None,
        friction: Mapping[str, Any] | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """Two plane coaxial rings, or discs, that may touch; joints keep them parallel.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        position: centre of A's face at the design position; three numbers, each a length in m
        normal: common axis at the design position, from A's face to B's; a direction
        outer_radius: outer radius; a length in m
        law: normal force against indentation; a table with a type: hertz (stiffness, coefficient, materials,
            exponent), kelvin_voigt (stiffness, coefficient, materials, exponent, damping), hunt_crossley (stiffness,
            coefficient, materials, exponent, restitution, speed_floor), lankarani_nikravesh (stiffness, coefficient,
            materials, exponent, restitution, speed_floor), flores_machado (stiffness, coefficient, materials,
            exponent, restitution, speed_floor), gonthier (stiffness, coefficient, materials, exponent, restitution,
            speed_floor), plastic (stiffness, coefficient, materials, exponent, restitution)
        clearance: gap between the faces at the design position; a length in m, by default 0
        inner_radius: inner radius; 0 for a disc; a length in m, by default 0
        friction: friction against rotation; default: none; a table of coefficient, static_coefficient, law, velocity,
            stribeck_velocity, presliding_displacement
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: gap [m], gap_rate [m/s], normal_force [N], elastic_force [N], damping_force [N], friction_torque
            [N m], rotation_speed [rad/s], mean_pressure [Pa], energy [J], dissipation [W], status, impact_speed
            [m/s], contact_time [s], deepest [m], loop_area [J], restitution_newton, restitution_poisson,
            restitution_stronge
        """
        return Item.of("contact", "rings", locals())

    @staticmethod
    def film(
        name: str,
        *,
        between: Sequence[Part],
        position: Vector,
        normal: Axis,
        clearance: Amount,
        outer_radius: Amount,
        viscosity: Amount,
        inner_radius: Amount | None = None,
        viscous_torque: bool | str | None = None,
        suction_limit: Amount | None = None,
        roughness: Amount | None = None,
        stiffness: Amount | None = None,
        friction: Mapping[str, Any] | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """An oil film between two plane coaxial rings, or discs, with the roughness that carries below it.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        position: centre of A's face at the design position; three numbers, each a length in m
        normal: common axis at the design position, from A's face to B's; a direction
        clearance: thickness of the film at the design position; a length in m
        outer_radius: outer radius; a length in m
        viscosity: dynamic viscosity of the oil; a viscosity in Pa s
        inner_radius: inner radius; 0 for a disc; a length in m, by default 0
        viscous_torque: whether the oil resists rotation too; true or false, by default true
        suction_limit: how far the pressure can fall below the surrounding one when the faces part; default: no limit;
            a pressure in Pa
        roughness: thickness below which asperities touch; never where it is 0; a length in m, by default 0
        stiffness: stiffness of the asperities; a stiffness in N/m, by default '1e14 N/m'
        friction: friction against rotation; default: none; a table of coefficient, static_coefficient, law, velocity,
            stribeck_velocity, presliding_displacement
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: film_thickness [m], film_thickness_rate [m/s], normal_force [N], film_force [N], asperity_force
            [N], friction_torque [N m], viscous_torque [N m], rotation_speed [rad/s], mean_pressure [Pa], energy [J],
            dissipation [W], status
        """
        return Item.of("contact", "film", locals())

    @staticmethod
    def solid_on_plane(
        name: str,
        *,
        solid: Part,
        surface: str,
        on: Part,
        normal: Axis,
        position: Vector | None = None,
        inner_radius: Amount | None = None,
        outer_radius: Amount | None = None,
        method: str | None = None,
        stiffness: Amount | None = None,
        damping: Amount | None = None,
        damping_depth: Amount | None = None,
        friction: Mapping[str, Any] | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """The surface of a solid that may touch a rigid plane, or a plane ring or disc, on a body.

        name: its name, unique in the model
        solid: the solid; the name of an item
        surface: the surface of the solid, or a set of its nodes that contains faces; a text
        on: the body that has the rigid surface; the name of a body or frame
        normal: normal of the plane at the design position, towards the solid; a direction
        position: a point of the plane at the design position, the centre of a ring or disc; three numbers, each a
            length in m, by default [0, 0, 0]
        inner_radius: inner radius of a ring: what of the surface is inside at the design position never touches; a
            length in m
        outer_radius: outer radius of a ring or disc: what of the surface is outside at the design position never
            touches; a length in m
        method: a pressure that grows with the penetration; or no penetration by an augmented Lagrangian, with
            friction that sticks; or no penetration by impulses at the ends of fixed steps, without friction; one of
            penalty, augmented, nonsmooth, by default 'penalty'
        stiffness: pressure for each penetration; default: 10 E/h, with Young's modulus E of the solid and the square
            root h of the mean area of the faces; a stiffness per area in N/m^3
        damping: pressure for each speed of penetration; it never pulls; a damping per area in N s/m^3, by default 0
        damping_depth: penetration at which the damping is complete; default: 1e-7 E/`stiffness`; a length in m
        friction: friction, smooth around rest, or sticking if `method` is 'augmented'; default: none; a table of
            coefficient, static_coefficient, velocity, stribeck_velocity
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: force_x [N], force_y [N], force_z [N], moment_x [N m], moment_y [N m], moment_z [N m],
            normal_force [N], friction_force [N], gap [m], largest_pressure [Pa], pressure_x [m], pressure_y [m],
            pressure_z [m], contact_area [m^2], points, energy [J], dissipation [W], largest_friction [Pa],
            sliding_speed [m/s]
        """
        return Item.of("contact", "solid_on_plane", locals())

    @staticmethod
    def solid_on_cylinder(
        name: str,
        *,
        solid: Part,
        surface: str,
        on: Part,
        position: Vector,
        axis: Axis,
        radius: Amount,
        inside: bool | str | None = None,
        method: str | None = None,
        stiffness: Amount | None = None,
        damping: Amount | None = None,
        damping_depth: Amount | None = None,
        friction: Mapping[str, Any] | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """The surface of a solid that may touch a rigid cylinder on a body, from outside or in a bore.

        name: its name, unique in the model
        solid: the solid; the name of an item
        surface: the surface of the solid, or a set of its nodes that contains faces; a text
        on: the body that has the rigid surface; the name of a body or frame
        position: a point of the axis at the design position; three numbers, each a length in m
        axis: axis of the cylinder at the design position; a direction
        radius: radius of the cylinder; a length in m
        inside: whether the solid is inside the surface, as in a bore; true or false, by default false
        method: a pressure that grows with the penetration; or no penetration by an augmented Lagrangian, with
            friction that sticks; or no penetration by impulses at the ends of fixed steps, without friction; one of
            penalty, augmented, nonsmooth, by default 'penalty'
        stiffness: pressure for each penetration; default: 10 E/h, with Young's modulus E of the solid and the square
            root h of the mean area of the faces; a stiffness per area in N/m^3
        damping: pressure for each speed of penetration; it never pulls; a damping per area in N s/m^3, by default 0
        damping_depth: penetration at which the damping is complete; default: 1e-7 E/`stiffness`; a length in m
        friction: friction, smooth around rest, or sticking if `method` is 'augmented'; default: none; a table of
            coefficient, static_coefficient, velocity, stribeck_velocity
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: force_x [N], force_y [N], force_z [N], moment_x [N m], moment_y [N m], moment_z [N m],
            normal_force [N], friction_force [N], gap [m], largest_pressure [Pa], pressure_x [m], pressure_y [m],
            pressure_z [m], contact_area [m^2], points, energy [J], dissipation [W], largest_friction [Pa],
            sliding_speed [m/s]
        """
        return Item.of("contact", "solid_on_cylinder", locals())

    @staticmethod
    def solid_on_sphere(
        name: str,
        *,
        solid: Part,
        surface: str,
        on: Part,
        position: Vector,
        radius: Amount,
        inside: bool | str | None = None,
        method: str | None = None,
        stiffness: Amount | None = None,
        damping: Amount | None = None,
        damping_depth: Amount | None = None,
        friction: Mapping[str, Any] | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """The surface of a solid that may touch a rigid sphere on a body, from outside or in a spherical bore.

        name: its name, unique in the model
        solid: the solid; the name of an item
        surface: the surface of the solid, or a set of its nodes that contains faces; a text
        on: the body that has the rigid surface; the name of a body or frame
        position: centre of the sphere at the design position; three numbers, each a length in m
        radius: radius of the sphere; a length in m
        inside: whether the solid is inside the surface, as in a bore; true or false, by default false
        method: a pressure that grows with the penetration; or no penetration by an augmented Lagrangian, with
            friction that sticks; or no penetration by impulses at the ends of fixed steps, without friction; one of
            penalty, augmented, nonsmooth, by default 'penalty'
        stiffness: pressure for each penetration; default: 10 E/h, with Young's modulus E of the solid and the square
            root h of the mean area of the faces; a stiffness per area in N/m^3
        damping: pressure for each speed of penetration; it never pulls; a damping per area in N s/m^3, by default 0
        damping_depth: penetration at which the damping is complete; default: 1e-7 E/`stiffness`; a length in m
        friction: friction, smooth around rest, or sticking if `method` is 'augmented'; default: none; a table of
            coefficient, static_coefficient, velocity, stribeck_velocity
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: force_x [N], force_y [N], force_z [N], moment_x [N m], moment_y [N m], moment_z [N m],
            normal_force [N], friction_force [N], gap [m], largest_pressure [Pa], pressure_x [m], pressure_y [m],
            pressure_z [m], contact_area [m^2], points, energy [J], dissipation [W], largest_friction [Pa],
            sliding_speed [m/s]
        """
        return Item.of("contact", "solid_on_sphere", locals())

    @staticmethod
    def solid_on_solid(
        name: str,
        *,
        solid: Part,
        surface: str,
        other: Part,
        other_surface: str,
        search_radius: Amount | None = None,
        integration: str | None = None,
        stiffness: Amount | None = None,
        damping: Amount | None = None,
        damping_depth: Amount | None = None,
        friction: Mapping[str, Any] | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """The surface of a solid whose points may touch the faces of another solid. Give the finer mesh as `solid`.

        name: its name, unique in the model
        solid: the solid; the name of an item
        surface: the surface of the solid, or a set of its nodes that contains faces; a text
        other: the other solid; the name of an item
        other_surface: the surface of the other solid, or a set of its nodes that contains faces; a text
        search_radius: how far a point may move relative to the other surface; it touches the faces within this radius
            at the design position. Default: the smallest gap at the design position and twice the square root of the
            mean area of the other faces; a length in m
        integration: where the contact is evaluated: at the points of the first surface, or at integration points in
            the common parts of the faces of both, which passes the patch test with any meshes and takes longer; one
            of points, segments, by default 'points'
        stiffness: pressure for each penetration; default: 10 E/h, with Young's modulus E of the solid and the square
            root h of the mean area of the faces; a stiffness per area in N/m^3
        damping: pressure for each speed of penetration; it never pulls; a damping per area in N s/m^3, by default 0
        damping_depth: penetration at which the damping is complete; default: 1e-7 E/`stiffness`; a length in m
        friction: friction, smooth around rest; default: none; a table of coefficient, static_coefficient, velocity,
            stribeck_velocity
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: force_x [N], force_y [N], force_z [N], moment_x [N m], moment_y [N m], moment_z [N m],
            normal_force [N], friction_force [N], gap [m], largest_pressure [Pa], pressure_x [m], pressure_y [m],
            pressure_z [m], contact_area [m^2], points, energy [J], dissipation [W], largest_friction [Pa],
            sliding_speed [m/s]
        """
        return Item.of("contact", "solid_on_solid", locals())

    @staticmethod
    def superelements(
        name: str,
        *,
        superelement: Part,
        surface: str,
        other: Part,
        other_surface: str,
        faces: str | None = None,
        points: int | str | None = None,
        reach: Amount | None = None,
        stiffness: Amount | None = None,
        restitution: Amount | None = None,
        restitution_speed: Amount | None = None,
        friction: Mapping[str, Any] | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """Surfaces of two superelements that may touch: the points of each on the faces of the other.

        name: its name, unique in the model
        superelement: the first superelement; the name of an item
        surface: its surface, or a set of its nodes that contains faces; a text
        other: the second superelement; the name of an item
        other_surface: its surface, or a set of its nodes that contains faces; a text
        faces: whether faces of 4 nodes are curved so that their normals are continuous, or as the mesh has them; one
            of smooth, plain, by default 'smooth'
        points: number of points along each edge of a face of 4 or 8 nodes; those at its ends are the corners; a whole
            number, by default 3
        reach: how deep behind a surface points touch it; default: a tenth of the square root of the mean area of the
            larger faces; a length in m
        stiffness: pressure for each penetration; default: 10 E/h, with Young's modulus E and the square root h of the
            mean area of the faces of the more compliant surface; a stiffness per area in N/m^3
        restitution: coefficient of restitution of a free impact of rigid bodies at `restitution_speed`; slower
            impacts are more elastic; a number, by default 1
        restitution_speed: impact speed at which `restitution` holds; a velocity in m/s, by default '1 m/s'
        friction: friction, smooth around rest; default: none; a table of coefficient, static_coefficient, velocity,
            stribeck_velocity
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: force_x [N], force_y [N], force_z [N], moment_x [N m], moment_y [N m], moment_z [N m],
            normal_force [N], friction_force [N], gap [m], largest_pressure [Pa], contact_area [m^2], points, energy
            [J], dissipation [W]
        """
        return Item.of("contact", "superelements", locals())

    @staticmethod
    def teeth(
        name: str,
        *,
        superelement: Part,
        other: Part,
        slices: int | str | None = None,
        stiffness: Amount | None = None,
        local: str | None = None,
        line_load: Amount | None = None,
        restitution: Amount | None = None,
        restitution_speed: Amount | None = None,
        friction: Mapping[str, Any] | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """The teeth of two superelements with `mesh = { type = 'gear' }`: exact flanks, carried by the elastic displacements of the wheels.

        name: its name, unique in the model
        superelement: the first wheel; the name of an item
        other: the second wheel, on an axis that is parallel within 10 mrad; it may be a ring. Without `orientation`
            it is turned so that its teeth are in the middle of the spaces of the first; the name of an item
        slices: number of slices across the common face width; a whole number, by default 5
        stiffness: force for each width over the local approach; default: by `local`; a pressure in Pa
        local: the local approach: `hertz` is what the zones of the wheels (`flank_zones`) do not contain of Hertz's
            approach under `line_load`; `none` leaves a hundredth of it, so that the shapes alone deform; one of
            hertz, none, by default 'hertz'
        line_load: force for each width for which the default stiffness is computed; it depends on its logarithm; a
            stiffness in N/m, by default '200 N/mm'
        restitution: coefficient of restitution of a free impact of rigid bodies at `restitution_speed`; slower
            impacts are more elastic; a number, by default 1
        restitution_speed: impact speed at which `restitution` holds; a velocity in m/s, by default '1 m/s'
        friction: friction, smooth around rest; default: none; a table of coefficient, static_coefficient, velocity,
            stribeck_velocity
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: force_x [N], force_y [N], force_z [N], normal_force [N], deformation [m], pairs, left_force [N],
            right_force [N], torque_a [N m], torque_b [N m], line_load [N/m], load_ratio, friction_force [N], energy
            [J], dissipation [W]
        """
        return Item.of("contact", "teeth", locals())


def tyre(
    name: str,
    *,
    between: Sequence[Part],
    position: Vector | None = None,
    normal: Axis | None = None,
    along: Axis | None = None,
    centre: Vector | None = None,
    axis: Axis | None = None,
    magic_formula: Mapping[str, Any] | None = None,
    file: File | None = None,
    side: str | None = None,
    pressure: Amount | None = None,
    radius: Amount | None = None,
    crown_radius: Amount | None = None,
    rolling_radius: Amount | None = None,
    vertical_stiffness: Amount | None = None,
    vertical_damping: Amount | None = None,
    rolling_resistance: Amount | None = None,
    relaxation_length: Mapping[str, Any] | None = None,
    grip: Function | None = None,
    grip_acts_on: str | None = None,
    patches: Sequence[Any] | None = None,
    profile: Sequence[Any] | None = None,
    contact_length: Amount | None = None,
    standstill_speed: Amount | None = None,
    standstill_damping: Amount | None = None,
    in_: str | None = None,
    repeat: Mapping[str, Any] | None = None,
    when: bool | str | None = None,
) -> Item:
    """A tyre on a wheel B that rolls on a road A: Magic Formula with relaxation, vertical spring and damper, loss of contact and standstill. Axes of ISO 8855. The one-dimensional tyre of drivelines is `[[driveline]]` with `type = 'tyre'`.

    name: its name, unique in the model
    between: the body of the road, mostly `ground`, and the wheel; the names of two bodies or frames
    position: a point of the road at the design position: the origin of distances and patches; three numbers, each a
        length in m, by default [0, 0, 0]
    normal: normal of the road at the design position, upwards; a direction, by default 'z'
    along: direction of the road's distance at the design position; a direction, by default 'x'
    centre: centre of the wheel at the design position; default: B's own origin; three numbers, each a length in m
    axis: spin axis at the design position, to the left: the wheel rolls forward with positive rotation about it; a
        direction, by default 'y'
    magic_formula: coefficients of the Magic Formula of 1987/89; instead of `file`; a table of lateral, longitudinal,
        aligning, camber_thrust
    file: tyre property file (.tir) of MF 5.2 (PAC2002) or 6.1, relative to the model file; instead of
        `magic_formula`; a text
    side: side on which it is mounted: a file measured on the other side is mirrored; default: as measured; one of
        left, right
    pressure: inflation pressure, with a file of MF 6.1; default: that of the file; a pressure in Pa
    radius: radius without load; default: that of the file; a length in m
    crown_radius: radius of the cross-section: 0 is a thin disc with a single point of contact, otherwise a torus; a
        length in m, by default 0
    rolling_radius: effective rolling radius; default: that of the file, or `radius` less a third of the deflection; a
        length in m
    vertical_stiffness: vertical stiffness; default: that of the file; a stiffness in N/m
    vertical_damping: vertical damping; default: that of the file; a damping in N s/m
    rolling_resistance: rolling resistance over load; default: that of the file, or none; a number
    relaxation_length: default: that of the file, or 0.15 m along and 0.45 m across; a table of longitudinal, lateral
    grip: scales the grip of this tyre: a number, a function of time or a signal; a number or a function of time or of
        a signal, by default 1
    grip_acts_on: what `grip` and patches scale: the whole force with its slip stiffness, or the peak friction only;
        one of force, peak, by default 'force'
    patches: rectangles of other grip on the road; a list, each a table
    profile: height of the road over distance; default: plane; a list of points [x, y]
    contact_length: length of the contact over which the profile is followed; a length in m, by default '0.12 m'
    standstill_speed: below this speed the carcass is damped and its deflection is limited by sliding; a velocity in
        m/s, by default '1 m/s'
    standstill_damping: damping ratio of the wheel load on the elastic carcass at standstill; a number, by default 0.3
    in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two, of
        B for keys that end in `_b`; one of model, body, by default 'model'
    repeat: this item stands for many; in a program a loop does the same
    when: the model has the item only if this is true

    Its channels: slip_ratio, slip_angle [rad], inclination [rad], fx [N], fy [N], fz [N], mx [N m], my [N m], mz [N
        m], deflection [m], grip, speed [m/s], distance [m], offset [m], force_x [N], force_y [N], force_z [N], energy
        [J], dissipation [W]
    """
    return Item.of("tyre", None, locals())


class sensor:
    """The types of `[[sensor]]`."""

    @staticmethod
    def point(
        name: str,
        *,
        on: Part,
        position: Vector | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """Reports the motion of a point of a body in the model frame.

        name: its name, unique in the model
        on: the body; the name of a body or frame
        position: the point at the design position, in the model frame; three numbers, each a length in m, by default
            [0, 0, 0]
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: position_x [m], position_y [m], position_z [m], velocity_x [m/s], velocity_y [m/s], velocity_z
            [m/s], acceleration_x [m/s^2], acceleration_y [m/s^2], acceleration_z [m/s^2]
        """
        return Item.of("sensor", "point", locals())

    @staticmethod
    def relative(
        name: str,
        *,
        between: Sequence[Part],
        position_a: Vector | None = None,
        position_b: Vector | None = None,
        seen_from: Part | None = None,
        orientation: Mapping[str, Any] | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """Reports how B stands and moves against A, as seen from a third body or frame.

        name: its name, unique in the model
        between: A and B; the names of two bodies or frames
        position_a: point of A at the design position; default: A's own origin; three numbers, each a length in m
        position_b: point of B at the design position; default: B's own origin; three numbers, each a length in m
        seen_from: body or frame in whose axes the components are, and with which the one moves who sees the rates;
            the name of a body or frame, by default 'ground'
        orientation: how those axes stand at the design position; default: along the model frame, or as the frame
            does; a rotation
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: position_x [m], position_y [m], position_z [m], velocity_x [m/s], velocity_y [m/s], velocity_z
            [m/s], acceleration_x [m/s^2], acceleration_y [m/s^2], acceleration_z [m/s^2], rotation_x [rad],
            rotation_y [rad], rotation_z [rad], angular_velocity_x [rad/s], angular_velocity_y [rad/s],
            angular_velocity_z [rad/s], angular_acceleration_x [rad/s^2], angular_acceleration_y [rad/s^2],
            angular_acceleration_z [rad/s^2]
        """
        return Item.of("sensor", "relative", locals())

    @staticmethod
    def force(
        name: str,
        *,
        of: Part,
        on: Part,
        position: Vector | None = None,
        seen_from: Part | None = None,
        orientation: Mapping[str, Any] | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """Reports the force and the torque that a joint, a contact, a gear or any other item exerts on a body.

        name: its name, unique in the model
        of: the item that exerts them; the name of an item
        on: the body on which they act; the name of a body or frame
        position: point of the body about which the torque is counted; default: the body's own origin; three numbers,
            each a length in m
        seen_from: body or frame in whose axes the components are, and with which the one moves who sees the rates;
            the name of a body or frame, by default 'ground'
        orientation: how those axes stand at the design position; default: along the model frame, or as the frame
            does; a rotation
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: force_x [N], force_y [N], force_z [N], torque_x [N m], torque_y [N m], torque_z [N m]
        """
        return Item.of("sensor", "force", locals())


class signal:
    """The types of `[[signal]]`."""

    @staticmethod
    def angle(
        name: str,
        *,
        between: Sequence[Part],
        axis: Axis,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """The angle of B against A about an axis that moves with A, zero at the design position, counted over many turns.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        axis: direction of the axis at the design position, in the model frame; a direction
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: value
        """
        return Item.of("signal", "angle", locals())

    @staticmethod
    def angular_speed(
        name: str,
        *,
        between: Sequence[Part],
        axis: Axis,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """The angular velocity of B against A about an axis that moves with A.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        axis: direction of the axis at the design position, in the model frame; a direction
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: value
        """
        return Item.of("signal", "angular_speed", locals())

    @staticmethod
    def displacement(
        name: str,
        *,
        between: Sequence[Part],
        axis: Axis,
        position: Vector | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """The travel of a point of B against A along an axis that moves with A, zero at the design position.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        axis: direction of the axis at the design position, in the model frame; a direction
        position: the point of the joint at the design position, in the model frame; three numbers, each a length in
            m, by default [0, 0, 0]
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: value
        """
        return Item.of("signal", "displacement", locals())

    @staticmethod
    def speed(
        name: str,
        *,
        between: Sequence[Part],
        axis: Axis,
        position: Vector | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """The velocity of a point of B against A along an axis that moves with A.

        name: its name, unique in the model
        between: the two bodies, A and B; the names of two bodies or frames
        axis: direction of the axis at the design position, in the model frame; a direction
        position: the point of the joint at the design position, in the model frame; three numbers, each a length in
            m, by default [0, 0, 0]
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: value
        """
        return Item.of("signal", "speed", locals())

    @staticmethod
    def shaft_angle(
        name: str,
        *,
        on: Part,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """The angle of a shaft.

        name: its name, unique in the model
        on: the shaft; the name of a shaft
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: value
        """
        return Item.of("signal", "shaft_angle", locals())

    @staticmethod
    def shaft_speed(
        name: str,
        *,
        on: Part,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """The angular velocity of a shaft.

        name: its name, unique in the model
        on: the shaft; the name of a shaft
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: value
        """
        return Item.of("signal", "shaft_speed", locals())

    @staticmethod
    def force(
        name: str,
        *,
        of: Part,
        on: Part,
        axis: Axis,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """The force that an item exerts on a body, along an axis.

        name: its name, unique in the model
        of: the item that exerts it: a joint, a force, a contact, a gear, a drive; the name of an item
        on: the body on which it acts; not the ground; the name of a body or frame
        axis: direction at the design position, in the model frame; a direction
        in_: whether the axis stays as it is in the model frame, or moves with the body; one of model, body, by
            default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: value
        """
        return Item.of("signal", "force", locals())

    @staticmethod
    def torque(
        name: str,
        *,
        of: Part,
        on: Part,
        axis: Axis,
        position: Vector | None = None,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """The torque that an item exerts on a body, about an axis through a point of the body.

        name: its name, unique in the model
        of: the item that exerts it: a joint, a force, a contact, a gear, a drive; the name of an item
        on: the body on which it acts; not the ground; the name of a body or frame
        axis: direction at the design position, in the model frame; a direction
        position: point of the body at the design position; default: the body's own origin; three numbers, each a
            length in m
        in_: whether the axis stays as it is in the model frame, or moves with the body; one of model, body, by
            default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: value
        """
        return Item.of("signal", "torque", locals())

    @staticmethod
    def shaft_torque(
        name: str,
        *,
        of: Part,
        on: Part,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """The torque that a part of a driveline exerts on a shaft.

        name: its name, unique in the model
        of: the part that exerts it: a shaft, a clutch, a stage, a tyre; the name of an item
        on: the shaft on which it acts; not the ground; the name of a shaft
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: value
        """
        return Item.of("signal", "shaft_torque", locals())

    @staticmethod
    def expression(
        name: str,
        *,
        value: str,
        unit: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """Arithmetic on `time` and on other signals, whose names stand in single quotes; at most three of them.

        name: its name, unique in the model
        value: the formula, as in '= 2 * 'wheel speed' + time * 1 rad/s^2'; a formula
        unit: unit of its value; results are in the SI unit of that quantity; a unit, by default '1'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: value
        """
        return Item.of("signal", "expression", locals())

    @staticmethod
    def function(
        name: str,
        *,
        value: Function,
        unit: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A function of time, or with `of` of another signal: a table, a ramp, a harmonic ….

        name: its name, unique in the model
        value: the function; a number or a function of time or of a signal
        unit: unit of its value; results are in the SI unit of that quantity; a unit, by default '1'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: value
        """
        return Item.of("signal", "function", locals())

    @staticmethod
    def program(
        name: str,
        *,
        function: Callable[..., Any],
        unit: str | None = None,
        inputs: Sequence[Any] | None = None,
        derivative: Callable[..., Any] | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A function of the program that runs the model, such as one of Python, of time and at most three signals. Newton's method calls it, so that it acts without delay; the same arguments must always give the same value. Such a model runs only from that program.

        name: its name, unique in the model
        function: the function of time and the inputs, all in SI units; the name of a function of the program
        unit: unit of its value; results are in the SI unit of that quantity; a unit, by default '1'
        inputs: the signals that it takes after the time; a list, each the name of a signal
        derivative: the function of its partial derivatives with respect to the inputs; default: differences; the name
            of a function of the program
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: value
        """
        return Item.of("signal", "program", locals())

    @staticmethod
    def lag(
        name: str,
        *,
        input: Part,
        time_constant: Amount,
        start: Amount | None = None,
        size: Amount | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """Follows another signal with a time constant: a filter of first order.

        name: its name, unique in the model
        input: the signal it takes; the name of a signal
        time_constant: after this time 63 % of a jump are reached; a time in s
        start: its value at the start; default: 0; a number with its unit
        size: a size of its value that matters: error control follows it to the tolerance times this; default: 1 of
            its SI unit; a number with its unit
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: value
        """
        return Item.of("signal", "lag", locals())

    @staticmethod
    def low_pass(
        name: str,
        *,
        input: Part,
        frequency: Amount,
        damping_ratio: Amount | None = None,
        start: Amount | None = None,
        size: Amount | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A low-pass filter of second order on another signal.

        name: its name, unique in the model
        input: the signal it takes; the name of a signal
        frequency: its natural frequency; a frequency in Hz
        damping_ratio: damping of the filter; as it stands the amplitude at `frequency` is 1/√2 (Butterworth); a
            number, by default 0.7071067811865476
        start: its value at the start; default: 0; a number with its unit
        size: a size of its value that matters: error control follows it to the tolerance times this; default: 1 of
            its SI unit; a number with its unit
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: value
        """
        return Item.of("signal", "low_pass", locals())

    @staticmethod
    def integral(
        name: str,
        *,
        input: Part,
        start: Amount | None = None,
        size: Amount | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """The integral of another signal over time.

        name: its name, unique in the model
        input: the signal it takes; the name of a signal
        start: its value at the start; default: 0; a number with its unit
        size: a size of its value that matters: error control follows it to the tolerance times this; default: 1 of
            its SI unit; a number with its unit
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: value
        """
        return Item.of("signal", "integral", locals())

    @staticmethod
    def pid(
        name: str,
        *,
        input: Part,
        proportional: Amount,
        unit: str | None = None,
        integral: Amount | None = None,
        derivative: Amount | None = None,
        derivative_lag: Amount | None = None,
        limits: Sequence[Any] | None = None,
        size: Amount | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A controller: proportional, integral and derivative action on the error that another signal gives.

        name: its name, unique in the model
        input: the signal it takes; the name of a signal
        proportional: what it commands for each unit of the error; a number with its unit
        unit: unit of its value; results are in the SI unit of that quantity; a unit, by default '1'
        integral: what it commands for each unit of the error's integral over time; a number with its unit
        derivative: what it commands for each unit of the error's rate; a number with its unit
        derivative_lag: time constant with which the rate is filtered; goes with `derivative`; a time in s
        limits: least and most of what it commands; the integral does not wind up behind them; a pair, each a number
            with its unit
        size: a size of its value that matters: error control follows it to the tolerance times this; default: 1 of
            its SI unit; a number with its unit
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: value
        """
        return Item.of("signal", "pid", locals())

    @staticmethod
    def hysteresis(
        name: str,
        *,
        input: Part,
        on: Amount,
        off: Amount,
        on_at_start: bool | str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A relay: 1 once its input has risen above `on`, 0 once it has fallen below `off`. With `on` below `off` it acts the other way.

        name: its name, unique in the model
        input: the signal it takes; the name of a signal
        on: level of the input at which its value becomes 1; a number with its unit
        off: level of the input at which its value becomes 0; a number with its unit
        on_at_start: whether its value is 1 at the start; true or false, by default false
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: value
        """
        return Item.of("signal", "hysteresis", locals())

    @staticmethod
    def latch(
        name: str,
        *,
        set: Part,
        reset: Part,
        on_at_start: bool | str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A latch: 1 once `set` is above 0.5, 0 once `reset` is above 0.5, which has priority.

        name: its name, unique in the model
        set: the signal that sets it; the name of a signal
        reset: the signal that resets it; the name of a signal
        on_at_start: whether its value is 1 at the start; true or false, by default false
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: value
        """
        return Item.of("signal", "latch", locals())

    @staticmethod
    def timer(
        name: str,
        *,
        input: Part,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A timer: the time for which its input has been above 0.5, zero while it is not.

        name: its name, unique in the model
        input: the signal it takes; the name of a signal
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: value
        """
        return Item.of("signal", "timer", locals())

    @staticmethod
    def sampled(
        name: str,
        *,
        input: Part,
        period: Amount,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """Sample and hold: the value that its input had at the last multiple of `period`, as in a digital controller.

        name: its name, unique in the model
        input: the signal it takes; the name of a signal
        period: time from sample to sample; a time in s
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: value
        """
        return Item.of("signal", "sampled", locals())

    @staticmethod
    def states(
        name: str,
        *,
        up: Part,
        down: Part,
        count: int | str,
        first: int | str | None = None,
        dwell: Amount | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """States from 1 to `count`, as the gears of a shift logic: one up where `up` is above 0.5, one down where `down` is. Both may depend on the state itself.

        name: its name, unique in the model
        up: the signal that leads to the next state; the name of a signal
        down: the signal that leads back to the state before; the name of a signal
        count: how many states there are; a whole number
        first: the state at the start; a whole number, by default 1
        dwell: least time between two changes; a time in s, by default '0.2 s'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: value
        """
        return Item.of("signal", "states", locals())


def input(
    name: str,
    *,
    unit: str | None = None,
    default: Amount | None = None,
    between: str | None = None,
    repeat: Mapping[str, Any] | None = None,
    when: bool | str | None = None,
) -> Item:
    """A signal whose value another program sets while the motion goes on, through the simulation handle. Drives, loads and other signals use it by its name, like any signal. In a run it stays at its default.

    name: its name, unique in the model
    unit: unit of its value; results are in the SI unit of that quantity; a unit, by default '1'
    default: its value until it is set; default: 0; a number with its unit
    between: how it goes from one value to the next: jumps and is held, or on a straight line over the next advance;
        one of hold, linear, by default 'hold'
    repeat: this item stands for many; in a program a loop does the same
    when: the model has the item only if this is true

    Its channels: value
    """
    return Item.of("input", None, locals())


def inertia(
    name: str,
    *,
    inertia: Amount,
    angle: Amount | None = None,
    speed: Amount | None = None,
    start: str | None = None,
    repeat: Mapping[str, Any] | None = None,
    when: bool | str | None = None,
) -> Item:
    """A shaft that turns about its own axis, with its inertia; named wherever a shaft is wanted.

    name: its name, unique in the model
    inertia: moment of inertia; zero only for a shaft that a stage, a planetary set or the like ties to others; a
        moment of inertia in kg m^2
    angle: its angle at the start; 0 by default; an angle in rad
    speed: its speed at the start; by default what it is tied to gives it, or 0; an angular velocity in rad/s
    start: where tied shafts disagree at the start: `fixed` keeps its speed, `guess` changes as little as possible,
        with a warning, `free` follows the others; `guess` by default where `speed` is given, else `free`; one of
        fixed, guess, free
    repeat: this item stands for many; in a program a loop does the same
    when: the model has the item only if this is true

    Its channels: angle [rad], speed [rad/s], acceleration [rad/s^2], energy [J]
    """
    return Item.of("inertia", None, locals())


class driveline:
    """The types of `[[driveline]]`."""

    @staticmethod
    def shaft(
        name: str,
        *,
        between: Sequence[Part],
        stiffness: Amount,
        damping: Amount | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """An elastic shaft between two inertias: a spring and a damper. As many as wanted may branch off one inertia.

        name: its name, unique in the model
        between: the shafts A and B; the names of two shafts
        stiffness: torque for each angle of twist; a rotational stiffness in N m/rad
        damping: torque for each speed of twist; a rotational damping in N m s/rad, by default 0
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: twist [rad], twist_rate [rad/s], torque [N m], energy [J], dissipation [W]
        """
        return Item.of("driveline", "shaft", locals())

    @staticmethod
    def damper(
        name: str,
        *,
        between: Sequence[Part],
        damping: Amount,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A viscous damper between two shafts, or between a shaft and the ground.

        name: its name, unique in the model
        between: the shafts A and B; the names of two shafts
        damping: torque for each difference of speed; a rotational damping in N m s/rad
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: twist [rad], twist_rate [rad/s], torque [N m], energy [J], dissipation [W]
        """
        return Item.of("driveline", "damper", locals())

    @staticmethod
    def stage(
        name: str,
        *,
        between: Sequence[Part],
        ratio: Amount,
        carrier: Part | None = None,
        efficiency: Sequence[Any] | None = None,
        bearing_friction: Sequence[Any] | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A rigid gear stage: two shafts whose speeds, seen from a carrier, have a fixed ratio.

        name: its name, unique in the model
        between: the shafts A and B; the names of two shafts
        ratio: speed of A divided by that of B, both seen from the carrier; negative where they turn against each
            other; a number
        carrier: the shaft on which the axes of A and B ride; the name of a shaft, by default 'ground'
        efficiency: part of the power that gets through the teeth where A drives B, and where B drives A; the second
            is zero or less where they are self-locking; default: no loss; a pair, each a number
        bearing_friction: friction torque at A over its speed, both against the carrier, in addition to the losses of
            the teeth; a list of points [x, y]
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: torque_a [N m], torque_b [N m], torque_carrier [N m], dissipation [W], locked
        """
        return Item.of("driveline", "stage", locals())

    @staticmethod
    def mesh(
        name: str,
        *,
        between: Sequence[Part],
        ratio: Amount,
        radius: Amount,
        stiffness: Amount,
        carrier: Part | None = None,
        damping: Amount | None = None,
        lash: Amount | None = None,
        flanks: str | None = None,
        efficiency: Sequence[Any] | None = None,
        bearing_friction: Sequence[Any] | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """An elastic gear mesh with lash: teeth that yield, part and strike.

        name: its name, unique in the model
        between: the shafts A and B; the names of two shafts
        ratio: speed of A divided by that of B, both seen from the carrier; negative where they turn against each
            other; a number
        radius: base radius of A; a length in m
        stiffness: tooth force for each deflection along the line of action; a stiffness in N/m
        carrier: the shaft on which the axes of A and B ride; the name of a shaft, by default 'ground'
        damping: tooth force for each speed of deflection, in contact only; a damping in N s/m, by default 0
        lash: play from flank to flank along the line of action; a length in m, by default 0
        flanks: whether the teeth meet on both flanks, or A can only drive B; one of both, drive, by default 'both'
        efficiency: part of the power that gets through the teeth where A drives B, and where B drives A; the second
            is zero or less where they are self-locking; default: no loss; a pair, each a number
        bearing_friction: friction torque at A over its speed, both against the carrier, in addition to the losses of
            the teeth; a list of points [x, y]
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: deflection [m], deflection_rate [m/s], force [N], torque_a [N m], torque_b [N m], torque_carrier
            [N m], flank, energy [J], dissipation [W], locked
        """
        return Item.of("driveline", "mesh", locals())

    @staticmethod
    def planetary(
        name: str,
        *,
        sun: Part,
        ring: Part,
        carrier: Part,
        teeth: Sequence[Any],
        planets: int | str | None = None,
        planet_inertia: Amount | None = None,
        planet_mass: Amount | None = None,
        carrier_radius: Amount | None = None,
        efficiency: Sequence[Any] | None = None,
        bearing_friction: Sequence[Any] | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A simple planetary gear set with rigid teeth. With elastic teeth or lash, write two items `mesh` on a carrier.

        name: its name, unique in the model
        sun: the sun's shaft, or the ground where it is held; the name of a shaft
        ring: the ring's shaft, or the ground where it is held; the name of a shaft
        carrier: the carrier's shaft, or the ground where it is held; the name of a shaft
        teeth: teeth of sun and ring; a pair, each a number
        planets: how many planets it has; a whole number, by default 3
        planet_inertia: inertia of one planet about its own axis; a moment of inertia in kg m^2, by default 0
        planet_mass: mass of one planet; a mass in kg, by default 0
        carrier_radius: distance of the planets' axes from the set's; a length in m, by default 0
        efficiency: part of the power that gets through the teeth where the sun drives the ring, and where the ring
            drives the sun, with the carrier held; default: no loss; a pair, each a number
        bearing_friction: friction torque at the sun over its speed, both against the carrier, in addition to the
            losses of the teeth; a list of points [x, y]
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: torque_sun [N m], torque_ring [N m], torque_carrier [N m], planet_speed [rad/s], dissipation
            [W], locked
        """
        return Item.of("driveline", "planetary", locals())

    @staticmethod
    def variator(
        name: str,
        *,
        between: Sequence[Part],
        radius_a: Function,
        radius_b: Function,
        stiffness: Amount,
        damping: Amount | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A traction contact at radii that may change in time, as between disc and roller of a toroidal drive.

        name: its name, unique in the model
        between: the shafts A and B; the names of two shafts
        radius_a: radius at which A runs; a length or a function of time in m
        radius_b: radius at which B runs; turning the same way counts positive for both, as for a disc and the back of
            a roller; a length or a function of time in m
        stiffness: force for each deflection along the surface; a stiffness in N/m
        damping: force for each speed of deflection; a damping in N s/m, by default 0
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: deflection [m], force [N], ratio, energy [J], dissipation [W]
        """
        return Item.of("driveline", "variator", locals())

    @staticmethod
    def universal_joint(
        name: str,
        *,
        between: Sequence[Part],
        angle: Amount,
        phase: Amount | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A universal joint between two shafts at an angle: it passes on the speed with a ripple twice a turn.

        name: its name, unique in the model
        between: the shafts A and B; the names of two shafts
        angle: angle between the shafts; an angle in rad
        phase: angle of A's fork from the plane of both shafts, where the angle of A is zero; an angle in rad, by
            default 0
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: ratio, torque [N m]
        """
        return Item.of("driveline", "universal_joint", locals())

    @staticmethod
    def belt(
        name: str,
        *,
        between: Sequence[Part],
        ratio: Function,
        capacity: Function,
        creep: Amount | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A belt drive of fixed or varying ratio, as in a continuously variable transmission, with creep and slip.

        name: its name, unique in the model
        between: the shafts A and B; the names of two shafts
        ratio: speed of A divided by that of B without slip; a number or a function of time or of a signal
        capacity: torque at A at which the belt slips as a whole; a torque or a function of time or of a signal in N m
        creep: part of the speed that a belt loses at its capacity, were its characteristic straight; a number, by
            default 0.02
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: ratio, slip, torque_a [N m], torque_b [N m], dissipation [W]
        """
        return Item.of("driveline", "belt", locals())

    @staticmethod
    def distributed_shaft(
        name: str,
        *,
        between: Sequence[Part],
        stiffness: Amount,
        inertia: Amount,
        damping: Amount | None = None,
        segments: int | str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A uniform elastic shaft whose own inertia is spread along it: waves run through it, and it has natural frequencies of its own.

        name: its name, unique in the model
        between: the shafts A and B; the names of two shafts
        stiffness: of the whole shaft: torque for each angle of twist, G J_p/L; a rotational stiffness in N m/rad
        inertia: of the whole shaft about its axis, ρ J_p L; a moment of inertia in kg m^2
        damping: of the whole shaft: torque for each speed of twist; a rotational damping in N m s/rad, by default 0
        segments: pieces with linear twist; errors of a frequency fall with the fourth power of their number; a whole
            number, by default 8
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: twist [rad], torque_a [N m], torque_b [N m]
        """
        return Item.of("driveline", "distributed_shaft", locals())

    @staticmethod
    def dual_mass_flywheel(
        name: str,
        *,
        between: Sequence[Part],
        inertias: Sequence[Any],
        stages: Sequence[Any],
        free_angle: Amount | None = None,
        damping: Amount | None = None,
        friction: Amount | None = None,
        friction_coefficient: Amount | None = None,
        spring_mass: Amount | None = None,
        spring_radius: Amount | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A dual-mass flywheel: inertias on the primary shaft A and the secondary shaft B, and arc springs between them whose friction grows with the speed of A.

        name: its name, unique in the model
        between: the shafts A and B; the names of two shafts
        inertias: inertia of the primary and of the secondary flywheel, beside what the shafts have; a pair, each a
            moment of inertia
        stages: twist beyond the free angle at which each stage begins, the first at 0, and its stiffness; for drive
            and coast; a list of points [x, y]
        free_angle: free play either way; an angle in rad, by default 0
        damping: torque for each speed of twist; a rotational damping in N m s/rad, by default 0
        friction: torque of the dry friction at rest; a torque in N m, by default 0
        friction_coefficient: friction of the arc springs in their channel; a number, by default 0
        spring_mass: mass of all arc springs; a mass in kg, by default 0
        spring_radius: radius of the arc on which they lie; a length in m, by default 0
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: twist [rad], twist_rate [rad/s], torque [N m], friction_torque [N m], sliding, energy [J],
            dissipation [W]
        """
        return Item.of("driveline", "dual_mass_flywheel", locals())

    @staticmethod
    def clutch(
        name: str,
        *,
        between: Sequence[Part],
        torque: Function | None = None,
        pressure: Function | None = None,
        radii: Sequence[Any] | None = None,
        surfaces: int | str | None = None,
        coefficient: Amount | None = None,
        static_ratio: Amount | None = None,
        stribeck_speed: Amount | None = None,
        slope: Amount | None = None,
        friction: Sequence[Any] | None = None,
        drag: Sequence[Any] | None = None,
        lag: Amount | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A friction clutch that slips, sticks and breaks away; with the ground as B, a brake. Its sliding torque is given by `torque`, or by `pressure` with `radii`, `surfaces` and `coefficient`.

        name: its name, unique in the model
        between: the shafts A and B; the names of two shafts
        torque: torque it carries while slipping; a torque or a function of time or of a signal in N m
        pressure: apply pressure on its linings; a pressure or a function of time or of a signal in Pa
        radii: inner and outer radius of the linings; a pair, each a length
        surfaces: how many pairs of friction surfaces it has; a whole number, by default 2
        coefficient: sliding friction coefficient; a number
        static_ratio: static friction relative to sliding friction; a number, by default 1
        stribeck_speed: slip with which friction falls from static to sliding; default: at once; an angular velocity
            in rad/s
        slope: part of the sliding torque gained with each speed of slip; negative where a clutch judders; a part for
            each angular velocity in s/rad, by default 0
        friction: sliding torque over slip, relative to `torque`; in place of `stribeck_speed` and `slope`; a list of
            points [x, y]
        drag: drag torque of the oil over slip, also while open: from no torque at no slip; a list of points [x, y]
        lag: time constant with which torque or pressure follow what is prescribed; a time in s
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: slip [rad/s], angle [rad], torque [N m], capacity [N m], stuck, dissipation [W], drag [N m]
        """
        return Item.of("driveline", "clutch", locals())

    @staticmethod
    def freewheel(
        name: str,
        *,
        between: Sequence[Part],
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A one-way clutch: A drives B, and B may turn faster than A.

        name: its name, unique in the model
        between: the shafts A and B; the names of two shafts
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: slip [rad/s], torque [N m], locked
        """
        return Item.of("driveline", "freewheel", locals())

    @staticmethod
    def staged_spring(
        name: str,
        *,
        between: Sequence[Part],
        torque: Sequence[Any],
        damping: Amount | None = None,
        friction: Amount | None = None,
        holding_stiffness: Amount | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A spring of several stages with dry friction: the torsional damper of a clutch disc.

        name: its name, unique in the model
        between: the shafts A and B; the names of two shafts
        torque: torque over twist, straight between the points and beyond them; a list of points [x, y]
        damping: torque for each speed of twist; a rotational damping in N m s/rad, by default 0
        friction: torque of the dry friction; the loop of hysteresis is twice as high; a torque in N m, by default 0
        holding_stiffness: stiffness of the friction before it slides; default: a hundred times the softest stage; a
            rotational stiffness in N m/rad
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: twist [rad], twist_rate [rad/s], torque [N m], friction_torque [N m], sliding, energy [J],
            dissipation [W]
        """
        return Item.of("driveline", "staged_spring", locals())

    @staticmethod
    def converter(
        name: str,
        *,
        pump: Part,
        turbine: Part,
        capacity: Sequence[Any],
        torque_ratio: Sequence[Any] | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A torque converter or a fluid coupling, by tables over the ratio of turbine speed to pump speed. For lock-up add a clutch beside it.

        name: its name, unique in the model
        pump: the shaft of the pump; the name of a shaft
        turbine: the shaft of the turbine; the name of a shaft
        capacity: pump torque for the square of pump speed, over the ratio of speeds; zero or less from 1 on; a list
            of points [x, y]
        torque_ratio: turbine torque over pump torque, over the ratio of speeds; a list of points [x, y], by default
            [[0, 1]]
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: speed_ratio, torque_pump [N m], torque_turbine [N m], efficiency, dissipation [W]
        """
        return Item.of("driveline", "converter", locals())

    @staticmethod
    def tyre(
        name: str,
        *,
        wheel: Part,
        vehicle: Part,
        radius: Amount,
        slip_stiffness: Amount,
        load: Amount,
        relaxation_length: Amount,
        coefficient: Amount | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A tyre with slip and relaxation between a wheel and the vehicle, which is an inertia of mass times radius squared.

        name: its name, unique in the model
        wheel: the wheel; the name of a shaft
        vehicle: the vehicle, turning as a wheel without slip would; the name of a shaft
        radius: rolling radius; a length in m
        slip_stiffness: force for each unit of slip, where it is small; a force in N
        load: wheel load; a force in N
        relaxation_length: way over which the force follows the slip; a length in m
        coefficient: friction coefficient: the largest force over the wheel load; a number, by default 1
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: slip, force [N], energy [J], dissipation [W]
        """
        return Item.of("driveline", "tyre", locals())

    @staticmethod
    def road_load(
        name: str,
        *,
        on: Part,
        radius: Amount,
        mass: Amount,
        rolling_resistance: Amount | None = None,
        drag_area: Amount | None = None,
        air_density: Amount | None = None,
        grade: Function | None = None,
        gravity: Amount | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """Rolling resistance, air drag and grade of a vehicle, on the shaft that stands for it or on a wheel.

        name: its name, unique in the model
        on: the shaft; the name of a shaft
        radius: rolling radius; a length in m
        mass: mass of the vehicle; a mass in kg
        rolling_resistance: rolling resistance over weight; a number, by default 0
        drag_area: frontal area times drag coefficient; an area in m^2, by default 0
        air_density: density of the air; a density in kg/m^3, by default 1.2
        grade: angle of the road, positive uphill; an angle or a function of time in rad, by default 0
        gravity: acceleration of free fall; an acceleration in m/s^2, by default 9.80665
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: speed [m/s], resistance [N], dissipation [W]
        """
        return Item.of("driveline", "road_load", locals())

    @staticmethod
    def shaft_on_body(
        name: str,
        *,
        shaft: Part,
        between: Sequence[Part],
        axis: Axis,
        in_: str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A shaft of a driveline that turns with body B against body A about an axis: its torque acts on B, and its reaction on A.

        name: its name, unique in the model
        shaft: the shaft; the name of a shaft
        between: the two bodies, A and B; the names of two bodies or frames
        axis: direction of the axis at the design position, in the model frame; a direction
        in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two,
            of B for keys that end in `_b`; one of model, body, by default 'model'
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: speed [rad/s], torque [N m]
        """
        return Item.of("driveline", "shaft_on_body", locals())

    @staticmethod
    def torque(
        name: str,
        *,
        on: Part,
        torque: Function | None = None,
        harmonics: Sequence[Any] | None = None,
        excitation: Mapping[str, Any] | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A torque on a shaft from outside: of an engine or a motor where it is positive, a load where it is negative.

        name: its name, unique in the model
        on: the shaft; the name of a shaft
        torque: the torque, apart from harmonics; a torque or a function of time or of a signal in N m, by default 0
        harmonics: parts that turn with the shaft, as those of an engine; a list, each a table
        excitation: how the load swings in a response over frequencies; of no effect elsewhere; a table of amplitude,
            phase
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: torque [N m], power [W]
        """
        return Item.of("driveline", "torque", locals())

    @staticmethod
    def engine(
        name: str,
        *,
        on: Part,
        map: Sequence[Any],
        throttle: Function,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """An engine or a motor by its map of torque over speed and throttle.

        name: its name, unique in the model
        on: the shaft; the name of a shaft
        map: curves of torque over speed, each for a position of the throttle, in rising order; a list, each a table
        throttle: position of the throttle, over time or by a signal; a number or a function of time or of a signal
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: throttle, torque [N m], power [W]
        """
        return Item.of("driveline", "engine", locals())

    @staticmethod
    def cylinder(
        name: str,
        *,
        on: Part,
        crank_radius: Amount,
        rod_length: Amount,
        oscillating_mass: Amount | None = None,
        bore: Amount | None = None,
        pressure: Sequence[Any] | None = None,
        load: Function | None = None,
        top_dead_centre: Amount | None = None,
        strokes: int | str | None = None,
        repeat: Mapping[str, Any] | None = None,
        when: bool | str | None = None,
    ) -> Item:
        """A cylinder of a reciprocating engine: gas torque by its pressure over the crank angle, and the torque of its oscillating mass.

        name: its name, unique in the model
        on: the crankshaft; the name of a shaft
        crank_radius: half the stroke; a length in m
        rod_length: length of the connecting rod; more than the radius; a length in m
        oscillating_mass: mass of the piston, its pin and the upper part of the rod; a mass in kg, by default 0
        bore: diameter of the piston; goes with `pressure`; a length in m
        pressure: pressure above that of the crankcase, over the crank angle from top dead centre to the end of the
            cycle; smooth between the points; a list of points [x, y]
        load: what the pressure is multiplied by, over time; a number or a function of time, by default 1
        top_dead_centre: angle of the shaft at the top dead centre at which the table of pressure begins; an angle in
            rad, by default 0
        strokes: of a cycle: 4 for two turns, 2 for one; a whole number, by default 4
        repeat: this item stands for many; in a program a loop does the same
        when: the model has the item only if this is true

        Its channels: position [m], pressure [Pa], gas_torque [N m], inertia_torque [N m], power [W]
        """
        return Item.of("driveline", "cylinder", locals())


def analysis(
    *,
    type: str,
    end: Amount | None = None,
    start: str | None = None,
    frequencies: Sequence[Any] | None = None,
    speeds: Sequence[Any] | None = None,
    points: int | str | None = None,
    spacing: str | None = None,
    campbell: Mapping[str, Any] | None = None,
    modes: int | str | None = None,
    matrices: str | None = None,
    spin: Mapping[str, Any] | None = None,
    channels: Sequence[Any] | None = None,
) -> Item:
    """What is computed.

    type: the analysis: `transient` is motion over time, `statics` static equilibrium, `modes` natural frequencies
        about the initial state, `response` the steady-state response to harmonic loads; one of transient, statics,
        modes, response
    end: end time of a transient, which starts at 0; required for it; a time in s
    start: initial state of a transient, or linearisation state of modes and responses: positions and velocities as
        `given`, or at rest in `equilibrium` near them; one of given, equilibrium, by default 'given'
    frequencies: frequency range of a response to loads with an `excitation`; a pair, each a frequency
    speeds: speed range of a response to torques with `harmonics`: the frequency of each harmonic is its order times
        the speed of the shaft; a pair, each an angular velocity
    points: number of frequencies or speeds of a response; a whole number, by default 201
    spacing: spacing of the points of a response; one of linear, logarithmic, by default 'linear'
    campbell: Campbell diagram: natural frequencies over speed, with critical speeds; for `modes`; a table of speeds,
        points, orders, parameter, operating
    modes: number of modes, the lowest ones; by default all, or the 60 lowest of a large model. A few modes of a model
        with many unknowns take far less time than all; a whole number
    matrices: `keep` writes the linearised system of `modes` to `matrices.json`: M, C and K in independent
        coordinates, and the motion of every body and shaft in these; one of omit, keep, by default 'omit'
    spin: steady rotation: everything rotates at this speed about this axis, in equilibrium with the forces of
        inertia; `statics` is that equilibrium, `modes` are about it, with frequencies in the rotating frame, and a
        transient starts from it; a table of axis, speed, about
    channels: the channels that a response stores, as `'*.torque'`, where `*` matches any characters; by default all;
        a list, each a text
    """
    return Item.of("analysis", None, locals())


def solver(
    *,
    step: Amount | None = None,
    tolerance: Amount | None = None,
    force_tolerance: Amount | None = None,
    first_step: Amount | None = None,
    longest_step: Amount | None = None,
    spectral_radius: Amount | None = None,
    newton_tolerance: Amount | None = None,
    redundant: str | None = None,
) -> Item:
    """How it is computed.

    step: fixed time step; by default chosen by error control; a time in s
    tolerance: the global error of the positions is proportional to it, relative to the size of the mechanism or in
        radians; each step may have a local error of the order of its power 3/2, and a thousand times that with a
        `spectral_radius` of 0; a number, by default 1e-5
    force_tolerance: tolerance of the forces of springs, contacts and teeth, each relative to its own recent size; a
        number, by default 0.03
    first_step: initial step size; by default chosen from the initial motion; a time in s
    longest_step: maximum step size; by default only limited by error control; a time in s
    spectral_radius: amplification of the fastest oscillations per step: 1 preserves them, 0 annihilates them; with 0,
        error control ignores oscillations that are annihilated anyway; a number, by default 0.8
    newton_tolerance: tolerance of Newton's method in a step, relative to the error of the step, of positions and of
        velocities; default 3e-4; a number
    redundant: redundant constraints: `allow` continues with a warning that names them, `error` stops; one of allow,
        error, by default 'allow'
    """
    return Item.of("solver", None, locals())


def record(
    *,
    channels: Sequence[Any] | None = None,
    every: int | str | None = None,
    interval: Amount | None = None,
    fields: int | str | None = None,
) -> Item:
    """What a run stores.

    channels: the channels that are stored, as paths in which `*` stands for any letters, such as `'*.torque'`;
        default: all of a model with up to 256 channels, the usual ones of a larger one. What measures, plots and the
        motion of the bodies need is always stored; a list, each a text
    every: stores every n-th step; the ends of the run and both sides of events are always stored; a whole number
    interval: stores a step only when this time has passed since the last stored one; the ends of the run and both
        sides of events are always stored; a time in s
    fields: number of frames over the run with the deformed shapes and stresses of beams, solids and superelements,
        for the viewer; ParaView gets at most 100 of them. 0 stores none; default: 300, fewer for large meshes; a
        whole number
    """
    return Item.of("record", None, locals())


def material(
    name: str,
    *,
    density: Amount,
    youngs_modulus: Amount | None = None,
    poisson_ratio: Amount | None = None,
    when: bool | str | None = None,
) -> Item:
    """A material, for shapes.

    name: its name, unique in the model
    density: mass per volume; a density in kg/m^3
    youngs_modulus: E, for beams; a pressure in Pa
    poisson_ratio: ν, for beams; a number
    when: the model has the item only if this is true
    """
    return Item.of("material", None, locals())


def frame(
    name: str,
    *,
    on: Part,
    position: Vector | None = None,
    orientation: Mapping[str, Any] | None = None,
    in_: str | None = None,
    repeat: Mapping[str, Any] | None = None,
    when: bool | str | None = None,
) -> Item:
    """A frame on a body.

    name: its name, unique in the model
    on: the body it moves with; the name of a body or frame
    position: its origin at the design position, in the model frame; three numbers, each a length in m, by default [0,
        0, 0]
    orientation: orientation of its axes at the design position, relative to the model frame; a rotation
    in_: coordinate system of positions and axes: the model frame, or the axes of the body; of A if there are two, of
        B for keys that end in `_b`; one of model, body, by default 'model'
    repeat: this item stands for many; in a program a loop does the same
    when: the model has the item only if this is true
    """
    return Item.of("frame", None, locals())


def submodel(
    name: str,
    *,
    file: File,
    position: Vector | None = None,
    orientation: Mapping[str, Any] | None = None,
    parameters: Mapping[str, Amount] | None = None,
    ports: Mapping[str, Part] | None = None,
    repeat: Mapping[str, Any] | None = None,
    when: bool | str | None = None,
) -> Item:
    """Another model file as a part of this one.

    name: its name, unique in the model
    file: its model file, relative to this one; a text
    position: position of the model frame of that file; three numbers, each a length in m, by default [0, 0, 0]
    orientation: orientation of the model frame of that file; a rotation
    parameters: values for parameters of that file
    ports: the bodies, frames or shafts that its required ports stand for
    repeat: this item stands for many; in a program a loop does the same
    when: the model has the item only if this is true
    """
    return Item.of("submodel", None, locals())


def port(
    name: str,
    *,
    provides: Part | None = None,
    requires: str | None = None,
    repeat: Mapping[str, Any] | None = None,
    when: bool | str | None = None,
) -> Item:
    """What a submodel offers to the file that uses it, or needs from it.

    name: its name, unique in the model
    provides: the body, frame, shaft or signal of this file that others may use; the name of a body, frame, shaft or
        signal
    requires: a frame, shaft or signal that the using file must provide; one of frame, shaft, signal
    repeat: this item stands for many; in a program a loop does the same
    when: the model has the item only if this is true
    """
    return Item.of("port", None, locals())


def channel(
    name: str,
    *,
    value: str,
    unit: str | None = None,
    repeat: Mapping[str, Any] | None = None,
    when: bool | str | None = None,
) -> Item:
    """A channel that a formula makes of others.

    name: its name, unique in the model
    value: formula of other channels, with their paths in single quotes: '= 'motor.torque' * 'motor.speed''; a text
    unit: unit of its values; results are in the SI unit of that quantity; a unit, by default '1'
    repeat: this item stands for many; in a program a loop does the same
    when: the model has the item only if this is true
    """
    return Item.of("channel", None, locals())


def output(
    name: str,
    *,
    channel: str,
    unit: str | None = None,
    repeat: Mapping[str, Any] | None = None,
    when: bool | str | None = None,
) -> Item:
    """A channel under a name and in a unit of its own, for programs that drive the model.

    name: its name, unique in the model
    channel: the channel whose value it is
    unit: unit of its value; by default the SI unit of the channel
    repeat: this item stands for many; in a program a loop does the same
    when: the model has the item only if this is true
    """
    return Item.of("output", None, locals())


def measure(
    name: str,
    *,
    mean: str | None = None,
    min: str | None = None,
    max: str | None = None,
    final: str | None = None,
    rms: str | None = None,
    ratio: Sequence[Any] | None = None,
    range: str | None = None,
    slope: str | None = None,
    frequency: str | None = None,
    difference: Sequence[Any] | None = None,
    time_of: str | None = None,
    crosses: Amount | None = None,
    nth: int | str | None = None,
    value: str | None = None,
    at: Amount | None = None,
    over: Sequence[Any] | None = None,
    unit: str | None = None,
    amplitude: str | None = None,
    phase: str | None = None,
    peak: str | None = None,
    peak_at: str | None = None,
    order: Amount | None = None,
    natural_frequency: int | str | None = None,
    damped_frequency: int | str | None = None,
    damping_ratio: int | str | None = None,
    shape: str | None = None,
    potential_share: str | None = None,
    kinetic_share: str | None = None,
    stiffness_sensitivity: str | None = None,
    inertia_sensitivity: str | None = None,
    rest_point: str | None = None,
    critical_speed: int | str | None = None,
    critical_margin: int | str | None = None,
    mode: int | str | None = None,
    order_amplitude: str | None = None,
    reference: str | None = None,
    repeat: Mapping[str, Any] | None = None,
    when: bool | str | None = None,
) -> Item:
    """A number that is computed from channels, modes or a response.

    name: its name, unique in the model
    mean: time integral of a channel over the window, divided by its length
    min: smallest value of a channel in the window
    max: largest value of a channel in the window
    final: last value of a channel in the window
    rms: root mean square of a channel over the window
    ratio: mean of the first channel divided by the mean of the second
    range: largest minus smallest value of a channel in the window
    slope: slope over time of the least-squares line of a channel in the window
    frequency: oscillations per second of a channel, from its upward crossings of the mean; no value with fewer than
        two crossings
    difference: mean of the first channel minus mean of the second
    time_of: time in the window at which a channel crosses the value `crosses`; starting on it does not count
    crosses: the value of `time_of`
    nth: which of the crossings, counted from 1; by default the first
    value: value of a channel at the time `at`
    at: the time of `value`; the frequency or speed of `amplitude` and `phase`
    over: the window; by default the whole run
    unit: unit of its value; by default the SI unit of what is measured
    amplitude: amplitude of a channel in a response, at the frequency or speed `at`
    phase: phase of a channel in a response, at the frequency or speed `at`, relative to a cosine
    peak: largest amplitude of a channel among the points of a response in the window
    peak_at: frequency or speed of that largest amplitude
    order: the order of `amplitude`, `phase`, `peak` and `peak_at` in a response over speeds; by default all orders
        together, as half the peak-to-peak value over a cycle. Also the order of `order_amplitude`, `critical_speed`
        and `critical_margin`
    natural_frequency: undamped natural frequency of a mode
    damped_frequency: damped frequency of a mode
    damping_ratio: damping ratio of a mode
    shape: entry of the shape of the mode `mode` for a shaft, or for a component of a body; the largest of all entries
        is 1
    potential_share: share of an item in the potential energy of the mode `mode`
    kinetic_share: share of an item in the kinetic energy of the mode `mode`
    stiffness_sensitivity: relative change of the frequency of the mode `mode` per relative change of the stiffness of
        an item
    inertia_sensitivity: relative change of the frequency of the mode `mode` per relative change of the inertia of an
        item; negative
    rest_point: nodal point of a shaft in the mode `mode`: distance from A, as a fraction of its length
    critical_speed: critical speed of the order `order` and a mode of the Campbell diagram, counted among the
        oscillating modes; the lowest if there are several
    critical_margin: distance of that speed from the operating range, relative to its nearer end; zero inside
    mode: the mode of `shape`, of shares, of sensitivities and of `rest_point`
    order_amplitude: amplitude of the order `order` of a channel over the complete revolutions of `reference` in the
        window
    reference: the angle of the reference shaft of `order_amplitude`, as `'crank.angle'`
    repeat: this item stands for many; in a program a loop does the same
    when: the model has the item only if this is true
    """
    return Item.of("measure", None, locals())


def expect(
    *,
    measure: str,
    source: str,
    value: Amount | None = None,
    tolerance: Amount | None = None,
    at_most: Amount | None = None,
    at_least: Amount | None = None,
    repeat: Mapping[str, Any] | None = None,
    when: bool | str | None = None,
) -> Item:
    """What a measure should be.

    measure: name of the measure
    source: source of the bound; `regression` for a value that halfshaft itself produced
    value: expected value, within `tolerance`
    tolerance: largest difference from `value`: in percent of it, or in its own unit
    at_most: upper limit
    at_least: lower limit
    repeat: this item stands for many; in a program a loop does the same
    when: the model has the item only if this is true
    """
    return Item.of("expect", None, locals())


def plot(
    *,
    channels: str | Sequence[str],
    title: str | None = None,
    labels: str | Sequence[str] | None = None,
    x: str | None = None,
    x_label: str | None = None,
    units: str | Sequence[str] | None = None,
    over: Sequence[Any] | None = None,
    log: str | None = None,
    repeat: Mapping[str, Any] | None = None,
    when: bool | str | None = None,
) -> Item:
    """A figure of the report.

    channels: channels to plot; those of one quantity share a panel
    title: title of the plot
    labels: labels of the channels, one for each; by default their paths
    x: channel of the x axis; by default the time
    x_label: label of `x`
    units: units, as `'deg'`; each applies to the channels of its quantity
    over: the window; by default the whole run
    log: logarithmic axes; one of x, y, both
    repeat: this item stands for many; in a program a loop does the same
    when: the model has the item only if this is true
    """
    return Item.of("plot", None, locals())


__all__ = [
    "body",
    "beam",
    "solid",
    "superelement",
    "joint",
    "gear",
    "force",
    "drive",
    "contact",
    "tyre",
    "sensor",
    "signal",
    "input",
    "inertia",
    "driveline",
    "analysis",
    "solver",
    "record",
    "material",
    "frame",
    "submodel",
    "port",
    "channel",
    "output",
    "measure",
    "expect",
    "plot",
]
