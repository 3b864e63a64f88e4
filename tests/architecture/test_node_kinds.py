"""Every kind of node that the grammars know is either modelled by the dependence walk or denied by name: nothing is passed over."""

from __future__ import annotations

import pytest
from loopwright.dependence.model.program import Block, Effect
from loopwright.dependence.walk import dispatch, expressions, statements
from loopwright.dependence.walk.state import State
from loopwright.lang.scopes import Scopes
from loopwright.source.outline import Outline
from loopwright.source.syntax import grammar, parse

# Expressions and statements that make a verdict unknown.
DENIED = frozenset(
    """
    annotation case_statement catch_clause co_return_statement co_yield_statement concept_definition
    consteval_block_declaration decltype dependent_name destructor_name expansion_statement export_declaration
    fold_expression friend_declaration global_module_fragment_declaration import_declaration
    kernel_call_syntax module_declaration namespace_definition operator_name parameter_pack_expansion
    preproc_defined preproc_directive private_module_fragment_declaration reflect_expression requires_expression
    seh_except_clause seh_finally_clause seh_leave_statement seh_try_statement splice_expression splice_specifier
    structured_binding_declarator system_lib_string template_function template_instantiation template_method
    """.split()  # noqa: SIM905
)
# Parts of other nodes, which read them; met where an expression or statement is expected, they are denied too.
PARTS = frozenset(
    """
    abstract_array_declarator abstract_function_declarator abstract_parenthesized_declarator
    abstract_pointer_declarator abstract_reference_declarator access_specifier alignas_qualifier array_declarator
    attribute attribute_specifier attributed_declarator auto base_class_clause bitfield_clause character
    compound_requirement constraint_conjunction constraint_disjunction default_method_clause delete_method_clause
    dependent_type enumerator enumerator_list escape_sequence explicit_function_specifier
    explicit_object_parameter_declaration field_declaration field_declaration_list field_designator
    field_initializer field_initializer_list function_declarator gnu_asm_clobber_list gnu_asm_goto_list
    gnu_asm_input_operand gnu_asm_input_operand_list gnu_asm_output_operand gnu_asm_output_operand_list
    gnu_asm_qualifier init_declarator lambda_capture_initializer lambda_capture_specifier lambda_declarator
    lambda_default_capture lambda_specifier launch_bounds literal_suffix macro_type_specifier module_name
    module_partition ms_based_modifier ms_call_modifier ms_declspec_modifier ms_pointer_modifier
    ms_restrict_modifier ms_signed_ptr_modifier ms_unaligned_ptr_modifier ms_unsigned_ptr_modifier
    namespace_identifier nested_namespace_specifier noexcept operator_cast optional_parameter_declaration
    optional_type_parameter_declaration parameter_declaration parameter_list parenthesized_declarator
    placeholder_type_specifier pointer_declarator pointer_type_declarator preproc_params pure_virtual_clause
    raw_string_content raw_string_delimiter ref_qualifier reference_declarator requirement_seq requires_clause
    simple_requirement sized_type_specifier splice_type_specifier storage_class_specifier string_content
    subscript_argument_list subscript_designator subscript_range_designator template_argument_list
    template_parameter_list template_template_parameter_declaration template_type throw_specifier
    trailing_return_type translation_unit type_parameter_declaration type_qualifier type_requirement
    variadic_declarator variadic_parameter variadic_parameter_declaration variadic_type_parameter_declaration
    virtual_specifier
    """.split()  # noqa: SIM905
)
MODELLED = frozenset(expressions.VALUES) | frozenset(statements.STATEMENTS)


class _Unread:
    """Stands for a node of a kind that nobody has a handler for."""

    def __init__(self, kind: str) -> None:
        self.type, self.text = kind, kind.encode()
        self.start_byte = self.end_byte = 0
        self.is_error, self.prev_sibling, self.named_children = False, None, ()


@pytest.mark.parametrize("language", ["c", "cpp", "cuda"])
def test_every_kind_of_node_is_in_one_table(language: str) -> None:
    known = grammar(language)
    kinds = {
        known.node_kind_for_id(number)
        for number in range(known.node_kind_count)
        if known.node_kind_is_named(number) and known.node_kind_is_visible(number)
    }
    assert kinds <= MODELLED | DENIED | PARTS
    assert not MODELLED & (DENIED | PARTS)


@pytest.mark.parametrize("kind", sorted(DENIED | PARTS) + ["a_kind_of_next_year"])
@pytest.mark.parametrize("walk", [dispatch.value_of, dispatch.statement])
def test_what_has_no_handler_becomes_an_effect(kind: str, walk) -> None:  # type: ignore[no-untyped-def]
    outline = Outline(parse("", language="cpp"))
    state = State(outline, Scopes(outline), statements.HANDLERS, frozenset(), frozenset())
    block = Block()
    with state.within(block):
        walk(state, _Unread(kind))
    assert [item.kind for item in block.items if isinstance(item, Effect)] == ["opaque"]
