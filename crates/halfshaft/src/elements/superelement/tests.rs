//! Superelements against closed forms and conserved quantities.
